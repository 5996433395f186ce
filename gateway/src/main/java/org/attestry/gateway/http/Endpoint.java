package org.attestry.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * One operation that the router serves.
 *
 * @param operationId the contract operation's name in camel case, with a suffix where the interface
 *     has the operation in a second form
 * @param operation determines the end of the envelope's id
 * @param costly the media types of replies that cause much work in the suite, so that a caller may
 *     have only a few of them in flight; all replies if it is {@link #ALL}
 * @param query the names of the query parameters
 * @param idempotent whether the operation reads {@code Idempotency-Key}
 * @param body the requests' body
 * @param replies the media types of a successful response, the default first
 * @param negotiated whether a request must accept one of these media types
 * @param walletTokens whether wallets send access tokens that credential-service checks
 * @param oauthError the error of OAuth for requests that are not as they must be; empty where
 *     failures have the usual form
 * @param anyOrigin whether scripts of any web origin may read the responses
 * @param handler handles the requests
 */
public record Endpoint(
    String operationId,
    HttpMethod method,
    PathTemplate path,
    EnvelopeOperation operation,
    List<String> costly,
    List<String> query,
    boolean idempotent,
    Body body,
    List<String> replies,
    boolean negotiated,
    boolean walletTokens,
    String oauthError,
    boolean anyOrigin,
    Handler handler) {

  /** All media types. */
  static final List<String> ALL = List.of("*/*");

  /** Whether the reply to a request causes much work. */
  public boolean isCostly(HttpServerRequest request) {
    return costly.equals(ALL)
        || !costly.isEmpty()
            && MediaTypes.preferred(MediaTypes.accepted(request), replies).stream()
                .findFirst()
                .filter(costly::contains)
                .isPresent();
  }

  /** Handles one request. */
  @FunctionalInterface
  public interface Handler {
    Future<Reply> handle(Call call);
  }

  private static List<String> costly(JsonNode described) {
    if (described.asBoolean()) {
      return ALL;
    }
    List<String> forms = new ArrayList<>();
    described.forEach(form -> forms.add(form.textValue()));
    return List.copyOf(forms);
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
        costly(described.path("x-costly")),
        operation.parameters("query"),
        operation.parameters("header").contains("Idempotency-Key"),
        Body.of(described.path("requestBody"), operation.has("x-unchecked")),
        MediaTypes.of(operation.success()),
        described.path("responses").has("406"),
        operation.has("x-wallet-token"),
        described.path("x-oauth").asText(),
        operation.has("x-any-origin"),
        handler);
  }
}
