package org.attestry.contracts.file;

/** The files of a property. */
public record ListFilesRequest(String type, String entityId, String property) {}
