package org.attestry.contracts.schema;

/**
 * The documents of a schema that were ever in force.
 *
 * @param id the schema's osid; a deleted schema keeps its versions
 */
public record ListSchemaVersionsRequest(String id) {}
