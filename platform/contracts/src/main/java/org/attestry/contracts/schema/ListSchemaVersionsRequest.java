package org.attestry.contracts.schema;

/**
 * The published documents of a schema.
 *
 * @param id the schema's osid; a deleted schema keeps its versions
 */
public record ListSchemaVersionsRequest(String id) {}
