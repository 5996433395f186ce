package org.attestry.schema.domain.document;

import com.google.re2j.Pattern;
import java.util.regex.Matcher;

/** Patterns of schemas as the linear-time engine reads them. */
public final class LinearPattern {

  private static final java.util.regex.Pattern ESCAPE =
      java.util.regex.Pattern.compile("\\\\(?:u([0-9A-Fa-f]{4})|.)");

  private LinearPattern() {}

  /**
   * @throws com.google.re2j.PatternSyntaxException when the engine cannot match it
   */
  public static Pattern compile(String pattern) {
    return Pattern.compile(translated(pattern));
  }

  /** ECMA 262 writes a code unit as {@code \\u0041}, RE2 as {@code \\x{0041}}. */
  private static String translated(String pattern) {
    return ESCAPE
        .matcher(pattern)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) == null ? found.group() : "\\x{" + found.group(1) + "}"));
  }
}
