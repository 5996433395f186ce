package org.attestry.registry.domain.types;

import org.attestry.contracts.FieldPath;

/** An index that searches of a type have shown to be needed; the type does not declare it. */
public record LearnedIndex(Kind kind, FieldPath field) {

  /** What an index serves. */
  public enum Kind {
    /** Equality and ranges of the field's scalar values, and the order of its numbers. */
    VALUES,
    /** Parts of the field's texts, and texts in any case. */
    PARTS,
    /** Equality of the array's items. */
    ITEMS,
    /** No index: what the database knows of the values of a field that has none. */
    STATISTICS
  }
}
