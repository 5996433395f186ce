package org.attestry.registry.identity;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.PemTrustOptions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.runtime.http.BoundedResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client of Keycloak's Admin REST API for one realm, with a service account. The token is cached
 * until shortly before it expires, and requested again once if it is refused. Not thread-safe: used
 * on one event loop.
 */
final class KeycloakAdmin {

  private static final Logger LOG = LoggerFactory.getLogger(KeycloakAdmin.class);

  private static final int CONNECTIONS = 8;
  private static final int WAITING = 256;
  private static final int CLIENT_ERROR = 400;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int TOO_MANY = 429;
  private static final int SERVER_ERROR = 500;

  /** Many times the size of a user or of the list of a user's roles. */
  private static final int LONGEST_BODY = 1_000_000;

  private static final Duration TOKEN_MARGIN = Duration.ofSeconds(20);

  private final HttpClientAgent client;
  private final KeycloakConfig config;
  private Future<String> token;
  private Deadline tokenEnds = Deadline.in(Duration.ZERO);

  KeycloakAdmin(Vertx vertx, KeycloakConfig config) {
    this.config = config;
    HttpClientOptions options =
        new HttpClientOptions().setConnectTimeout((int) config.timeout().toMillis());
    String authorities = config.caFile().toString();
    if (!authorities.isEmpty()) {
      options.setTrustOptions(new PemTrustOptions().addCertPath(authorities));
    }
    PoolOptions pool = new PoolOptions().setHttp1MaxSize(CONNECTIONS).setMaxWaitQueueSize(WAITING);
    this.client = vertx.createHttpClient(options, pool);
  }

  /**
   * Sends a request and returns the response, unless it is a refusal that does not depend on the
   * request.
   *
   * @param path the path below the realm in the Admin REST API, with encoded segments
   * @param body the body to send as JSON, or null
   * @return fails with UNAVAILABLE if the provider cannot be reached in time, or refuses this
   *     service
   */
  Future<AdminResponse> send(HttpMethod method, String path, Object body, Deadline deadline) {
    return attempt(method, path, body, deadline)
        .compose(
            response -> {
              if (response.statusCode() != UNAUTHORIZED) {
                return Future.succeededFuture(response);
              }
              token = null;
              return attempt(method, path, body, deadline);
            })
        .recover(KeycloakAdmin::unreachable)
        .compose(KeycloakAdmin::usable);
  }

  /** Whether the provider gives this service a token, which is requested anew. */
  Future<Boolean> isReachable() {
    Future<String> fetched = fetchToken(Deadline.in(config.timeout()));
    return fetched.onSuccess(anew -> token = fetched).map(true).otherwise(false);
  }

  /**
   * Returns the JSON object of a response.
   *
   * @throws FailureException UNAVAILABLE if the body is not a JSON object
   */
  static JsonObject object(AdminResponse response) {
    return decoded(response, Buffer::toJsonObject);
  }

  /** Returns the JSON array of a response; throws UNAVAILABLE if the body is not a JSON array. */
  static JsonArray array(AdminResponse response) {
    return decoded(response, Buffer::toJsonArray);
  }

  private static <T> T decoded(AdminResponse response, Function<Buffer, T> decoding) {
    try {
      return decoding.apply(response.body());
    } catch (DecodeException | ClassCastException notThat) {
      throw unusable(response);
    }
  }

  /**
   * Returns the response to a request that does not depend on any caller's input.
   *
   * @throws FailureException UNAVAILABLE if the provider refuses the request
   */
  static AdminResponse accepted(AdminResponse response) {
    if (response.statusCode() >= CLIENT_ERROR) {
      throw unusable(response);
    }
    return response;
  }

  /**
   * A response of the provider.
   *
   * @param location the URL of the resource that the request created, or null
   */
  record AdminResponse(int statusCode, String location, Buffer body) {}

  /** Returns the failure for a response that the Admin REST API does not define, and logs it. */
  static FailureException unusable(AdminResponse response) {
    LOG.atError()
        .addKeyValue("status", response.statusCode())
        .log("the identity provider answers what we cannot use; check IDENTITY_AUTH_URL and realm");
    return unavailable();
  }

