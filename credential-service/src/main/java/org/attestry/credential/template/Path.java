package org.attestry.credential.template;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The path of a value: {@code name}, {@code address.city}, {@code marks.0.subject}, {@code
 * marks.[first term]}, {@code this}, {@code ../name}, {@code @index}.
 *
 * @param parents the number of scopes to leave first
 * @param variable {@code index}, {@code first}, {@code last}, {@code key}, {@code root}, or null
 * @param segments member names or array positions
 */
record Path(int parents, String variable, List<String> segments) {

  private static final Pattern SEGMENT =
      Pattern.compile("\\[([^\\]]+)]|([^\\s./\\[\\]{}()=|@'\"#]+)");
  private static final List<String> VARIABLES = List.of("index", "first", "last", "key", "root");

  Path {
    segments = List.copyOf(segments);
  }

  /** Returns the path as it is written in a template. */
  String text() {
    String names =
        segments.stream()
            .map(name -> SEGMENT.matcher(name).matches() ? name : "[" + name + "]")
            .collect(Collectors.joining("."));
    String named = variable == null ? names : "@" + variable + (names.isEmpty() ? "" : "." + names);
    return "../".repeat(parents) + (named.isEmpty() ? "this" : named);
  }

  /** Returns the path, or null if the text is no path. */
  static Path parse(String text) {
    int parents = 0;
    while (text.startsWith("../", 3 * parents)) {
      parents++;
    }
    String rest = text.substring(3 * parents);
    if (rest.equals("..")) {
      parents++;
      rest = "this";
    }
    String variable = null;
    if (rest.startsWith("@")) {
      variable =
          VARIABLES.stream()
              .filter(rest.substring(1).split("[./]", 2)[0]::equals)
              .findFirst()
              .orElse(null);
      if (variable == null) {
        return null;
      }
      rest =
          rest.length() == variable.length() + 1 ? "this" : rest.substring(variable.length() + 2);
    }
    List<String> segments = segments(rest);
    return segments == null ? null : new Path(parents, variable, segments);
  }

  private static List<String> segments(String text) {
    if (text.equals("this") || text.equals(".")) {
      return List.of();
    }
    List<String> segments = new ArrayList<>();
    Matcher matcher = SEGMENT.matcher(text);
    int at =
        text.startsWith("this.") || text.startsWith("this/") ? 5 : text.startsWith("./") ? 2 : 0;
    while (true) {
      if (!matcher.region(at, text.length()).lookingAt()) {
        return null;
      }
      segments.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
      at = matcher.end();
      if (at == text.length()) {
        return segments;
      }
      if (text.charAt(at) != '.' && text.charAt(at) != '/') {
        return null;
      }
      at++;
    }
  }
}
