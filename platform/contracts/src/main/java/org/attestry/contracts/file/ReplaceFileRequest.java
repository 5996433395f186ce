package org.attestry.contracts.file;

/**
 * Uploads a new content of a file.
 *
 * @param ifMatch the client's {@code If-Match}, or null
 */
public record ReplaceFileRequest(
    String type, String entityId, String property, String documentId, String ifMatch) {}
