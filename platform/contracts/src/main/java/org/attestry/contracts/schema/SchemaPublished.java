package org.attestry.contracts.schema;

import java.util.List;

/**
 * A schema was published: its types can be used.
 *
 * @param types the types that it defines, none for a library document
 */
public record SchemaPublished(String schemaId, String name, int version, List<EntityType> types) {

  public SchemaPublished {
    types = List.copyOf(types);
  }
}
