package org.attestry.registry.types;

import org.attestry.contracts.FieldPath;

/** An index that searches of a type have shown to be needed; the type does not declare it. */
public record LearnedIndex(Kind kind, FieldPath field) {

  /** The comparisons that an index supports. */
  public enum Kind {
    /** Equality and ranges of the field's scalar values, and the order of its numbers. */
    VALUES,
    /** Parts of the field's texts, and case-insensitive comparison. */
    PARTS,
    /** Equality of the array's items. */
    ITEMS,
    /** Not an index: statistics of the database on the values of a field that has no index. */
    STATISTICS
  }
}
