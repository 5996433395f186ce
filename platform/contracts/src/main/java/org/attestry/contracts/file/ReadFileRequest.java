package org.attestry.contracts.file;

/** The caller wants to download a file. */
public record ReadFileRequest(String type, String entityId, String property, String documentId) {}
