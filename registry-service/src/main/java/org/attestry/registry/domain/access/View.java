package org.attestry.registry.domain.access;

/** How much of an entity a caller sees: everything, or all but the hidden fields. */
public enum View {
  FULL,
  PUBLIC
}
