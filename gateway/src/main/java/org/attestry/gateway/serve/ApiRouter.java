package org.attestry.gateway.serve;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.CorsHandler;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.TraceParent;
import org.attestry.gateway.access.Authentication;
import org.attestry.gateway.connection.Connections;
import org.attestry.gateway.http.Body;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.CallQueues;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.EnvelopeOperation;
import org.attestry.gateway.http.Expectation;
import org.attestry.gateway.http.IdempotencyKeys;
import org.attestry.gateway.http.MediaTypes;
import org.attestry.gateway.http.OpenApi;
import org.attestry.gateway.http.Reply;
import org.attestry.gateway.http.WalletToken;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.failure.Failures;
import org.attestry.runtime.fair.FairQueue;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.management.AccessLog;

/**
 * Serves a table of endpoints. Each request goes through the same steps: authenticate the caller,
 * check rate limit, query and media types, read the body, handle, reply. A failure in any step
 * becomes an error response.
 */
public final class ApiRouter {

  private static final String BROKEN = "broken body";
  private static final String ENDPOINT = "endpoint";
  private static final String TRACEPARENT = "traceparent";
  private static final String NO_OPERATION = "none";

  /** The status of a request whose client disconnected before it had its response. */
  private static final int DISCONNECTED = 499;

  private static final String MALFORMED = "malformed path";
  private static final String PAGE = "/verify";
  private static final Pattern METHOD = Pattern.compile("[A-Z]{1,20}");
  private static final String SENT_BY_WALLETS =
      "authorization, content-type, dpop, oauth-client-attestation, oauth-client-attestation-pop";
  private static final int NO_CONTENT = 204;

  /**
   * The most characters of a path, because it is matched against the paths of several endpoints.
   */
  private static final int LONGEST_PATH = 4_096;

  /**
   * A segment {@code .} or {@code ..} (RFC 3986, section 3.3). It is refused and not removed,
   * because a proxy may have matched the path with it.
   */
  private static final Pattern DOT_SEGMENT = Pattern.compile("/(?:\\.|%2[eE]){1,2}(?:/|$)");

  private final Vertx vertx;
  private final BusClient bus;
  private final ApiConfig config;
  private final Authentication authentication;
  private final OpenApi openApi;
  private final Responses responses;
  private final Connections connections;
  private final ClientAddresses addresses;
  private final CallerKeys keys;
  private final RequestBodies bodies;
  private final MeterRegistry meters;
  private final RateLimit rateLimit;
  private final CallQueues costly;
  private final Map<Timed, Timer> timers = new ConcurrentHashMap<>();

  /**
   * @param checks check large bodies
   */
  public ApiRouter(
      Vertx vertx,
      BusClient bus,
      ApiConfig config,
      Authentication authentication,
      Connections connections,
      ClientAddresses addresses,
      OpenApi openApi,
      FailurePages failurePages,
      Workers checks,
      MeterRegistry meters) {
    this.vertx = vertx;
    this.bus = bus;
    this.config = config;
    this.authentication = authentication;
    this.openApi = openApi;
    this.responses = new Responses(vertx, config.serviceId(), config.bodyLimit(), failurePages);
    this.connections = connections;
    this.addresses = addresses;
    this.keys = new CallerKeys(addresses);
    this.bodies =
        new RequestBodies(
            vertx,
            config.bodyLimit(),
            config.bodiesLimit(),
            config.bodyTimeout(),
            (caller, check) -> checks.run(Deadline.in(config.timeout(), caller), check));
    this.meters = meters;
    this.costly = CallQueues.costly(vertx, config.rateLimit().costlyAtOnce(), meters);
    this.rateLimit = new RateLimit(config.rateLimit(), System::nanoTime);
  }

