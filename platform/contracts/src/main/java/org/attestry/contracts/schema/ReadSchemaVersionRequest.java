package org.attestry.contracts.schema;

/**
 * @param id the schema's osid
 * @param version its number, from 1 on
 */
public record ReadSchemaVersionRequest(String id, int version) {}
