package org.attestry.contracts.file;

/** Uploads files of a property. */
public record StoreFilesRequest(String type, String entityId, String property) {}
