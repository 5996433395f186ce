package org.attestry.contracts.registry;

/**
 * @param id the entity's osid, with or without the {@code 1-} prefix of old records
 */
public record ReadEntityRequest(String type, String id) {}
