package org.attestry.contracts.file;

/**
 * The caller wants to upload a new content for a file.
 *
 * @param ifMatch the client's {@code If-Match}, or null
 */
public record ReplaceFileRequest(
    String type, String entityId, String property, String documentId, String ifMatch) {}
