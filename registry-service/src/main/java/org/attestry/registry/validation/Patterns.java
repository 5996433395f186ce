package org.attestry.registry.validation;

import com.google.re2j.Pattern;
import java.util.HashMap;
import java.util.Map;
import org.attestry.runtime.pattern.LinearPattern;

/**
 * The patterns of one definition. Their compiled size is limited: a few characters such as {@code
 * (a{99}){9}} compile to a thousand instructions, each of which is executed for each character.
 */
final class Patterns {

  /** The maximum number of instructions, which take some ten megabytes. */
  private static final long MOST_INSTRUCTIONS = 200_000;

  private static final int EACH = 20;

  private final Map<String, Pattern> known = new HashMap<>();
  private long instructions;

  /**
   * @throws RuntimeException if RE2 does not support the pattern, or the patterns are too large
   */
  Pattern of(String regex) {
    return known.computeIfAbsent(regex, this::compile);
  }

  private Pattern compile(String regex) {
    Pattern pattern = LinearPattern.compile(regex);
    instructions += pattern.programSize();
    if (instructions > MOST_INSTRUCTIONS) {
      throw new IllegalArgumentException(
          "its patterns are too large; repeat less in them, with maxLength for instance");
    }
    return pattern;
  }

  /** Whether a part of the text matches. */
  static boolean find(Pattern pattern, String text, Validation check) {
    check.spend(EACH + ((long) text.length() * pattern.programSize() >> 5));
    return pattern.matcher(text).find();
  }
}