  /** Creates the router for these endpoints; if two match a path, the first one serves it. */
  public Router route(List<Endpoint> all) {
    Endpoints endpoints = new Endpoints(all);
    CorsHandler cors = config.corsOrigins().isEmpty() ? null : cors();
    Router router = Router.router(vertx);
    router.route().handler(this::begin);
    router.route().handler(web -> find(endpoints, web));
    router.route().handler(web -> allowOrigin(endpoints, cors, web));
    router.route().handler(web -> serve(endpoints, web));
    router.errorHandler(400, this::malformed);
    router.errorHandler(404, this::noPath);
    router.errorHandler(403, this::foreignOrigin);
    router.errorHandler(500, this::unexpected);
    return router;
  }

  /** Replies to a request that is not valid HTTP. */
  public void invalid(HttpServerRequest request) {
    Responses.begin(request);
    Failure known = connections.failure(request.connection());
    Failure failure =
        known == null
            ? Failure.of(
                FailureKind.INVALID, "gateway.request", "This is not a valid HTTP request.")
            : known;
    end(request, failure);
  }

  private void begin(RoutingContext web) {
    HttpServerRequest request = web.request();
    Responses.begin(request);
    long began = System.nanoTime();
    web.put(TRACEPARENT, TraceParent.of(request.getHeader(TRACEPARENT)));
    web.addEndHandler(ended -> log(web, began, ended.failed()));
    if (isLast(request)) {
      request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
      web.addEndHandler(ended -> request.connection().close());
    }
    if (RequestBody.isAnnounced(request)) {
      Promise<Void> broken = Promise.promise();
      web.put(BROKEN, broken.future());
      connections.onBrokenBody(
          request.connection(), failure -> endUnread(request, failure, broken));
    }
    if (request.path().length() > LONGEST_PATH) {
      responses.fail(request, EnvelopeOperation.of(request.method()), pathTooLong());
    } else if (DOT_SEGMENT.matcher(request.path()).find()) {
      responses.fail(request, EnvelopeOperation.of(request.method()), dotSegment());
    } else {
      web.next();
    }
  }

  private static void log(RoutingContext web, long began, boolean disconnected) {
    Endpoint endpoint = web.get(ENDPOINT);
    HttpServerRequest request = web.request();
    AccessLog.request(
        endpoint == null ? NO_OPERATION : endpoint.operationId(),
        disconnected ? DISCONNECTED : request.response().getStatusCode(),
        System.nanoTime() - began,
        Responses.requestId(request),
        web.get(TRACEPARENT));
  }

  /** Whether {@code close} is among the options of the connection (RFC 9112, section 9.6). */
  private static boolean isLast(HttpServerRequest request) {
    return request.headers().getAll(HttpHeaders.CONNECTION).stream()
        .flatMap(options -> Stream.of(options.split(",")))
        .anyMatch(option -> option.strip().equalsIgnoreCase("close"));
  }

  /**
   * Fails the request, unless its body was read completely: then the broken body is that of a later
   * request whose target is malformed, and which has its response.
   */
  private void endUnread(HttpServerRequest request, Failure failure, Promise<Void> broken) {
    if (!request.isEnded()) {
      end(request, failure);
      broken.tryFail(failure.exception());
    }
  }

  /**
   * Returns a future that fails when the framing of the body is broken. Vert.x does not notify the
   * body's reader.
   */
  private static Future<Void> broken(RoutingContext web) {
    return web.get(BROKEN, Future.future(never -> {}));
  }

  /** Sends the failure and closes the connection, because nothing more can be read from it. */
  private void end(HttpServerRequest request, Failure failure) {
    request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    responses.fail(request, EnvelopeOperation.of(request.method()), failure);
    request.connection().close();
  }

  /** Finds the endpoint of the path. A path that is not properly encoded has none. */
  private static void find(Endpoints endpoints, RoutingContext web) {
    try {
      endpoints
          .find(web.request().method(), web.normalizedPath())
          .ifPresent(endpoint -> web.put(ENDPOINT, endpoint));
    } catch (IllegalArgumentException malformed) {
      web.put(MALFORMED, true);
    }
    web.next();
  }

  private void serve(Endpoints endpoints, RoutingContext web) {
    Endpoint endpoint = web.get(ENDPOINT);
    if (endpoint != null) {
      serve(endpoint, web);
    } else if (web.get(MALFORMED, false)) {
      web.fail(400);
    } else {
      refuse(web.request(), endpoints.methods(web.normalizedPath()));
    }
  }

