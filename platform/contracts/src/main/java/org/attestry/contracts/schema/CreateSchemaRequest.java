package org.attestry.contracts.schema;

/**
 * A new schema.
 *
 * @param name its name, unique
 * @param schema a JSON Schema (draft-07) document serialized as a string
 * @param status null means DRAFT
 * @param strict whether whatever would be warned of is refused
 * @param dryRun whether nothing is stored: the answer tells what would be
 */
public record CreateSchemaRequest(
    String name, String schema, SchemaStatus status, boolean strict, boolean dryRun) {

  /** A schema that is stored, warnings or not. */
  public CreateSchemaRequest(String name, String schema, SchemaStatus status) {
    this(name, schema, status, false, false);
  }
}
