package org.attestry.credential.presentation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.PresentationOperations.PresentationState;
import org.attestry.contracts.credential.PresentationOperations.PresentedCredential;
import org.attestry.contracts.credential.PresentationOperations.ReceivePresentationRequest;
import org.attestry.contracts.credential.PresentationOperations.ReceivedPresentation;
import org.attestry.contracts.credential.PresentationOperations.WalletError;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.runtime.identifier.RandomBits;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;

/**
 * Receives the response of a wallet (OpenID4VP 1.0, section 8). The first response that presents
 * what is requested ends the request. A wallet that declines, and a response that is refused, leave
 * it to others, so that nobody who has seen the QR code can end it by a few responses.
 *
 * @param kept how long the result is stored
 */
public record ReceivePresentation(
    PgPresentations store,
    VerifierIdentity verifier,
    VerifyAnswer verify,
    ResponseKeys keys,
    CryptoWorkers compute,
    Duration kept,
    Clock clock) {

  private static final int MOST_RESPONSES = 20;
  private static final int LONGEST_DESCRIPTION = 500;
  private static final int CODE_BYTES = 32;

  /** The characters of an error code (RFC 6749, section 4.1.2.1). */
  private static final Pattern ERROR = Pattern.compile("[\\x20\\x21\\x23-\\x5B\\x5D-\\x7E]{1,100}");

  /**
   * The parameters of a response (sections 8.1 and 8.5), each null if absent.
   *
   * @param vpToken any JSON
   */
  private record Response(JsonNode vpToken, String state, String error, String errorDescription) {}

  /**
   * Fails NOT_FOUND for an unknown address, CONFLICT after an answer, INVALID with the violations
   * of a response that does not present what is requested.
   */
  public Future<ReceivedPresentation> handle(
      ReceivePresentationRequest request, CallContext context) {
    return store
        .countResponse(OpenRequests.digest(request.reference()), clock.instant())
        .map(OpenRequests::required)
        .compose(
            stored -> {
              boolean closed = stored.responses() > MOST_RESPONSES;
              if (stored.state() == PresentationState.ANSWERED || closed) {
                throw OpenRequests.closed();
              }
              return answer(stored, request, context.deadline());
            });
  }

  private Future<ReceivedPresentation> answer(
      StoredPresentation stored, ReceivePresentationRequest request, Deadline deadline) {
    return compute
        .run(deadline, () -> read(stored, request))
        .compose(
            response ->
                response.error() == null
                    ? presented(stored, response.vpToken(), request.reference(), deadline)
                    : done(
                        store.decline(stored.id(), Json.write(declined(response))),
                        stored.redirectUri()))
        .recover(
            failed ->
                isRefusal(failed)
                    ? store
                        .refuse(stored.id(), refusal((FailureException) failed))
                        .compose(kept -> Future.failedFuture(failed))
                    : Future.failedFuture(failed));
  }

  private static boolean isRefusal(Throwable failed) {
    return FailureException.isOf(failed, FailureKind.INVALID, FailureKind.TOO_LARGE);
  }

  private static JsonBytes refusal(FailureException failed) {
    Failure failure = failed.failure();
    List<Violation> violations =
        failure.violations().isEmpty()
            ? List.of(new Violation("", "response", failure.message()))
            : failure.violations();
    return Json.write(new Refusal(violations));
  }

  /**
   * @throws FailureException of kind INVALID if it is not a response to the request
   */
  private Response read(StoredPresentation stored, ReceivePresentationRequest request) {
    boolean encrypted = stored.mode() == ResponseMode.DIRECT_POST_JWT;
    if (encrypted && request.response() == null && request.error() == null) {
      throw refused("/response", "required", "The response must be encrypted (direct_post.jwt).");
    }
    Response response =
        encrypted && request.response() != null
            ? decrypted(stored, request.response())
            : new Response(
                parsed(request.vpToken()),
                request.state(),
                request.error(),
                request.errorDescription());
    if (!isSame(stored.walletState(), response.state())) {
      throw refused("/state", "state", "The response must have the state of the request.");
    }
    return checked(response);
  }

  private static Response checked(Response response) {
    if (response.error() != null && !ERROR.matcher(response.error()).matches()) {
      throw refused("/error", "pattern", "An error is a code as in RFC 6749, section 4.1.2.1.");
    }
    if (response.error() == null && response.vpToken() == null) {
      throw refused("/vp_token", "required", "The response must have a vp_token, or an error.");
    }
    return response;
  }

  private Response decrypted(StoredPresentation stored, String jwe) {
    String text =
        keys.open(jwe, stored.key(), stored.id().toString())
            .orElseThrow(
                () ->
                    refused(
                        "/response",
                        "jwe",
                        "The response must be a JWE to the key of the request, by ECDH-ES and"
                            + " A128GCM or A256GCM, without compression."));
    if (Json.parse(JsonBytes.of(text)) instanceof ObjectNode claims) {
      return new Response(
          claims.get("vp_token"),
          claims.path("state").textValue(),
          claims.path("error").textValue(),
          claims.path("error_description").textValue());
    }
    throw refused("/response", "type", "The payload of the response must be a JSON object.");
  }

  private static JsonNode parsed(String vpToken) {
    return vpToken == null ? null : Json.parse(JsonBytes.of(vpToken));
  }

  private static boolean isSame(String expected, String sent) {
    return sent != null
        && MessageDigest.isEqual(
            expected.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
  }

  private Future<ReceivedPresentation> presented(
      StoredPresentation stored, JsonNode vpToken, String reference, Deadline deadline) {
    String clientId = verifier.clientId(stored.prefix(), reference);
    return verify
        .verify(stored, vpToken, clientId, deadline)
        .compose(
            credentials ->
                stored.redirectUri() == null
                    ? answered(stored, credentials, null, null)
                    : redirected(stored, credentials, RandomBits.text(CODE_BYTES)));
  }

  private Future<ReceivedPresentation> redirected(
      StoredPresentation stored, List<PresentedCredential> credentials, String code) {
    String redirectUri = stored.redirectUri() + "#response_code=" + code;
    return answered(stored, credentials, Sha256.hex(code), redirectUri);
  }

  private Future<ReceivedPresentation> answered(
      StoredPresentation stored,
      List<PresentedCredential> credentials,
      String codeHash,
      String redirectUri) {
    return done(
        store.answer(
            stored.id(), Json.write(Outcome.of(credentials)), clock.instant().plus(kept), codeHash),
        redirectUri);
  }

  private static Outcome declined(Response response) {
    String description = response.errorDescription();
    String shown =
        description == null || description.length() <= LONGEST_DESCRIPTION
            ? description
            : description.substring(0, LONGEST_DESCRIPTION);
    return Outcome.declined(new WalletError(response.error(), printable(shown)));
  }

  /** Removes NUL, which PostgreSQL does not store, and other control characters. */
  private static String printable(String text) {
    return text == null ? null : text.replaceAll("[\\p{Cc}\\p{Cs}]", " ");
  }

  private static Future<ReceivedPresentation> done(Future<Boolean> stored, String redirectUri) {
    return stored.map(
        open -> {
          if (!open) {
            throw OpenRequests.closed();
          }
          return new ReceivedPresentation(redirectUri);
        });
  }

  static FailureException refused(String pointer, String rule, String message) {
    return FailureException.invalid("credential.presentation.refused", pointer, rule, message);
  }
}
