package org.attestry.gateway.access;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpResponseExpectation;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.oauth2.OAuth2Auth;
import io.vertx.ext.auth.oauth2.OAuth2Options;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.async.Retry;
import org.attestry.runtime.http.BoundedResponse;
import org.attestry.runtime.json.Json;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The identity provider's keys. Its key set is read at start (retried until the provider replies),
 * at intervals, and when a token names an unknown key. For unknown keys it is read at most once in
 * each pause, so that tokens with invented key ids do not cause requests to the provider. While the
 * provider is unreachable, the last keys are used. Used on the event loop of one verticle.
 *
 * <p>The key set is read here and passed to vertx-auth-oauth2, which verifies the tokens. {@link
 * OAuth2Auth#jWKSet} would read a key set of any length and accept every key in it; Nimbus's {@code
 * JWKSource} would block a thread and make none of our checks.
 */
final class ProviderKeys {

  private static final Logger LOG = LoggerFactory.getLogger(ProviderKeys.class);
  private static final int MOST_BYTES = 1_000_000;
  private static final long FETCH_MILLIS = 5_000;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
  private static final Duration BETWEEN_WARNINGS = Duration.ofSeconds(30);

  private final Vertx vertx;
  private final IdentityConfig config;
  private final HttpClient client;
  private ProviderKeySet keySet = new ProviderKeySet(List.of());
  private OAuth2Auth verifier;
  private Future<Void> reading = Future.failedFuture(TokenFailures.noKeys());
  private long lastRead;
  private long lastWarned = System.nanoTime() - BETWEEN_WARNINGS.toNanos();

  ProviderKeys(Vertx vertx, IdentityConfig config) {
    this.vertx = vertx;
    this.config = config;
    HttpClientOptions options = new HttpClientOptions().setConnectTimeout((int) FETCH_MILLIS);
    String authorities = config.caFile().toString();
    if (!authorities.isEmpty()) {
      options.setTrustOptions(new PemTrustOptions().addCertPath(authorities));
    }
    this.client = vertx.createHttpClient(options);
  }

  /** Starts to read the keys; the start of the gateway does not wait for them. */
  void start() {
    Retry.every(vertx, FIRST_PAUSE).growingTo(LONGEST_PAUSE).run(this::read);
    vertx.setPeriodic(config.keysRefresh().toMillis(), tick -> read());
  }

  /** Whether the keys have been read: before that no token can be checked. */
  boolean known() {
    return verifier != null;
  }

  /**
   * Returns the verifier for a token that is signed with this key.
   *
   * @return fails with kind UNAUTHENTICATED when the provider has no such key, UNAVAILABLE when its
   *     keys cannot be read
   */
  Future<OAuth2Auth> verifierFor(TokenHeader header) {
    if (keySet.holds(header.algorithm(), header.keyId())) {
      return Future.succeededFuture(verifier);
    }
    return readAgain()
        .compose(
            read ->
                keySet.holds(header.algorithm(), header.keyId())
                    ? Future.succeededFuture(verifier)
                    : Future.failedFuture(TokenFailures.refused()));
  }

  /** Reads the keys again; during the pause, returns the result of the last reading. */
  Future<Void> readAgain() {
    boolean pausing = System.nanoTime() - lastRead < config.keysPause().toNanos();
    return pausing || !known() ? reading : read();
  }

  private Future<Void> read() {
    if (!reading.isComplete()) {
      return reading;
    }
    lastRead = System.nanoTime();
    reading =
        fetch()
            .map(body -> Json.parse(JsonBytes.of(body.getBytes())))
            .map(json -> take(ProviderKeySet.of(json, config.algorithms())))
            .onFailure(this::warn)
            .recover(cause -> Future.failedFuture(TokenFailures.noKeys()));
    return reading;
  }

  private Future<Buffer> fetch() {
    RequestOptions request =
        new RequestOptions()
            .setMethod(HttpMethod.GET)
            .setAbsoluteURI(config.keysAddress())
            .putHeader("accept", "application/jwk-set+json, application/json")
            .setTimeout(FETCH_MILLIS);
    return client
        .request(request)
        .compose(
            open ->
                open.send()
                    .expecting(HttpResponseExpectation.SC_OK)
                    .compose(response -> BoundedResponse.read(response, MOST_BYTES)))
        .timeout(FETCH_MILLIS, TimeUnit.MILLISECONDS);
  }

  private Void take(ProviderKeySet read) {
    if (read.keys().isEmpty()) {
      throw new IllegalStateException("The key set has no key that can be accepted");
    }
    if (!read.equals(keySet)) {
      OAuth2Options options =
          new OAuth2Options()
              .setClientId("gateway")
              .setSite(config.issuer())
              .setJwks(read.keys())
              .setJWTOptions(
                  new JWTOptions()
                      .setIssuer(config.issuer())
                      .setAudience(List.of())
                      .setLeeway((int) config.leeway().toSeconds()));
      verifier = OAuth2Auth.create(vertx, options);
      keySet = read;
      LOG.atInfo().addKeyValue("keys", read.keys().size()).log("identity provider's keys read");
    }
    return null;
  }

  /**
   * Logs a warning, but not for every reading: while the provider is unavailable at the start, its
   * keys are read every second.
   */
  private void warn(Throwable cause) {
    long now = System.nanoTime();
    if (now - lastWarned < BETWEEN_WARNINGS.toNanos()) {
      return;
    }
    lastWarned = now;
    LOG.atWarn()
        .addKeyValue("address", config.keysAddress())
        .addKeyValue("reason", cause.getMessage())
        .log("identity provider's keys cannot be read");
  }
}
