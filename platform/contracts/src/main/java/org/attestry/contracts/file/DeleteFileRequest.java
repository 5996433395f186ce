package org.attestry.contracts.file;

/**
 * One file of a property.
 *
 * @param ifMatch the client's {@code If-Match}, or null
 */
public record DeleteFileRequest(
    String type, String entityId, String property, String documentId, String ifMatch) {}
