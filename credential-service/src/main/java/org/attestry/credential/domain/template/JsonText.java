package org.attestry.credential.domain.template;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes a template that is a JSON text. Each value is replaced by a mark, inside a string or as a
 * string of its own, so that the text can be parsed as JSON before any data enters it: whatever the
 * data holds, it ends up inside one JSON string.
 */
final class JsonText implements Output {

  private static final char OPEN = '\uE000';
  private static final char CLOSE = '\uE001';
  private static final Pattern MARK = Pattern.compile(OPEN + "(\\d{1,9})" + CLOSE);
  private static final Pattern RESERVED = Pattern.compile("[" + OPEN + CLOSE + "]|\\\\u[eE]00[01]");

  private final StringBuilder json = new StringBuilder();
  private final List<String> values = new ArrayList<>();
  private boolean inString;
  private boolean escaped;

  static boolean usesReservedCharacters(String template) {
    return RESERVED.matcher(template).find();
  }

  @Override
  public void text(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (escaped) {
        escaped = false;
      } else if (inString && c == '\\') {
        escaped = true;
      } else if (c == '"') {
        inString = !inString;
      }
    }
    json.append(text);
  }

  @Override
  public void value(String value) {
    String mark = OPEN + Integer.toString(values.size()) + CLOSE;
    values.add(value);
    json.append(inString ? mark : '"' + mark + '"');
  }

  /** The JSON text, with marks. */
  String json() {
    return json.toString();
  }

  /** Puts the values where their marks are. */
  UnaryOperator<String> values() {
    return marked ->
        MARK.matcher(marked)
            .replaceAll(
                match -> Matcher.quoteReplacement(values.get(Integer.parseInt(match.group(1)))));
  }

  static boolean isMarked(String text) {
    return text.indexOf(OPEN) >= 0;
  }
}
