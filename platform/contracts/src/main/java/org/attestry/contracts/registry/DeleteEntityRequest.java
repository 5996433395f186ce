package org.attestry.contracts.registry;

/**
 * @param ifMatch the version that the caller read, or null
 */
public record DeleteEntityRequest(String type, String id, Long ifMatch) {}
