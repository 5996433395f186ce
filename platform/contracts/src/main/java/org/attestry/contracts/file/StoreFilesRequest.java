package org.attestry.contracts.file;

/** The caller wants to upload files to a property. */
public record StoreFilesRequest(String type, String entityId, String property) {}
