package org.attestry.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;

/**
 * One operation that the router serves.
 *
 * @param operationId the contract operation's name in camel case, with a suffix where the interface
 *     has the operation in a second form
 * @param operation determines the end of the envelope's id
 * @param costly whether a request causes much work in the suite, so that a caller may have only a
 *     few in flight
 * @param query the names of the query parameters
 * @param idempotent whether the operation reads {@code Idempotency-Key}
 * @param body the requests' body
 * @param replies the media types of a successful response, the default first
 * @param negotiated whether a request must accept one of these media types
 * @param anyOrigin whether scripts of any web origin may read the responses
 * @param handler handles the requests
 */
public record Endpoint(
    String operationId,
    HttpMethod method,
    PathTemplate path,
    EnvelopeOperation operation,
    boolean costly,
    List<String> query,
    boolean idempotent,
    Body body,
    List<String> replies,
    boolean negotiated,
    boolean anyOrigin,
    Handler handler) {

  /** Handles one request. */
  @FunctionalInterface
  public interface Handler {
    Future<Reply> handle(Call call);
  }

  static Endpoint of(ApiOperation operation, Handler handler) {
    JsonNode described = operation.described();
    return new Endpoint(
        operation.operationId(),
        operation.method(),
        new PathTemplate(
            operation.has("x-rest") ? operation.path().replaceFirst("}$", "+}") : operation.path()),
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
}
