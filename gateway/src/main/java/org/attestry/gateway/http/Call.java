package org.attestry.gateway.http;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.json.Json;

/**
 * One request as it is passed to its endpoint: the caller is authenticated, the body is read and
 * well formed. Reading a malformed parameter fails with kind INVALID.
 */
public final class Call {

  private static final int USUAL_PAGE = 20;
  private static final int MOST_LISTED = 1_000;
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,10}");
  private static final Pattern ENTITY_TAG = Pattern.compile("\"(\\d{1,18})\"");

  private final Endpoint endpoint;
  private final RoutingContext web;
  private final BusClient bus;
  private final String[] segments;
  private final CallContext context;
  private final JsonBytes body;
  private final LongSupplier counter;
  private final Future<Void> broken;

  /**
   * @param counter counts one more request of the caller; returns 0, or the seconds until one is
   *     allowed
   * @param broken fails if the rest of the body will never arrive
   */
  public Call(
      Endpoint endpoint,
      RoutingContext web,
      BusClient bus,
      CallContext context,
      JsonBytes body,
      LongSupplier counter,
      Future<Void> broken) {
    this.endpoint = endpoint;
    this.web = web;
    this.bus = bus;
    this.segments = web.normalizedPath().split("/");
    this.context = context;
    this.body = body;
    this.counter = counter;
    this.broken = broken;
  }

  public CallContext context() {
    return context;
  }

  /** Returns whom the request is served for. */
  public CallerKey caller() {
    return context.deadline().caller();
  }

  /** Requests an operation for the caller. */
  public <Q, R> Future<R> request(Operation<Q, R> operation, Q request) {
    return bus.request(operation, request, context);
  }

  /** Requests an operation with the request's body; the reply has its result in an envelope. */
  public <Q, R> Future<Reply> result(Operation<Q, R> operation, Class<Q> type) {
    return request(operation, body(type)).map(Reply::result);
  }

  /** Requests an operation as an anonymous caller. */
  public <Q, R> Future<R> requestAsNobody(Operation<Q, R> operation, Q request) {
    return bus.request(operation, request, context.asNobody());
  }

  /** Returns requests for the caller that are retried while their service is unavailable. */
  public RetriedRequests retried(Vertx vertx) {
    return new RetriedRequests(vertx, bus, context);
  }

  /**
   * Counts a part of this request as one more request; returns 0, or the seconds until one is
   * allowed.
   */
  public long countOneMore() {
    return counter.getAsLong();
  }

  /**
   * Returns a future that fails if the rest of the request's body will never arrive, because its
   * framing is broken.
   */
  public Future<Void> broken() {
    return broken;
  }

  /**
   * Whether nothing more can be read: the client has disconnected, or the framing of the body is
   * broken.
   */
  public boolean isCutOff() {
    return request().response().closed() || broken.failed();
  }

  public HttpServerRequest request() {
    return web.request();
  }

  /** Returns the host that the request names, with its port if it names one; null without one. */
  public String host() {
    return request().getHeader(HttpHeaders.HOST);
  }

  /** The request's body. */
  public JsonBytes body() {
    return body;
  }

  /** Returns the request's body as a record; its schema, if it has one, has been checked. */
  public <T> T body(Class<T> type) {
    return Json.read(body, type);
  }

  /** Whether the client prefers the reply in this form. */
  public boolean wants(String mediaType) {
    return MediaTypes.wants(MediaTypes.accepted(request()), mediaType);
  }

  /** Whether the client is a program: it accepts no HTML, or prefers JSON to it. */
  public boolean readsJson() {
    String accepted = MediaTypes.accepted(request());
    return !accepted.isEmpty() && !accepted.equals("*/*") && !wants(MediaTypes.HTML);
  }

  /** The endpoint's media types that the client accepts, the preferred ones first. */
  public List<String> preferred() {
    return MediaTypes.preferred(MediaTypes.accepted(request()), endpoint.replies());
  }

  /** Whether the client prefers the media type to the endpoint's others. */
  public boolean prefers(String mediaType) {
    return preferred().stream().findFirst().filter(mediaType::equals).isPresent();
  }

  /** A parameter of the path; an encoded slash in it is a character, never a separator. */
  public String path(String name) {
    PathTemplate.Place place = endpoint.path().place(name);
    String segment = segments[place.segment()];
    return decoded(name, segment.substring(0, segment.length() - place.charactersAfter()));
  }

  public String type() {
    return path("type");
  }

  public String id() {
    return path("id");
  }

  /** Returns all segments that the last parameter of the path matches. */
  public List<String> rest(String name) {
    List<String> rest = new ArrayList<>();
    for (int i = endpoint.path().place(name).segment(); i < segments.length; i++) {
      rest.add(decoded(name, segments[i]));
    }
    return rest;
  }

  /** A header of the request, or null. */
  public String header(String name) {
    return web.request().getHeader(name);
  }

  /** Returns the values of all header fields with the name. */
  public List<String> headers(String name) {
    return web.request().headers().getAll(name);
  }

  /** A query parameter, or null. */
  public String query(String name) {
    List<String> values = web.queryParam(name);
    return values.isEmpty() ? null : values.get(0);
  }

  public String mandatory(String name) {
    String value = query(name);
    if (value == null || value.isEmpty()) {
      throw invalid("required", "The query parameter '%s' is missing.".formatted(name));
    }
    return value;
  }

  public boolean flag(String name) {
    String value = query(name);
    if (value != null && !value.equals("true") && !value.equals("false")) {
      throw invalid("boolean", "'%s' must be true or false.".formatted(name));
    }
    return "true".equals(value);
  }

  public int number(String name, int byDefault, int least, int most) {
    String value = query(name);
    if (value == null) {
      return byDefault;
    }
    long number = NUMBER.matcher(value).matches() ? Long.parseLong(value) : -1;
    if (number >= least && number <= most) {
      return (int) number;
    }
    String range =
        most == Integer.MAX_VALUE ? "%d or more".formatted(least) : least + " to " + most;
    throw invalid("range", "'%s' must be a whole number, %s.".formatted(name, range));
  }

  /** Returns the most items on a page of a list; 20 by default. */
  public int limit() {
    return number("limit", USUAL_PAGE, 1, MOST_LISTED);
  }

  /** Returns the number of items that the page of a list skips. */
  public int offset() {
    return number("offset", 0, 0, Integer.MAX_VALUE);
  }

  /** A query parameter that is a time (RFC 3339), or an ISO 8601 duration before now; or null. */
  public Instant before(String name) {
    String value = query(name);
    try {
      return value == null
          ? null
          : value.startsWith("P")
              ? Instant.now().minus(Duration.parse(value))
              : OffsetDateTime.parse(value).toInstant();
    } catch (DateTimeException | ArithmeticException none) {
      throw invalid(
          "date-time",
          "'%s' must be a time such as 2026-01-31T00:00:00Z, or a duration such as P7D."
              .formatted(name));
    }
  }

  /** Returns the comma-separated words of a query parameter; empty if it was not sent. */
  public List<String> words(String name) {
    String value = query(name);
    return value == null ? List.of() : List.of(value.split(",", -1));
  }

  /** A query parameter that is one of an enum's names, or null. */
  public <E extends Enum<E>> E oneOf(String name, Class<E> type) {
    String value = query(name);
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(value)) {
        return constant;
      }
    }
    if (value == null) {
      return null;
    }
    String names = Arrays.toString(type.getEnumConstants());
    throw invalid("enum", "'%s' must be one of %s.".formatted(name, names));
  }

  /** A query parameter that is JSON in base64url (RFC 4648 section 5). */
  public JsonBytes encoded(String name) {
    String value = mandatory(name);
    try {
      return JsonText.decoded(value);
    } catch (IllegalArgumentException e) {
      throw invalid("base64url", "'%s' must be JSON in base64url.".formatted(name));
    }
  }

  /** The version in {@code If-Match}, or null for any version (RFC 9110 section 13.1.1). */
  public Long ifMatch() {
    String header = web.request().getHeader("if-match");
    if (header == null || header.strip().equals("*")) {
      return null;
    }
    var tag = ENTITY_TAG.matcher(header.strip());
    if (!tag.matches()) {
      throw FailureException.of(
          FailureKind.STALE,
          "gateway.if-match",
          "If-Match must be one ETag as it was given, such as \"3\"; read the record again.");
    }
    return Long.valueOf(tag.group(1));
  }

  private static String decoded(String name, String segment) {
    return PercentText.ofPath(segment)
        .filter(text -> text.chars().noneMatch(Character::isISOControl))
        .orElseThrow(
            () ->
                FailureException.of(
                    FailureKind.INVALID,
                    "gateway.path",
                    "The path is not properly encoded where it names the %s: send text in UTF-8,"
                            .formatted(name)
                        + " percent-encoded, without control characters."));
  }

  private static RuntimeException invalid(String rule, String message) {
    return FailureException.invalid("gateway.query", "", rule, message);
  }
}
