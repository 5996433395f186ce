package org.attestry.contracts.schema;

import java.util.List;

/**
 * A published schema was deleted.
 *
 * @param revision the revision at which its types were removed
 * @param types the names of the types that it defined
 */
public record SchemaDeleted(String schemaId, String name, long revision, List<String> types) {

  public SchemaDeleted {
    types = List.copyOf(types);
  }
}
