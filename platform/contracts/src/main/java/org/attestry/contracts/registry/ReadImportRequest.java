package org.attestry.contracts.registry;

/** An import, by its id. */
public record ReadImportRequest(String type, String id) {}
