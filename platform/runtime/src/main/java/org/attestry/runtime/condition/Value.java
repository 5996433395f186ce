package org.attestry.runtime.condition;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;

/**
 * One value on a side of a comparison.
 *
 * @param text as it would be written
 * @param kind what it is in the record
 */
record Value(String text, Kind kind) {

  enum Kind {
    /** A JSON string, or a truth. */
    TEXT,
    /** A JSON number. */
    NUMBER,
    /** From the condition itself: it is what it is compared with. */
    LITERAL
  }

  static Value of(JsonNode scalar) {
    return scalar.isNumber()
        ? new Value(scalar.decimalValue().toPlainString(), Kind.NUMBER)
        : new Value(scalar.asText(), Kind.TEXT);
  }

  /**
   * Numbers are equal by value; texts only character by character: 007 is another school than 7.
   */
  boolean equalTo(Value other) {
    boolean numeric =
        (kind == Kind.NUMBER && other.kind != Kind.TEXT)
            || (other.kind == Kind.NUMBER && kind != Kind.TEXT);
    if (numeric && number() != null && other.number() != null) {
      return number().compareTo(other.number()) == 0;
    }
    return text.equals(other.text);
  }

  /**
   * Negative, zero or positive as {@link Comparable}; null when a number would be compared with
   * what is none.
   */
  Integer comparedTo(Value other) {
    BigDecimal one = number();
    BigDecimal two = other.number();
    if (one != null && two != null) {
      return one.compareTo(two);
    }
    return kind == Kind.NUMBER || other.kind == Kind.NUMBER ? null : text.compareTo(other.text);
  }

  /** The number that it is or reads as, or null. */
  private BigDecimal number() {
    if (!text.matches("-?\\d{1,100}(\\.\\d{1,100})?")) {
      return null;
    }
    return new BigDecimal(text);
  }
}
