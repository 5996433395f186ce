package org.attestry.contracts.schema;

import org.attestry.contracts.JsonBytes;

/**
 * A published entity type.
 *
 * @param name the name in URL paths, {@code [A-Za-z][A-Za-z0-9_-]{0,62}}
 * @param schemaId the osid of the schema that defines it
 * @param revision grows with every change of any schema; of two versions of a type the one with the
 *     larger revision is valid
 * @param definition a self-contained draft-07 schema of an entity of this type: references to other
 *     documents are bundled, {@code $id} and {@code _osConfig} removed
 * @param config {@code _osConfig}, parsed and checked
 * @param deprecated whether its schema is deprecated: stored entities can be used as before, new
 *     ones cannot be created
 */
public record EntityType(
    String name,
    String schemaId,
    long revision,
    JsonBytes definition,
    TypeConfig config,
    boolean deprecated) {

  /** Creates a type that is not deprecated. */
  public EntityType(
      String name, String schemaId, long revision, JsonBytes definition, TypeConfig config) {
    this(name, schemaId, revision, definition, config, false);
  }

  /** Returns the same type with another configuration. */
  public EntityType with(TypeConfig other) {
    return new EntityType(name, schemaId, revision, definition, other, deprecated);
  }
}
