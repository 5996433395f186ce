package org.attestry.gateway.http;

import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * One operation of the interface: the router serves it and the interface description describes it
 * from this record alone. One that is not wholly described cannot be made.
 *
 * @param operationId the contract operation's name in camel case, with an ending where the
 *     interface has it in a second form
 * @param path a template such as {@code /api/v1/{type}/{id}}; a parameter written {@code {name+}}
 *     takes the rest of the path
 * @param op what the envelope's id ends with
 * @param audience who may call it
 * @param summary one sentence
 * @param typed whether it is also described once for each published type
 * @param costly whether it takes much of the suite's work, so that a caller may have only a few in
 *     flight
 * @param query the query parameters
 * @param headers the headers it reads
 * @param body what the request's body is
 * @param reply what a success replies
 * @param failures the statuses of its own, in addition to those that follow from the rest
 * @param handler what handles a request
 */
public record Endpoint(
    String operationId,
    HttpMethod method,
    String path,
    Op op,
    AllowedCallers audience,
    String summary,
    boolean typed,
    boolean costly,
    List<Query> query,
    Set<RequestHeader> headers,
    Body body,
    ReplyFormat reply,
    Set<Integer> failures,
    Handler handler) {

  private static final String ID = "id";
  private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)(\\+?)}");

  /**
   * A query parameter.
   *
   * @param kind {@code string}, {@code boolean} or {@code integer}
   */
  public record Query(String name, String kind, boolean required, String description) {}

  /** Handles one request. */
  @FunctionalInterface
  public interface Handler {
    Future<Reply> handle(Call call);
  }

  public Endpoint {
    query = List.copyOf(query);
    headers = Set.copyOf(headers);
    failures = Set.copyOf(failures);
    if (summary.isBlank() || audience == null || reply == null || handler == null) {
      throw new IllegalArgumentException(
          operationId + " must have a summary, its callers, a reply and a handler.");
    }
  }

  /** Whether a caller may have only a few of them in flight. */
  boolean isCostly() {
    return costly || body.kind() == Body.Kind.MULTIPART || body.kind() == Body.Kind.ROWS;
  }

  public static EndpointBuilder get(String operationId, String path) {
    return new EndpointBuilder(operationId, HttpMethod.GET, path);
  }

  public static EndpointBuilder post(String operationId, String path) {
    return new EndpointBuilder(operationId, HttpMethod.POST, path);
  }

  public static EndpointBuilder put(String operationId, String path) {
    return new EndpointBuilder(operationId, HttpMethod.PUT, path);
  }

  public static EndpointBuilder delete(String operationId, String path) {
    return new EndpointBuilder(operationId, HttpMethod.DELETE, path);
  }

  /** The names of the parameters in the path, in their order. */
  public List<String> pathParameters() {
    return PARAMETER.matcher(path).results().map(found -> found.group(1)).toList();
  }

  /** The path as descriptions write it. */
  public String describedPath() {
    return path.replace("+}", "}");
  }

  /**
   * The path as an expression for the router; a parameter matches within one segment only, and an
   * id is none of the words that other endpoints have in its place.
   */
  String routedPath(List<Endpoint> all) {
    String words = String.join("|", wordsInPlaceOfId(all));
    String literal = path.replace(".", "\\.");
    return PARAMETER
        .matcher(literal)
        .replaceAll(
            found -> {
              String taken = expression(found, literal.startsWith("\\.", found.end()));
              return found.group(1).equals(ID) && !words.isEmpty()
                  ? "(?!(?:%s)(?![^/]))".formatted(words) + taken
                  : taken;
            });
  }

  private Set<String> wordsInPlaceOfId(List<Endpoint> all) {
    int at = path.indexOf("{" + ID + "}");
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
