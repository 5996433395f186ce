package org.attestry.gateway.page;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Markup that is safe to show.
 *
 * @param markup the HTML source
 */
record Html(String markup) {

  static final Html NONE = new Html("");

  /** Bidirectional controls, which can make a text read otherwise than it is written (UAX 9). */
  private static final String DIRECTIONS = "[\\u202a-\\u202e\\u2066-\\u2069]";

  /**
   * Fills a template from our own code.
   *
   * @param template with {@code %s} for each value, inside elements or quoted attributes only
   * @param values {@link Html} is inserted unchanged, everything else is escaped
   */
  static Html of(String template, Object... values) {
    Object[] safe = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      safe[i] = values[i] instanceof Html html ? html.markup : escaped(String.valueOf(values[i]));
    }
    return new Html(template.formatted(safe));
  }

  static Html all(List<Html> parts) {
    return new Html(parts.stream().map(Html::markup).collect(Collectors.joining()));
  }

  private static String escaped(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (char c : text.replaceAll(DIRECTIONS, "\ufffd").toCharArray()) {
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default ->
            out.append(Character.isISOControl(c) && !Character.isWhitespace(c) ? '\ufffd' : c);
      }
    }
    return out.toString();
  }
}
