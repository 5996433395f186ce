package org.attestry.contracts.registry;

/**
 * @param id a UUID of the client's choice; one that is known already is continued
 * @param dryRun whether rows are only checked
 * @param upsert the unique field by which a row replaces the entity that has its value, or null
 */
public record StartImportRequest(String type, String id, boolean dryRun, String upsert) {}
