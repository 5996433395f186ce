package org.attestry.contracts.file;

/** The caller wants to upload a new content for a file. */
public record ReplaceFileRequest(
    String type, String entityId, String property, String documentId) {}
