package org.attestry.contracts.schema;

import java.time.Instant;
import java.util.List;

/**
 * A Schema record (interface 5.2).
 *
 * @param osOwner identity-provider user ids of the owners
 * @param indexes the indexes of the schema's types, if an admin reads a single schema; else null
 */
public record SchemaView(
    String osid,
    String name,
    String schema,
    SchemaStatus status,
    int version,
    Instant osCreatedAt,
    Instant osUpdatedAt,
    String osCreatedBy,
    String osUpdatedBy,
    List<String> osOwner,
    List<TypeIndex> indexes) {

  public SchemaView {
    osOwner = List.copyOf(osOwner);
    indexes = indexes == null ? null : List.copyOf(indexes);
  }

  /** Returns the same view with the indexes of the schema's types. */
  public SchemaView with(List<TypeIndex> found) {
    return new SchemaView(
        osid,
        name,
        schema,
        status,
        version,
        osCreatedAt,
        osUpdatedAt,
        osCreatedBy,
        osUpdatedBy,
        osOwner,
        found);
  }
}