  private void serve(Endpoint endpoint, RoutingContext web) {
    HttpServerRequest request = web.request();
    long began = System.nanoTime();
    RequestBody body = bodies.of(request);
    broken(web).onFailure(body::fail);
    request.pause();
    caller(endpoint, request)
        .transform(authenticated -> counted(endpoint, request, authenticated))
        .compose(caller -> handle(endpoint, web, caller, body))
        .onComplete(
            done -> {
              body.release();
              if (done.succeeded()) {
                send(request, endpoint, body, done.result());
              } else {
                fail(request, endpoint, done.cause());
              }
              timers
                  .computeIfAbsent(
                      new Timed(endpoint.operationId(), request.response().getStatusCode()),
                      this::timer)
                  .record(System.nanoTime() - began, TimeUnit.NANOSECONDS);
            });
  }

  /** Returns nobody for an access token that credential-service issued, which checks it itself. */
  private Future<Caller> caller(Endpoint endpoint, HttpServerRequest request) {
    if (!endpoint.walletTokens()) {
      return authentication.caller(request.headers());
    }
    return WalletToken.in(request.headers()).isPresent()
        ? Future.succeededFuture(Caller.NOBODY)
        : authentication.callerOrBound(request.headers());
  }

  /** Sends a reply; one that was read is in memory until the client has received it. */
  private void send(HttpServerRequest request, Endpoint endpoint, RequestBody body, Reply reply) {
    int bytes = reply.bytesRead();
    FailureException refused = body.replies(bytes);
    if (refused != null) {
      fail(request, endpoint, refused);
    } else {
      responses
          .send(request, endpoint.operation(), endpoint.replies(), reply)
          .onComplete(received -> body.sent(bytes));
    }
  }

  private void fail(HttpServerRequest request, Endpoint endpoint, Throwable cause) {
    Failure failure = Failures.of(cause, endpoint.operationId());
    if (endpoint.oauthError().isEmpty()) {
      responses.fail(request, endpoint.operation(), failure);
    } else {
      responses.fail(request, endpoint.oauthError(), failure);
    }
  }

  /** Counts and times the requests of an operation with one status. */
  private Timer timer(Timed replies) {
    return Timer.builder("attestry.http")
        .tag("operation", replies.operationId())
        .tag("status", Integer.toString(replies.status()))
        .register(meters);
  }

  private record Timed(String operationId, int status) {}

  private Future<Reply> handle(
      Endpoint endpoint, RoutingContext web, Caller caller, RequestBody body) {
    Supplier<Future<Reply>> reply =
        () -> call(endpoint, web, caller, body).compose(call -> endpoint.handler().handle(call));
    return endpoint.isCostly(web.request())
        ? costly.run(keys.of(caller, web.request()), () -> ofClient(web.request(), reply))
        : reply.get();
  }

  /** Begins nothing for a client that has disconnected while its request waited. */
  private static Future<Reply> ofClient(HttpServerRequest request, Supplier<Future<Reply>> reply) {
    return request.response().closed()
        ? Future.failedFuture(FairQueue.Refusals.USUAL.busy().get())
        : reply.get();
  }

