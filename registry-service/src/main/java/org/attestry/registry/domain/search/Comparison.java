package org.attestry.registry.domain.search;

/** How a value compares with what a filter gives. */
public enum Comparison {
  /** Equal to one of the values. */
  EQUAL,
  GREATER,
  GREATER_OR_EQUAL,
  LESS,
  LESS_OR_EQUAL,
  /** From the first value to the second, both included. */
  BETWEEN,
  CONTAINS,
  STARTS_WITH,
  ENDS_WITH,
  /** There is a value; JSON null is one. */
  EXISTS;

  /** Whether it compares with a part of a text. */
  public boolean ofText() {
    return this == CONTAINS || this == STARTS_WITH || this == ENDS_WITH;
  }

  /** Whether it needs an order of the values. */
  public boolean ofOrder() {
    return switch (this) {
      case GREATER, GREATER_OR_EQUAL, LESS, LESS_OR_EQUAL, BETWEEN -> true;
      case EQUAL, CONTAINS, STARTS_WITH, ENDS_WITH, EXISTS -> false;
    };
  }
}
