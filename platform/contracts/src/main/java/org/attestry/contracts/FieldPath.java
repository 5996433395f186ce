package org.attestry.contracts;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.List;

/**
 * A path into an entity: the part of JSONPath (RFC 9535) that schemas use. Written {@code $.a.b},
 * {@code $.a[*].b}, {@code $.a.[*].b}, {@code $.a.*.b}, {@code $['a b'].c}, or bare, {@code a.b}.
 *
 * @param segments member names from the root on; {@code *} stands for every item of an array or
 *     every member of an object
 */
public record FieldPath(List<String> segments) {

  public static final String ANY = "*";

  public FieldPath {
    segments = List.copyOf(segments);
  }

  /**
   * Parses a path.
   *
   * @throws IllegalArgumentException with a message that describes the mistake
   */
  @JsonCreator
  public static FieldPath parse(String text) {
    return new FieldPath(new Reader(text).segments());
  }

  public static FieldPath of(String... segments) {
    return new FieldPath(List.of(segments));
  }

  /** Returns the first segment: the top-level property of the path. */
  public String property() {
    return segments.isEmpty() ? "" : segments.get(0);
  }

  /** Whether this path is a prefix of the other one, or equal to it. */
  public boolean covers(FieldPath other) {
    if (segments.size() > other.segments.size()) {
      return false;
    }
    for (int i = 0; i < segments.size(); i++) {
      if (!segments.get(i).equals(ANY) && !segments.get(i).equals(other.segments.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Whether one of the two paths is a prefix of the other. */
  public boolean overlaps(FieldPath other) {
    int shared = Math.min(segments.size(), other.segments.size());
    for (int i = 0; i < shared; i++) {
      String mine = segments.get(i);
      String theirs = other.segments.get(i);
      if (!mine.equals(theirs) && !mine.equals(ANY) && !theirs.equals(ANY)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the normal form: {@code $.a[*]['b c']}. */
  @JsonValue
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder("$");
    for (String segment : segments) {
      if (segment.equals(ANY)) {
        out.append("[*]");
      } else if (isPlain(segment)) {
        out.append('.').append(segment);
      } else {
        out.append("['").append(segment.replace("\\", "\\\\").replace("'", "\\'")).append("']");
      }
    }
    return out.toString();
  }

  private static boolean isPlain(String segment) {
    return !segment.isEmpty()
        && segment.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_');
  }

  private static final class Reader {
    private final String text;
    private int at;

    Reader(String text) {
      this.text = text;
    }

    List<String> segments() {
      List<String> found = new ArrayList<>();
      if (text.startsWith("$")) {
        at = 1;
      }
      while (at < text.length()) {
        if (text.charAt(at) == '.') {
          at++;
        }
        found.add(at < text.length() && text.charAt(at) == '[' ? bracket() : name());
      }
      return found;
    }

    private String name() {
      int start = at;
      while (at < text.length() && text.charAt(at) != '.' && text.charAt(at) != '[') {
        at++;
      }
      if (start == at) {
        throw new IllegalArgumentException(
            "The path '%s' has an empty segment at character %d.".formatted(text, at + 1));
      }
      return text.substring(start, at);
    }

    private String bracket() {
      if (text.startsWith("[*]", at)) {
        at += 3;
        return ANY;
      }
      char quote = at + 1 < text.length() ? text.charAt(at + 1) : 0;
      if (quote == '\'' || quote == '"') {
        return quoted(quote);
      }
      throw new IllegalArgumentException(
          "The path '%s' may have [*] or ['name'] at character %d, nothing else in brackets."
              .formatted(text, at + 1));
    }

    private String quoted(char quote) {
      StringBuilder name = new StringBuilder();
      int i = at + 2;
      while (i < text.length() && text.charAt(i) != quote) {
        if (text.charAt(i) == '\\' && i + 1 < text.length()) {
          i++;
        }
        name.append(text.charAt(i++));
      }
      if (!text.startsWith(quote + "]", i)) {
        throw new IllegalArgumentException(
            "The path '%s' has a bracket that is not closed.".formatted(text));
      }
      at = i + 2;
      return name.toString();
    }
  }
}
