package org.attestry.contracts.schema;

/**
 * A new schema.
 *
 * @param name its name, unique
 * @param schema a JSON Schema (draft-07) document serialized as a string
 * @param status null means DRAFT
 * @param strict whether warnings are refused
 * @param dryRun whether nothing is stored; the reply is that of the real request
 */
public record CreateSchemaRequest(
    String name, String schema, SchemaStatus status, boolean strict, boolean dryRun) {

  /** A schema that is stored, warnings or not. */
  public CreateSchemaRequest(String name, String schema, SchemaStatus status) {
    this(name, schema, status, false, false);
  }
}
