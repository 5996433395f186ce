package org.attestry.runtime.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;

/**
 * Refuses numbers beyond the range of a double (about 10^-324 to 10^308). A few characters with a
 * huge exponent would stand for millions of digits wherever the number is written out or calculated
 * with, or for more than any number can have. It reads the text, before a number is made of it.
 */
final class NumberCheck {

  private static final int SMALLEST_EXPONENT = -324;
  private static final int LARGEST_EXPONENT = 308;

  /** An exponent with more digits, leading zeros aside, is beyond the range whatever it is of. */
  private static final int EXPONENT_DIGITS = 6;

  /** How many characters the numbers with an exponent have in all when they are written out. */
  private static final int WRITTEN_OUT = 1_000_000;

  private NumberCheck() {}

  /**
   * @param tokens reads what comes from outside
   * @throws IOException when the text is not JSON
   */
  static void refuseIn(JsonBytes json, JsonFactory tokens) throws IOException {
    if (!mayHaveExponent(json.utf8())) {
      return;
    }
    long writtenOut = 0;
    try (JsonParser parser = tokens.createParser(json.utf8())) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token.isNumeric()) {
          writtenOut += refuseBeyond(parser);
        }
        if (writtenOut > WRITTEN_OUT) {
          throw tooLong();
        }
      }
    }
  }

  /** How many characters the number has when it is written out, as the database does. */
  private static int refuseBeyond(JsonParser parser) throws IOException {
    String number = parser.getText();
    if (isBeyond(number)) {
      String message = "The number is beyond the range of 10^-324 to 10^308.";
      String pointer = parser.getParsingContext().pathAsPointer().toString();
      throw Failure.invalid("json.number", pointer, "number", message).exception();
    }
    if (exponent(number) < 0) {
      return 0;
    }
    BigDecimal value = new BigDecimal(number);
    return value.precision() + Math.abs(value.scale());
  }

  private static FailureException tooLong() {
    String message =
        "The numbers with an exponent have more than %d characters when they are written out."
            .formatted(WRITTEN_OUT);
    return Failure.of(FailureKind.TOO_LARGE, "json.too-large", message).exception();
  }

  private static boolean mayHaveExponent(byte[] utf8) {
    for (int i = 1; i < utf8.length; i++) {
      if ((utf8[i] | 0x20) == 'e' && utf8[i - 1] >= '0' && utf8[i - 1] <= '9') {
        return true;
      }
    }
    return false;
  }

  private static boolean isBeyond(String number) {
    int e = exponent(number);
    if (e < 0) {
      return false;
    }
    int digit = e + 1;
    while (digit < number.length() - 1 && !isSignificant(number.charAt(digit))) {
      digit++;
    }
    return number.length() - digit > EXPONENT_DIGITS || isBeyond(new BigDecimal(number));
  }

  /** Where the exponent begins, or -1. */
  private static int exponent(String number) {
    return Math.max(number.indexOf('e'), number.indexOf('E'));
  }

  private static boolean isSignificant(char c) {
    return c >= '1' && c <= '9';
  }

  private static boolean isBeyond(BigDecimal number) {
    long exponent = (long) number.precision() - number.scale() - 1;
    return exponent > LARGEST_EXPONENT || exponent < SMALLEST_EXPONENT;
  }
}
