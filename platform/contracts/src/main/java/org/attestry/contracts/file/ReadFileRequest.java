package org.attestry.contracts.file;

/** Downloads a file. */
public record ReadFileRequest(String type, String entityId, String property, String documentId) {}
