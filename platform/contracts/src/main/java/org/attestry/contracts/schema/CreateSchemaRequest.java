package org.attestry.contracts.schema;

/**
 * A new schema.
 *
 * @param name its name, unique
 * @param schema a JSON Schema (draft-07) document serialized as a string
 * @param status null means DRAFT
 */
public record CreateSchemaRequest(String name, String schema, SchemaStatus status) {}
