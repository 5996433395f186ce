package org.attestry.file.transfer;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A header's value that consists of a word and parameters, such as {@code form-data; name="files"}
 * (RFC 2045 section 5.1). Parsing takes linear time.
 *
 * @param word in lower case
 * @param parameters by their names in lower case
 */
record HeaderValue(String word, Map<String, String> parameters) {

  private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]++";
  private static final Pattern WORD =
      Pattern.compile("[ \\t]*+(%1$s(?:/%1$s)?+)[ \\t]*+".formatted(TOKEN));

  /** A backslash escapes a quote only, because browsers send Windows paths unescaped. */
  private static final Pattern PARAMETER =
      Pattern.compile(
          "\\G;[ \\t]*+(?:(%1$s)=(?:(%1$s)|\"((?:[^\"\\\\]|\\\\\"|\\\\)*+)\"))?+[ \\t]*+"
              .formatted(TOKEN));

  HeaderValue {
    parameters = Map.copyOf(parameters);
  }

  /**
   * @throws IllegalArgumentException when the text is not of this form, or names a parameter twice
   */
  static HeaderValue of(String text) {
    Matcher word = WORD.matcher(text);
    if (!word.lookingAt()) {
      throw new IllegalArgumentException("begins with no word");
    }
    Map<String, String> parameters = new HashMap<>();
    Matcher parameter = PARAMETER.matcher(text).region(word.end(), text.length());
    int end = word.end();
    while (end < text.length() && parameter.find()) {
      end = parameter.end();
      if (parameter.group(1) != null) {
        String name = parameter.group(1).toLowerCase(Locale.ROOT);
        if (parameters.put(name, value(parameter)) != null) {
          throw new IllegalArgumentException("has the parameter '%s' twice".formatted(name));
        }
      }
    }
    if (end < text.length()) {
      throw new IllegalArgumentException("is not properly written");
    }
    return new HeaderValue(word.group(1).toLowerCase(Locale.ROOT), parameters);
  }

  private static String value(Matcher parameter) {
    String token = parameter.group(2);
    return token == null ? parameter.group(3).replace("\\\"", "\"") : token;
  }
}
