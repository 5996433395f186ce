package org.attestry.runtime.condition;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * One value on a side of a comparison.
 *
 * @param text as it would be written
 * @param kind what it is in the record
 */
record Value(String text, Kind kind) {

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,100}(\\.\\d{1,100})?");
  private static final int LONGEST_NUMBER = 202;

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

  /** The number that it is or reads as, or null. */
  BigDecimal number() {
    if (text.length() > LONGEST_NUMBER || !NUMBER.matcher(text).matches()) {
      return null;
    }
    return new BigDecimal(text);
  }

  /** Whether it is, or reads as, a number. */
  boolean isNumeric() {
    return number() != null;
  }

  /** Whether it compares as a text with everything that may. */
  boolean isNoNumber() {
    return mayBeText() && !isNumeric();
  }

  boolean mayBeText() {
    return kind != Kind.NUMBER;
  }

  /** What {@link String#equalsIgnoreCase} compares. */
  String withoutCase() {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      out.append(Character.toLowerCase(Character.toUpperCase(text.charAt(i))));
    }
    return out.toString();
  }

  /**
   * Whether a text stands somewhere in this one; the empty one stands nowhere. In linear time
   * (Knuth, Morris and Pratt, 1977).
   */
  boolean hasPart(String part) {
    if (part.isEmpty() || part.length() > text.length()) {
      return false;
    }
    int[] borders = borders(part);
    int matched = 0;
    for (int i = 0; i < text.length() && matched < part.length(); i++) {
      while (matched > 0 && text.charAt(i) != part.charAt(matched)) {
        matched = borders[matched - 1];
      }
      matched += text.charAt(i) == part.charAt(matched) ? 1 : 0;
    }
    return matched == part.length();
  }

  /** For each beginning of a text, how much of it is its end as well. */
  private static int[] borders(String part) {
    int[] borders = new int[part.length()];
    int matched = 0;
    for (int i = 1; i < part.length(); i++) {
      while (matched > 0 && part.charAt(i) != part.charAt(matched)) {
        matched = borders[matched - 1];
      }
      matched += part.charAt(i) == part.charAt(matched) ? 1 : 0;
      borders[i] = matched;
    }
    return borders;
  }
}
