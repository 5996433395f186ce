package org.attestry.registry.access;

/** The part of an entity that a caller sees: all fields, or all but the hidden ones. */
public enum View {
  FULL,
  PUBLIC
}
