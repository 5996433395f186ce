package org.attestry.contracts.file;

/**
 * @param size bytes
 */
public record FileStored(
    String documentId, String type, String entityId, String property, long size, String sha256) {}
