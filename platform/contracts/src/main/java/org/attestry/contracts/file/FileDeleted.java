package org.attestry.contracts.file;

/** A file is gone. */
public record FileDeleted(String documentId, String type, String entityId, String property) {}
