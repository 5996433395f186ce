package org.attestry.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * One operation as the router serves it.
 *
 * @param operationId the contract operation's name in camel case, with an ending where the
 *     interface has it in a second form
 * @param path a template such as {@code /api/v1/{type}/{id}}; a parameter written {@code {name+}}
 *     takes the rest of the path
 * @param operation what the envelope's id ends with
 * @param costly whether it takes much of the suite's work, so that a caller may have only a few in
 *     flight
 * @param query the names of the query parameters
 * @param idempotent whether it reads {@code Idempotency-Key}
 * @param body what the request's body is
 * @param replies the media types of a successful response, the default first
 * @param negotiated whether a request must accept one of them
 * @param anyOrigin whether scripts of any web origin may read the responses
 * @param handler what handles a request
 */
public record Endpoint(
    String operationId,
    HttpMethod method,
    String path,
    EnvelopeOperation operation,
    boolean costly,
    List<String> query,
    boolean idempotent,
    Body body,
    List<String> replies,
    boolean negotiated,
    boolean anyOrigin,
    Handler handler) {

  /** Parameters that match no word that another endpoint has in their place. */
  private static final Set<String> NO_WORDS = Set.of("id", "type");

  private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)(\\+?)}");

  /** Handles one request. */
  @FunctionalInterface
  public interface Handler {
    Future<Reply> handle(Call call);
  }

  static Endpoint of(ApiOperation operation, Handler handler) {
    JsonNode described = operation.described();
    boolean rest = operation.has("x-rest");
    return new Endpoint(
        operation.operationId(),
        operation.method(),
        rest ? operation.path().replaceFirst("}$", "+}") : operation.path(),
        described.has("x-op")
            ? EnvelopeOperation.valueOf(described.get("x-op").textValue())
            : EnvelopeOperation.of(operation.method()),
        operation.has("x-costly"),
        operation.parameters("query"),
        operation.parameters("header").contains("Idempotency-Key"),
        Body.of(described.path("requestBody"), operation.has("x-unchecked")),
        MediaTypes.of(operation.success()),
        described.path("responses").has("406"),
        operation.has("x-any-origin"),
        handler);
  }

  /**
   * The path as an expression for the router; a parameter matches within one segment only, and an
   * id or a type is none of the words that other endpoints have in its place.
   */
  String routedPath(List<Endpoint> all) {
    String literal = path.replace(".", "\\.");
    return PARAMETER
        .matcher(literal)
        .replaceAll(
            found -> {
              String taken = expression(found, literal.startsWith("\\.", found.end()));
              Set<String> words = wordsInPlaceOf(found.group(1), all);
              return words.isEmpty()
                  ? taken
                  : "(?!(?:%s)(?![^/]))".formatted(String.join("|", words)) + taken;
            });
  }

  private Set<String> wordsInPlaceOf(String parameter, List<Endpoint> all) {
    int at = NO_WORDS.contains(parameter) ? path.indexOf("{" + parameter + "}") : 0;
    Set<String> words = new TreeSet<>();
    for (Endpoint other : all) {
      if (at > 0 && other.path.startsWith(path.substring(0, at))) {
        String word = other.path.substring(at).split("/")[0];
        if (!word.startsWith("{")) {
          words.add(word);
        }
      }
    }
    return words;
  }

  /** The number of the segment where a parameter of the path begins; the first segment is 1. */
  int segmentOf(String parameter) {
    List<String> segments = List.of(path.split("/"));
    return IntStream.range(0, segments.size())
        .filter(i -> segments.get(i).matches("\\{%s\\+?}.*".formatted(parameter)))
        .findFirst()
        .orElseThrow();
  }

  /** How many characters of its segment stand after a parameter, such as of {@code {type}.json}. */
  int charactersAfter(String parameter) {
    String segment = path.split("/")[segmentOf(parameter)];
    return segment.length() - segment.indexOf('}') - 1;
  }

  /** Nothing that was taken is given back: a dot that follows is not taken. */
  private static String expression(MatchResult parameter, boolean beforeDot) {
    if (beforeDot) {
      return "[^/.]++";
    }
    return parameter.group(2).isEmpty() ? "[^/]++" : "[^/]++(?:/[^/]++)*+";
  }
}
