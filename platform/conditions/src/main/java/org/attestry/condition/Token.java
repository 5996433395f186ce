package org.attestry.condition;

import org.attestry.contracts.schema.Condition.Comparator;
import org.attestry.contracts.schema.Condition.Operand;

/**
 * A token of a condition.
 *
 * @param at position of its first character, from 1
 */
record Token(Kind kind, int at, Comparator comparator, Operand operand) {

  enum Kind {
    OPEN,
    CLOSE,
    AND,
    OR,
    NOT,
    /** {@code ==}, {@code !=}, {@code <}, {@code >}. */
    SIGN,
    /** {@code .contains} and the like; its argument follows in parentheses. */
    METHOD,
    OPERAND,
    END
  }

  static Token of(Kind kind, int at) {
    return new Token(kind, at, null, null);
  }
}
