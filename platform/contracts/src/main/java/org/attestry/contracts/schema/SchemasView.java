package org.attestry.contracts.schema;

import java.util.List;

/**
 * @param schemas by name
 */
public record SchemasView(List<SchemaView> schemas) {

  public SchemasView {
    schemas = List.copyOf(schemas);
  }
}
