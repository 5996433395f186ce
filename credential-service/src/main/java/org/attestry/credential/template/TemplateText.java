package org.attestry.credential.template;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads the Handlebars forms {@code {{path}}}, {@code {{#each}}}, {@code {{#if}}}, {@code
 * {{#unless}}}, {@code {{else}}} and comments. All other forms of Handlebars (partials, other
 * helpers, parameters) are refused, so that a template never does less than it shows.
 */
final class TemplateText {

  private static final int DEEPEST = 16;
  private static final int LONGEST_SHOWN = 100;
  private static final String FORMS =
      "; known are {{path}}, {{#each path}}, {{#if path}}, {{#unless path}} and {{else}}.";

  private final String source;
  private int at;
  private int expression;
  private boolean trimNext;
  private String closing;

  private TemplateText(String source) {
    this.source = source;
  }

  /**
   * @throws TemplateSyntaxException if the text is not a template
   */
  static List<TemplatePart> parse(String source) {
    TemplateText text = new TemplateText(source);
    List<TemplatePart> parts = text.block(null, 0);
    if (text.closing != null) {
      throw text.wrong(shown(text.closing) + " stands outside a block.");
    }
    return parts;
  }

  static boolean hasExpressions(String source) {
    return source.contains("{{");
  }

  private List<TemplatePart> block(String name, int depth) {
    if (depth > DEEPEST) {
      throw wrong("Blocks are nested deeper than " + DEEPEST + " levels.");
    }
    List<TemplatePart> parts = new ArrayList<>();
    int opened = expression;
    while (at < source.length()) {
      int open = source.indexOf("{{", at);
      text(parts, open < 0 ? source.length() : open);
      if (open < 0) {
        break;
      }
      expression = open;
      String tag = tag(open, parts);
      if (tag.equals("else") || tag.startsWith("else ") || tag.startsWith("/") || tag.equals("^")) {
        closing = tag;
        return parts;
      }
      expression(tag, parts, depth);
    }
    closing = null;
    if (name != null) {
      expression = opened;
      throw wrong("{{#" + name + "}} is not closed.");
    }
    at = source.length();
    return parts;
  }

  private void text(List<TemplatePart> parts, int end) {
    int from = at;
    while (trimNext && from < end && Character.isWhitespace(source.charAt(from))) {
      from++;
    }
    trimNext = false;
    if (from < end) {
      parts.add(new TemplatePart.Text(source.substring(from, end), from));
    }
  }

  private TemplateSyntaxException wrong(String message) {
    return new TemplateSyntaxException(message, TextPlace.of(source, expression));
  }

  private String tag(int open, List<TemplatePart> parts) {
    if (source.startsWith("{{!--", open)) {
      at = after("--}}", open + 5);
      return "!";
    }
    boolean triple = source.startsWith("{{{", open);
    String end = triple ? "}}}" : "}}";
    int start = open + end.length();
    at = after(end, start);
    String inner = source.substring(start, at - end.length());
    if (inner.startsWith("~")) {
      trimLast(parts);
      inner = inner.substring(1);
    }
    if (inner.endsWith("~")) {
      trimNext = true;
      inner = inner.substring(0, inner.length() - 1);
    }
    return inner.strip();
  }

  private int after(String end, int from) {
    int found = source.indexOf(end, from);
    if (found < 0) {
      throw wrong("{{ without " + end + ".");
    }
    return found + end.length();
  }

  private static void trimLast(List<TemplatePart> parts) {
    if (!parts.isEmpty() && parts.getLast() instanceof TemplatePart.Text last) {
      String trimmed = last.text().stripTrailing();
      parts.removeLast();
      if (!trimmed.isEmpty()) {
        parts.add(new TemplatePart.Text(trimmed, last.at()));
      }
    }
  }

  private void expression(String tag, List<TemplatePart> parts, int depth) {
    if (tag.startsWith("!")) {
      return;
    }
    if (tag.startsWith("#")) {
      String[] words = tag.substring(1).strip().split("\\s+", 2);
      parts.add(open(words[0], words.length == 2 ? words[1] : "", words[0], depth));
      return;
    }
    parts.add(new TemplatePart.Value(path(tag.startsWith("&") ? tag.substring(1).strip() : tag)));
  }

  private TemplatePart open(String helper, String argument, String closedBy, int depth) {
    if (!helper.equals("each") && !helper.equals("if") && !helper.equals("unless")) {
      throw wrong(shown("#" + helper) + " is not known" + FORMS);
    }
    Path path = path(argument);
    List<TemplatePart> body = block(closedBy, depth + 1);
    List<TemplatePart> otherwise = otherwise(closedBy, depth);
    return switch (helper) {
      case "each" -> new TemplatePart.Each(path, body, otherwise);
      case "if" -> new TemplatePart.If(path, body, otherwise);
      default -> new TemplatePart.If(path, otherwise, body);
    };
  }

  private List<TemplatePart> otherwise(String closedBy, int depth) {
    if (closing.equals("/" + closedBy)) {
      return List.of();
    }
    if (closing.startsWith("else ")) {
      String[] words = closing.substring(5).strip().split("\\s+", 2);
      return List.of(open(words[0], words.length == 2 ? words[1] : "", closedBy, depth + 1));
    }
    if (closing.startsWith("/")) {
      throw wrong("{{#" + closedBy + "}} is closed by " + shown(closing) + ".");
    }
    List<TemplatePart> otherwise = block(closedBy, depth + 1);
    if (!closing.equals("/" + closedBy)) {
      throw wrong("{{#" + closedBy + "}} has a second {{else}}.");
    }
    return otherwise;
  }

  private Path path(String text) {
    Path path = Path.parse(text);
    if (path == null) {
      throw wrong(shown(text) + " is not a path" + FORMS);
    }
    return path;
  }

  /** Returns the beginning of an expression for a message, which is enough to find it. */
  private static String shown(String expression) {
    if (expression.length() <= LONGEST_SHOWN) {
      return "{{" + expression + "}}";
    }
    boolean pair = Character.isHighSurrogate(expression.charAt(LONGEST_SHOWN - 1));
    return "{{" + expression.substring(0, LONGEST_SHOWN - (pair ? 1 : 0)) + "…}}";
  }
}
