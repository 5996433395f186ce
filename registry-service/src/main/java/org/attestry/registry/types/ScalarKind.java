package org.attestry.registry.types;

/** The JSON types whose values can be compared. */
public enum ScalarKind {
  NUMBER,
  TEXT,
  TRUTH
}
