package org.attestry.contracts.file;

/** One file of a property. */
public record DeleteFileRequest(String type, String entityId, String property, String documentId) {}
