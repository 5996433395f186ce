package org.attestry.contracts.schema;

import java.util.List;

/**
 * @param schemas by name
 * @param totalCount number of schemas on all pages
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
