package org.attestry.contracts.schema;

import java.util.List;

/**
 * A published schema has a new version, or is deprecated.
 *
 * @param types the types as they now are
 */
public record SchemaChanged(
    String schemaId, String name, int version, SchemaStatus status, List<EntityType> types) {

  public SchemaChanged {
    types = List.copyOf(types);
  }
}
