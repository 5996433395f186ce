package org.attestry.registry.query;

/** The ways in which a value is compared with the operands of a filter. */
public enum Comparison {
  /** Equal to one of the operands. */
  EQUAL,
  GREATER,
  GREATER_OR_EQUAL,
  LESS,
  LESS_OR_EQUAL,
  /** Between the first operand and the second, inclusive. */
  BETWEEN,
  CONTAINS,
  STARTS_WITH,
  ENDS_WITH,
  /** The value exists; JSON null counts as a value. */
  EXISTS;

  /** Whether it compares with a part of a text. */
  public boolean ofText() {
    return this == CONTAINS || this == STARTS_WITH || this == ENDS_WITH;
  }

  /** Whether it compares by order. */
  public boolean ofOrder() {
    return switch (this) {
      case GREATER, GREATER_OR_EQUAL, LESS, LESS_OR_EQUAL, BETWEEN -> true;
      case EQUAL, CONTAINS, STARTS_WITH, ENDS_WITH, EXISTS -> false;
    };
  }
}
