package org.attestry.gateway.http;

import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * One operation of the interface: the router serves it and the interface description describes it
 * from this record alone.
 *
 * @param operationId the contract operation's name in camel case
 * @param path a template such as {@code /api/v1/{type}/{id}}; a parameter written {@code {name+}}
 *     takes the rest of the path
 * @param op what the envelope's id ends with
 * @param token whether a token is needed
 * @param summary one sentence
 * @param query the query parameters
 * @param traits what else a client may send
 * @param body what the request's body is
 * @param reply what a success answers
 * @param handler what answers
 */
public record Endpoint(
    String operationId,
    HttpMethod method,
    String path,
    Op op,
    Token token,
    String summary,
    List<Query> query,
    Set<Trait> traits,
    Body body,
    Reply reply,
    Handler handler) {

  private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)(\\+?)}");

  /** Whether a request needs a token. */
  public enum Token {
    /** Anybody may ask. */
    NEVER,
    /** Needed unless the type's roles contain {@code anonymous}. */
    BY_TYPE,
    ALWAYS
  }

  /** What else a client may send. */
  public enum Trait {
    /** {@code If-Match} is honoured. */
    IF_MATCH,
    /** The operation is also described once for each published type. */
    TYPED
  }

  /**
   * A query parameter.
   *
   * @param kind {@code string}, {@code boolean} or {@code integer}
   */
  public record Query(String name, String kind, boolean required, String says) {}

  /** Answers one request. */
  @FunctionalInterface
  public interface Handler {
    Future<Answer> answer(Call call);
  }

  public Endpoint {
    query = List.copyOf(query);
    traits = Set.copyOf(traits);
  }

  static Endpoint get(String operationId, String path, Op op) {
    return of(operationId, HttpMethod.GET, path, op);
  }

  static Endpoint post(String operationId, String path, Op op) {
    return of(operationId, HttpMethod.POST, path, op);
  }

  static Endpoint put(String operationId, String path, Op op) {
    return of(operationId, HttpMethod.PUT, path, op);
  }

  static Endpoint delete(String operationId, String path, Op op) {
    return of(operationId, HttpMethod.DELETE, path, op);
  }

  private static Endpoint of(String operationId, HttpMethod method, String path, Op op) {
    return new Endpoint(
        operationId,
        method,
        path,
        op,
        Token.ALWAYS,
        "",
        List.of(),
        Set.of(),
        Body.none(),
        Reply.blank(),
        call -> Future.failedFuture(new IllegalStateException(operationId + " has no handler")));
  }

  Endpoint says(String sentence) {
    return new Endpoint(
        operationId, method, path, op, token, sentence, query, traits, body, reply, handler);
  }

  Endpoint token(Token needed) {
    return new Endpoint(
        operationId, method, path, op, needed, summary, query, traits, body, reply, handler);
  }

  Endpoint query(String name, String kind, boolean required, String sentence) {
    List<Query> more = new ArrayList<>(query);
    more.add(new Query(name, kind, required, sentence));
    return new Endpoint(
        operationId, method, path, op, token, summary, more, traits, body, reply, handler);
  }

  Endpoint with(Trait... given) {
    return new Endpoint(
        operationId, method, path, op, token, summary, query, Set.of(given), body, reply, handler);
  }

  Endpoint takes(Body taken) {
    return new Endpoint(
        operationId, method, path, op, token, summary, query, traits, taken, reply, handler);
  }

  Endpoint replies(Reply given) {
    return new Endpoint(
        operationId, method, path, op, token, summary, query, traits, body, given, handler);
  }

  Endpoint by(Handler answering) {
    return new Endpoint(
        operationId, method, path, op, token, summary, query, traits, body, reply, answering);
  }

  /** The names of the parameters in the path, in their order. */
  public List<String> pathParameters() {
    return PARAMETER.matcher(path).results().map(found -> found.group(1)).toList();
  }

  /** The path as Swagger writes it. */
  public String describedPath() {
    return path.replace("+}", "}");
  }

  /** The path as an expression for the router; a parameter matches within one segment only. */
  String routedPath() {
    return PARAMETER.matcher(path.replace(".", "\\.")).replaceAll(Endpoint::expression);
  }

  /** The number of the segment where a parameter of the path begins; the first segment is 1. */
  int segmentOf(String parameter) {
    List<String> segments = List.of(path.split("/"));
    int at = segments.indexOf("{" + parameter + "}");
    return at >= 0 ? at : segments.indexOf("{" + parameter + "+}");
  }

  private static String expression(MatchResult parameter) {
    return parameter.group(2).isEmpty() ? "[^/]+" : "[^/]+(?:/[^/]+)*";
  }
}
