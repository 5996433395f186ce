package org.attestry.contracts.file;

/** All files of a property. */
public record DeleteFilesRequest(String type, String entityId, String property) {}
