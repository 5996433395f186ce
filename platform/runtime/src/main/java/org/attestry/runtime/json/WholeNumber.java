package org.attestry.runtime.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** A whole number that a client may also send as a string of up to 18 decimal digits. */
public final class WholeNumber {

  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

  private WholeNumber() {}

  /** Returns the number; empty for every other value, also for numbers beyond 64 bits. */
  public static OptionalLong of(JsonNode value) {
    if (value.isTextual() && DIGITS.matcher(value.textValue()).matches()) {
      return OptionalLong.of(Long.parseLong(value.textValue()));
    }
    return value.isIntegralNumber() && value.canConvertToLong()
        ? OptionalLong.of(value.longValue())
        : OptionalLong.empty();
  }
}
