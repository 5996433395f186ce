package org.attestry.contracts.schema;

/** The life of a schema (seed 3.2). Only a published one makes entity types. */
public enum SchemaStatus {
  DRAFT,
  PUBLISHED,
  DEPRECATED
}
