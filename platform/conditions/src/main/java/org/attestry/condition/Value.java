package org.attestry.condition;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * A value in a comparison.
 *
 * @param text the value as text
 * @param kind its JSON type, or LITERAL
 */
record Value(String text, Kind kind) {

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,100}(\\.\\d{1,100})?");
  private static final int LONGEST_NUMBER = 202;

  enum Kind {
    /** A JSON string or boolean. */
    TEXT,
    /** A JSON number. */
    NUMBER,
    /** A literal of the condition; in a comparison it has the type of the other side. */
    LITERAL
  }

  static Value of(JsonNode scalar) {
    return scalar.isNumber()
        ? new Value(scalar.decimalValue().toPlainString(), Kind.NUMBER)
        : new Value(scalar.asText(), Kind.TEXT);
  }

  /**
   * Whether two values are equal: numbers by value, texts by their characters. The text 007 is not
   * equal to the text 7.
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

  /** Returns the value of a number or of a numeric text; null for other texts. */
  BigDecimal number() {
    if (text.length() > LONGEST_NUMBER || !NUMBER.matcher(text).matches()) {
      return null;
    }
    return new BigDecimal(text);
  }

  /** Whether the value is a number or a numeric text. */
  boolean isNumeric() {
    return number() != null;
  }

  /** Whether the value can be compared as text only. */
  boolean isNoNumber() {
    return mayBeText() && !isNumeric();
  }

  boolean mayBeText() {
    return kind != Kind.NUMBER;
  }

  /** Returns the text with its case folded as in {@link String#equalsIgnoreCase}. */
  String withoutCase() {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      out.append(Character.toLowerCase(Character.toUpperCase(text.charAt(i))));
    }
    return out.toString();
  }

  /**
   * Whether this text contains a part; the empty part counts as not contained. Runs in linear time
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

  /** Returns, for each prefix of a text, the length of its longest proper border. */
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