  /** Encodes one segment of a path or one value of a query. */
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  Future<Void> close() {
    return client.close();
  }

  private Future<AdminResponse> attempt(
      HttpMethod method, String path, Object body, Deadline deadline) {
    String address = "%s/admin/realms/%s%s".formatted(base(), encoded(config.realm()), path);
    return token(deadline)
        .compose(
            bearer -> {
              RequestOptions request =
                  new RequestOptions()
                      .setMethod(method)
                      .setAbsoluteURI(address)
                      .putHeader(HttpHeaders.AUTHORIZATION, "Bearer " + bearer);
              return body == null
                  ? exchange(request, Buffer.buffer(), deadline)
                  : exchange(
                      request.putHeader(HttpHeaders.CONTENT_TYPE, "application/json"),
                      Json.encodeToBuffer(body),
                      deadline);
            });
  }

  /** Sends a request and reads the response, up to a limit in bytes and until the deadline. */
  private Future<AdminResponse> exchange(RequestOptions request, Buffer body, Deadline deadline) {
    long left = deadline.orSooner(config.timeout()).remaining().toMillis();
    if (left <= 0) {
      return Future.failedFuture(unavailable());
    }
    request.putHeader(HttpHeaders.USER_AGENT, "attestry").setTimeout(left).setIdleTimeout(left);
    return client
        .request(request)
        .compose(open -> open.send(body).compose(KeycloakAdmin::read))
        .timeout(left, TimeUnit.MILLISECONDS);
  }

  private static Future<AdminResponse> read(HttpClientResponse response) {
    return BoundedResponse.read(response, LONGEST_BODY)
        .map(
            body ->
                new AdminResponse(
                    response.statusCode(), response.getHeader(HttpHeaders.LOCATION), body));
  }

  private Future<String> token(Deadline deadline) {
    if (token == null || token.failed() || (token.succeeded() && tokenEnds.passed())) {
      token = fetchToken(deadline);
    }
    return token;
  }

  private Future<String> fetchToken(Deadline deadline) {
    String address =
        "%s/realms/%s/protocol/openid-connect/token".formatted(base(), encoded(config.realm()));
    String form =
        "grant_type=client_credentials&client_id=%s&client_secret=%s"
            .formatted(encoded(config.clientId()), encoded(config.clientSecret().value()));
    RequestOptions request =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setAbsoluteURI(address)
            .putHeader(HttpHeaders.CONTENT_TYPE, "application/x-www-form-urlencoded");
    return exchange(request, Buffer.buffer(form), deadline).map(this::token);
  }

  private String token(AdminResponse response) {
    if (response.statusCode() != 200) {
      LOG.atError()
          .addKeyValue("status", response.statusCode())
          .addKeyValue("client", config.clientId())
          .log("the identity provider gives us no token; check IDENTITY_CLIENT_SECRET");
      throw unavailable();
    }
    JsonObject granted = object(response);
    Duration life = Duration.ofSeconds(granted.getLong("expires_in", 0L));
    tokenEnds = Deadline.in(life.minus(TOKEN_MARGIN));
    return granted.getString("access_token");
  }

  private String base() {
    return config.authUrl().toString().replaceAll("/+$", "");
  }

  private static Future<AdminResponse> usable(AdminResponse response) {
    int status = response.statusCode();
    if (status == UNAUTHORIZED
        || status == FORBIDDEN
        || status == TOO_MANY
        || status >= SERVER_ERROR) {
      LOG.atError()
          .addKeyValue("status", status)
          .log("the identity provider does not let us manage users, or is failing");
      return Future.failedFuture(unavailable());
    }
    return Future.succeededFuture(response);
  }

  private static Future<AdminResponse> unreachable(Throwable cause) {
    if (cause instanceof FailureException) {
      return Future.failedFuture(cause);
    }
    LOG.atWarn().setCause(cause).log("the identity provider cannot be reached");
    return Future.failedFuture(unavailable());
  }

  static FailureException unavailable() {
    return FailureException.unavailable(
        "registry.identity.unavailable",
        "The identity provider is not available; try again shortly.");
  }
}
