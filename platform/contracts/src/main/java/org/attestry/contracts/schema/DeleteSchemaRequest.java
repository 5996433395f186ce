package org.attestry.contracts.schema;

/**
 * @param id the schema's osid
 */
public record DeleteSchemaRequest(String id) {}
