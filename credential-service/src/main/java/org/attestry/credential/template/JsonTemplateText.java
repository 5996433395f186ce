package org.attestry.credential.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes a template that is a JSON text. A mark replaces each value, within a string or as a string
 * of its own. So the text is parsed as JSON before data enters it, and any data ends up within one
 * JSON string.
 */
final class JsonTemplateText implements Output {

  private static final char OPEN = '\uE000';
  private static final char CLOSE = '\uE001';
  private static final Pattern MARK = Pattern.compile(OPEN + "(\\d{1,9})" + CLOSE);
  private static final Pattern RESERVED = Pattern.compile("[" + OPEN + CLOSE + "]|\\\\u[eE]00[01]");

  /** A value, and its text within other text. */
  private record Filling(JsonNode value, String text) {}

  private final StringBuilder json = new StringBuilder();
  private final List<Filling> values = new ArrayList<>();
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
  public void value(JsonNode value, String text) {
    String mark = OPEN + Integer.toString(values.size()) + CLOSE;
    values.add(new Filling(value, text));
    json.append(inString ? mark : '"' + mark + '"');
  }

  /** Returns the JSON text, with marks. */
  String json() {
    return json.toString();
  }

  /**
   * Replaces the marks by their values.
   *
   * @return null if a single value is the whole string and is missing or empty
   */
  JsonNode fill(String marked, TypedValue typed) {
    Matcher mark = MARK.matcher(marked);
    if (mark.matches()) {
      return typed.of(filling(mark).value());
    }
    return TextNode.valueOf(
        mark.replaceAll(match -> Matcher.quoteReplacement(filling(match).text())));
  }

  private Filling filling(MatchResult mark) {
    return values.get(Integer.parseInt(mark.group(1)));
  }

  static boolean isMarked(String text) {
    return text.indexOf(OPEN) >= 0;
  }
}
