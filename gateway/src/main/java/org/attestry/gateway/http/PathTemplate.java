package org.attestry.gateway.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The path of an endpoint, such as {@code /api/v1/{type}/{id}}. A parameter matches within one
 * segment only; a parameter written as {@code {name+}} matches the rest of the path.
 */
public final class PathTemplate {

  /** Parameters that do not match a literal segment of another endpoint in the same position. */
  private static final Set<String> NO_WORDS = Set.of("id", "type");

  private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)(\\+?)}");

  private final String text;
  private final Map<String, Place> places = new HashMap<>();

  PathTemplate(String text) {
    this.text = text;
    String[] segments = text.split("/");
    for (int i = 0; i < segments.length; i++) {
      Matcher parameter = PARAMETER.matcher(segments[i]);
      if (parameter.lookingAt()) {
        places.put(parameter.group(1), new Place(i, segments[i].length() - parameter.end()));
      }
    }
  }

  public String text() {
    return text;
  }

  /**
   * The position of a parameter.
   *
   * @param segment the number of its segment; the first segment is 1
   * @param charactersAfter how many characters follow it in its segment, such as in {@code
   *     {type}.json}
   */
  record Place(int segment, int charactersAfter) {}

  Place place(String parameter) {
    return places.get(parameter);
  }

  /** Returns the least number of segments of a matching path. */
  public int segments() {
    return segments(text);
  }

  public static int segments(String path) {
    int segments = 0;
    for (int at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      segments++;
    }
    return segments;
  }

  /** Whether the last parameter matches the rest of the path. */
  public boolean takesRest() {
    return text.endsWith("+}");
  }

  /**
   * Returns the pattern of a matching path, normalized and encoded. An id or a type does not match
   * a literal segment that other endpoints have in its position.
   */
  public Pattern pattern(List<PathTemplate> all) {
    String literal = text.replace(".", "\\.");
    return Pattern.compile(
        PARAMETER
            .matcher(literal)
            .replaceAll(
                found -> {
                  String taken = expression(found, literal.startsWith("\\.", found.end()));
                  Set<String> words = wordsInPlaceOf(found.group(1), all);
                  return words.isEmpty()
                      ? taken
                      : "(?!(?:%s)(?![^/]))".formatted(String.join("|", words)) + taken;
                }));
  }

  private Set<String> wordsInPlaceOf(String parameter, List<PathTemplate> all) {
    int at = NO_WORDS.contains(parameter) ? text.indexOf("{" + parameter + "}") : 0;
    Set<String> words = new TreeSet<>();
    for (PathTemplate other : all) {
      if (at > 0 && other.text.startsWith(text.substring(0, at))) {
        String word = other.text.substring(at).split("/")[0];
        if (!word.startsWith("{")) {
          words.add(word);
        }
      }
    }
    return words;
  }

  /**
   * Returns an expression that never backtracks. It does not match a dot if a dot follows the
   * parameter.
   */
  private static String expression(MatchResult parameter, boolean beforeDot) {
    if (beforeDot) {
      return "[^/.]++";
    }
    return parameter.group(2).isEmpty() ? "[^/]++" : "[^/]++(?:/[^/]++)*+";
  }
}
