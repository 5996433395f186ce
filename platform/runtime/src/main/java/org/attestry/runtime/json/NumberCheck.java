package org.attestry.runtime.json;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.math.BigDecimal;
import org.attestry.contracts.FailureException;

/**
 * Refuses numbers beyond the range of a double (about 10^-324 to 1.8 · 10^308): JSON's canonical
 * form (RFC 8785) is that of doubles, and none is there for infinity. A short number with a huge
 * exponent has millions of digits when it is written out or calculated with. Checks the text before
 * it is parsed to a number.
 */
final class NumberCheck {

  private static final int SMALLEST_EXPONENT = -324;
  private static final int LARGEST_EXPONENT = 308;

  /** A number without exponent and with fewer digits is within the range. */
  static final int DIGITS_BEYOND = LARGEST_EXPONENT + 1;

  /**
   * The most digits of an exponent, without leading zeros; any number with a longer exponent is out
   * of range.
   */
  private static final int EXPONENT_DIGITS = 6;

  private NumberCheck() {}

  /**
   * Returns the number of characters of the parser's current number when the database writes it
   * without exponent; 0 for a number without exponent, whose length the parser limits.
   *
   * @throws FailureException of kind INVALID with the pointer to a number that is out of range
   */
  static int writtenOut(JsonParser parser) throws IOException {
    String number = parser.getText();
    if (isBeyond(number)) {
      String message = "The number is beyond the range of a double, 10^-324 to 1.797 · 10^308.";
      String pointer = parser.getParsingContext().pathAsPointer().toString();
      throw FailureException.invalid("json.number", pointer, "number", message);
    }
    if (exponent(number) < 0) {
      return 0;
    }
    BigDecimal value = new BigDecimal(number);
    return value.precision() + Math.abs(value.scale());
  }

  private static boolean isBeyond(String number) {
    int e = exponent(number);
    if (e < 0) {
      return number.length() >= DIGITS_BEYOND && isBeyond(new BigDecimal(number));
    }
    int digit = e + 1;
    while (digit < number.length() - 1 && !isSignificant(number.charAt(digit))) {
      digit++;
    }
    return number.length() - digit > EXPONENT_DIGITS || isBeyond(new BigDecimal(number));
  }

  /** Returns the index of the exponent character, or -1. */
  private static int exponent(String number) {
    return Math.max(number.indexOf('e'), number.indexOf('E'));
  }

  private static boolean isSignificant(char c) {
    return c >= '1' && c <= '9';
  }

  private static boolean isBeyond(BigDecimal number) {
    long exponent = (long) number.precision() - number.scale() - 1;
    return exponent > LARGEST_EXPONENT
        || exponent < SMALLEST_EXPONENT
        || Double.isInfinite(number.doubleValue());
  }
}
