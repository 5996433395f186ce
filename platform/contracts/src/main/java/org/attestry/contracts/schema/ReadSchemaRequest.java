package org.attestry.contracts.schema;

/**
 * @param id the schema's osid
 */
public record ReadSchemaRequest(String id) {}
