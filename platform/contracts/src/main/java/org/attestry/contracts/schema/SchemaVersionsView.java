package org.attestry.contracts.schema;

import java.util.List;

/**
 * @param versions the first one first
 */
public record SchemaVersionsView(List<SchemaVersionView> versions) {

  public SchemaVersionsView {
    versions = List.copyOf(versions);
  }
}