  /**
   * Applies the rate limit. A request with an invalid token is counted for its client's address.
   */
  private Future<Caller> counted(
      Endpoint endpoint, HttpServerRequest request, AsyncResult<Caller> authenticated) {
    Caller caller = authenticated.succeeded() ? authenticated.result() : Caller.NOBODY;
    long seconds =
        endpoint.operation() == EnvelopeOperation.HEALTH ? 0 : rateLimit.take(key(caller, request));
    if (seconds > 0) {
      request.response().putHeader(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
      return Future.failedFuture(
          FailureException.of(
              FailureKind.RATE_LIMITED,
              "gateway.rate-limited",
              "Too many requests; try again in %d s.".formatted(seconds)));
    }
    return authenticated.succeeded()
        ? Future.succeededFuture(caller)
        : Future.failedFuture(authenticated.cause());
  }

  /** Returns the key under which requests are counted. */
  private String key(Caller caller, HttpServerRequest request) {
    return keys.of(caller, request).text();
  }

  private Future<Call> call(
      Endpoint endpoint, RoutingContext web, Caller caller, RequestBody sent) {
    HttpServerRequest request = web.request();
    if (endpoint.oauthError().isEmpty()) {
      QueryParameters.check(endpoint, web);
    }
    Expectation.check(request);
    MediaTypes.checkAccepted(endpoint, MediaTypes.accepted(request));
    MediaTypes.checkSent(endpoint.body(), request.getHeader(HttpHeaders.CONTENT_TYPE));
    MediaTypes.checkCodings(endpoint.body(), request);
    String key = endpoint.idempotent() ? IdempotencyKeys.of(request.headers()) : null;
    CallerKey sender = keys.of(caller, request);
    return body(endpoint.body(), request, sent.of(sender))
        .map(
            body -> {
              String scoped =
                  caller.known() || key == null
                      ? key
                      : IdempotencyKeys.anonymous(key, addresses.of(request), request.path(), body);
              return new Call(
                  endpoint,
                  web,
                  bus,
                  context(web, caller, sender, scoped),
                  body,
                  () -> rateLimit.take(key(caller, request)),
                  broken(web));
            });
  }

  /** The deadline of the reply is counted from the time when the body has been read. */
  private CallContext context(RoutingContext web, Caller caller, CallerKey sender, String key) {
    return new CallContext(
        caller,
        Responses.requestId(web.request()),
        Deadline.in(config.timeout(), sender),
        web.get(TRACEPARENT),
        key);
  }

  private Future<JsonBytes> checkedBySchema(String schema, JsonBytes json, RequestBody sent) {
    return json == null
        ? Future.succeededFuture()
        : sent.checkedBySchema(json, whole -> openApi.check(schema, whole));
  }

  private Future<JsonBytes> body(Body body, HttpServerRequest request, RequestBody sent) {
    if (body.isStreamed(request.getHeader(HttpHeaders.CONTENT_TYPE))) {
      return Future.succeededFuture();
    }
    if (body.isJwt(request.getHeader(HttpHeaders.CONTENT_TYPE))) {
      return sent.readJwt();
    }
    if (body.isJson()) {
      Future<JsonBytes> read = body.optional() ? sent.readIfAny() : sent.read();
      return body.schema().isEmpty()
          ? read
          : read.compose(json -> checkedBySchema(body.schema(), json, sent));
    }
    if (body.isForm()) {
      return sent.readForm(body.fields(), body.openForm());
    }
    if (body.isLines()) {
      return sent.readLines();
    }
    if (body.mediaTypes().isEmpty()) {
      if (RequestBody.isAnnounced(request)) {
        return sent.refuse();
      }
      request.resume();
    }
    return Future.succeededFuture();
  }

  /**
   * @param allowed the methods that the path supports
   */
  private void refuse(HttpServerRequest request, Set<String> allowed) {
    if (allowed.isEmpty()) {
      unknown(request);
      return;
    }
    String methods = String.join(", ", allowed);
    request.response().putHeader(HttpHeaders.ALLOW, methods);
    if (request.method().equals(HttpMethod.OPTIONS)) {
      request.response().setStatusCode(NO_CONTENT).end();
      request.resume();
      return;
    }
    Failure wrong =
        Failure.of(
            FailureKind.UNSUPPORTED,
            "gateway.method-not-allowed",
            "This path takes %s only.".formatted(methods));
    responses.fail(request, EnvelopeOperation.of(request.method()), 405, wrong);
  }

  private void unknown(HttpServerRequest request) {
    Failure unknown =
        Failure.of(
            FailureKind.NOT_FOUND,
            "gateway.path.unknown",
            "There is nothing at this path; see /api/docs/.");
    responses.fail(request, EnvelopeOperation.of(request.method()), unknown);
  }

  private static Failure dotSegment() {
    return Failure.of(
        FailureKind.INVALID,
        "gateway.path",
        "The path has a segment '.' or '..'; send the path without it.");
  }

  private static Failure pathTooLong() {
    return Failure.of(
        FailureKind.TOO_LARGE,
        "gateway.path.too-long",
        "The path is longer than %d characters; send a shorter one.".formatted(LONGEST_PATH));
  }

  /**
   * Replies to a request whose target is not a path, such as {@code *}, and which no route has
   * handled.
   */
  private void noPath(RoutingContext web) {
    Responses.begin(web.request());
    unknown(web.request());
  }

  /**
   * Replies to a request with a malformed path or without a Host header, which no endpoint has
   * handled.
   */
  private void malformed(RoutingContext web) {
    HttpServerRequest request = web.request();
    Responses.begin(request);
    Failure failure =
        request.authority() == null
            ? Failure.of(
                FailureKind.INVALID, "gateway.host", "The request must have a Host header.")
            : Failure.of(
                FailureKind.INVALID,
                "gateway.path",
                "The path or query is not properly encoded; correct it.");
    responses.fail(request, EnvelopeOperation.of(request.method()), failure);
  }

  private void foreignOrigin(RoutingContext web) {
    Failure failure =
        Failure.of(
            FailureKind.FORBIDDEN, "gateway.origin", "This web origin may not call the API.");
    responses.fail(web.request(), EnvelopeOperation.of(web.request().method()), failure);
  }

  private void unexpected(RoutingContext web) {
    Failure failure = Failures.of(web.failure(), web.request().method().name());
    responses.fail(web.request(), EnvelopeOperation.of(web.request().method()), failure);
  }

  /**
   * Allows any origin to read public responses, and the configured origins to read all others. The
   * verification page is excepted: its own form sends an Origin header too, and no other origin may
   * read the reply.
   */
  private static void allowOrigin(Endpoints endpoints, CorsHandler cors, RoutingContext web) {
    if (isOpen(web)) {
      web.response()
          .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, "*")
          .putHeader(
              HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, "etag, retry-after, www-authenticate");
      web.next();
    } else if (mayOpen(endpoints, web)) {
      HttpServerRequest request = web.request();
      request
          .response()
          .setStatusCode(NO_CONTENT)
          .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, "*")
          .putHeader(
              HttpHeaders.ACCESS_CONTROL_ALLOW_METHODS,
              request.getHeader(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD))
          .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_HEADERS, SENT_BY_WALLETS)
          .end();
      request.resume();
    } else if (cors == null || web.request().path().equals(PAGE)) {
      web.next();
    } else {
      cors.handle(web);
    }
  }

  /** Whether a browser asks if it may send a request that any origin may send (preflight). */
  private static boolean mayOpen(Endpoints endpoints, RoutingContext web) {
    String method = web.request().getHeader(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD);
    return method != null
        && METHOD.matcher(method).matches()
        && web.request().method().equals(HttpMethod.OPTIONS)
        && !web.get(MALFORMED, false)
        && endpoints
            .find(HttpMethod.valueOf(method), web.normalizedPath())
            .filter(Endpoint::anyOrigin)
            .isPresent();
  }

  private static boolean isOpen(RoutingContext web) {
    Endpoint endpoint = web.get(ENDPOINT);
    return endpoint != null && endpoint.anyOrigin();
  }

  /** Allows browsers to send and read the headers that the description names. */
  private CorsHandler cors() {
    Set<String> sent = openApi.requestHeaders();
    sent.addAll(Set.of("authorization", "content-type", RequestIds.HEADER));
    Set<String> read = openApi.responseHeaders();
    read.add("retry-after");
    return CorsHandler.create()
        .addOrigins(config.corsOrigins())
        .allowedMethods(
            Set.of(
                HttpMethod.GET,
                HttpMethod.HEAD,
                HttpMethod.POST,
                HttpMethod.PUT,
                HttpMethod.DELETE))
        .allowedHeaders(sent)
        .exposedHeaders(read);
  }
}
