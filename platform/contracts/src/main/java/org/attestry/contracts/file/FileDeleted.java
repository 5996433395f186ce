package org.attestry.contracts.file;

/** A file was deleted. */
public record FileDeleted(String documentId, String type, String entityId, String property) {}
