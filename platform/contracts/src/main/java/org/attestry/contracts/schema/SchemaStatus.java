package org.attestry.contracts.schema;

/** The status of a schema (interface 5.3). Drafts have no entity types. */
public enum SchemaStatus {
  DRAFT,
  PUBLISHED,
  DEPRECATED
}
