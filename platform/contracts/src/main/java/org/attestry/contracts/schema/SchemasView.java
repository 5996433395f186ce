package org.attestry.contracts.schema;

import java.util.List;

/**
 * @param schemas by name
 * @param totalCount how many there are, with those on other pages
 */
public record SchemasView(List<SchemaView> schemas, long totalCount) {

  public SchemasView {
    schemas = List.copyOf(schemas);
  }

  /** All on one page. */
  public SchemasView(List<SchemaView> schemas) {
    this(schemas, schemas.size());
  }
}
