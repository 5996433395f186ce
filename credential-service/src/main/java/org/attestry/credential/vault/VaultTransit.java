package org.attestry.credential.vault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemTrustOptions;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.http.BoundedResponse;
import org.attestry.runtime.json.Json;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP API of Vault's transit engine. Every failure to get a reply is of kind UNAVAILABLE. Its
 * reason is only logged, because it does not help the caller.
 */
final class VaultTransit {

  private static final Logger LOG = LoggerFactory.getLogger(VaultTransit.class);
  private static final int OK = 200;
  private static final int NO_CONTENT = 204;
  private static final int LONGEST_REPLY = 100_000;
  private static final int WAITING_PER_CONNECTION = 32;

  private final HttpClient http;
  private final URI address;
  private final String mount;
  private final String token;
  private final Duration timeout;

  VaultTransit(Vertx vertx, VaultConfig config) {
    this.address = URI.create(config.address());
    this.mount = config.mount();
    this.token = config.token().value();
    this.timeout = config.timeout();
    this.http =
        vertx.createHttpClient(
            options(config),
            new PoolOptions()
                .setHttp1MaxSize(config.connections())
                .setMaxWaitQueueSize(config.connections() * WAITING_PER_CONNECTION));
  }

  private static HttpClientOptions options(VaultConfig config) {
    HttpClientOptions options =
        new HttpClientOptions()
            .setConnectTimeout(Math.toIntExact(config.timeout().toMillis()))
            .setSsl(config.address().startsWith("https:"));
    return config.caFile().isEmpty()
        ? options
        : options.setTrustOptions(new PemTrustOptions().addCertPath(config.caFile()));
  }

  Future<Void> createKey(String name, String type, Deadline deadline) {
    ObjectNode body = Json.object().put("type", type);
    return call(HttpMethod.POST, "keys/" + name, body, deadline).mapEmpty();
  }

  /** Returns the key's versions and their public parts, {@code data} of the reply. */
  Future<JsonNode> readKey(String name, Deadline deadline) {
    return call(HttpMethod.GET, "keys/" + name, null, deadline);
  }

  /** Returns {@code data} of the reply. */
  Future<JsonNode> sign(String name, String hash, ObjectNode request, Deadline deadline) {
    return call(HttpMethod.POST, "sign/" + name + hash, request, deadline);
  }

  Future<Void> close() {
    return http.close();
  }

  private Future<JsonNode> call(
      HttpMethod method, String path, ObjectNode body, Deadline deadline) {
    Deadline sooner = deadline.orSooner(timeout);
    if (sooner.passed()) {
      return Future.failedFuture(unavailable("no time is left"));
    }
    long millis = Math.max(1, sooner.remaining().toMillis());
    RequestOptions options =
        new RequestOptions()
            .setMethod(method)
            .setAbsoluteURI(address.resolve("/v1/" + mount + "/" + path).toString())
            .setTimeout(millis)
            .putHeader("X-Vault-Token", token)
            .putHeader("X-Vault-Request", "true");
    return http.request(options)
        .compose(
            request ->
                request
                    .send(body == null ? Buffer.buffer() : Buffer.buffer(Json.write(body).utf8()))
                    .compose(VaultTransit::data))
        .timeout(millis, TimeUnit.MILLISECONDS)
        .recover(cause -> Future.failedFuture(unavailable(cause)));
  }

  private static Future<JsonNode> data(HttpClientResponse response) {
    int status = response.statusCode();
    if (status == NO_CONTENT) {
      return Future.succeededFuture(Json.object());
    }
    return BoundedResponse.read(response, LONGEST_REPLY)
        .compose(
            read ->
                status == OK
                    ? Future.succeededFuture(Json.parse(JsonBytes.of(read.getBytes())).path("data"))
                    : Future.failedFuture(unavailable("status " + status)));
  }

  /** Logs the reason, which the failure does not contain. */
  private static FailureException unavailable(String reason) {
    LOG.atWarn().addKeyValue("reason", reason).log("Vault does not sign");
    return FailureException.unavailable(
        "credential.signer.unavailable",
        "The signer is not available; nothing was signed. Try again shortly.");
  }

  /** Turns a fault in a reply into a failure that is not the caller's. */
  static Throwable unavailable(Throwable cause) {
    return FailureException.isOf(cause, FailureKind.UNAVAILABLE)
        ? cause
        : unavailable(cause.getClass().getSimpleName());
  }
}
