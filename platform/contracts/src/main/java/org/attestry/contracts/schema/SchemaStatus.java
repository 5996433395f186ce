package org.attestry.contracts.schema;

/** The life of a schema (interface 5.3). Only a published one makes entity types. */
public enum SchemaStatus {
  DRAFT,
  PUBLISHED,
  DEPRECATED
}
