package org.attestry.gateway.routes;

import static org.attestry.contracts.credential.CredentialOperations.SIGN_AS_JWT;
import static org.attestry.contracts.credential.CredentialOperations.SIGN_AS_SD_JWT;
import static org.attestry.contracts.registry.AttestationOperations.AUTHORIZE_CALLER;

import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.Done;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.SignAsJwtRequest;
import org.attestry.contracts.credential.CredentialOperations.SignAsSdJwtRequest;
import org.attestry.contracts.registry.AttestationOperations.AuthorizeCallerRequest;
import org.attestry.contracts.registry.AttestationOperations.AuthorizeCallerRequest.Right;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.JsonText;
import org.attestry.gateway.http.MediaTypes;
import org.attestry.gateway.http.Reply;

/** A credential that a caller may read, in the form that the caller prefers. */
final class CredentialForms {

  /** The header with the public key of the holder, a JWK (RFC 7517) in base64url. */
  private static final String HOLDER_KEY = "holder-key";

  private static final int LONGEST_KEY = 4_000;

  /** The forms that are signed anew for each request. */
  private static final List<String> SIGNED =
      List.of(MediaTypes.CREDENTIAL_JWT, MediaTypes.CREDENTIAL_SD_JWT);

  private CredentialForms() {}

  /**
   * Whether the client prefers a form of the credential to the endpoint's other media types.
   *
   * @throws FailureException INVALID when the client sends a holder's key and prefers a form
   *     without one
   */
  static boolean wanted(Call call) {
    if (call.header(HOLDER_KEY) != null && !call.prefers(MediaTypes.CREDENTIAL_SD_JWT)) {
      throw invalid(
          "Only %s has a key of its holder: accept it, or leave out the header holder-key."
              .formatted(MediaTypes.CREDENTIAL_SD_JWT));
    }
    return call.prefers(MediaTypes.CREDENTIAL) || SIGNED.stream().anyMatch(call::prefers);
  }

  /**
   * The credential as it was signed, or signed once more as a JWT or SD-JWT.
   *
   * @param credential exactly as it was signed
   */
  static Future<Reply> of(Call call, JsonBytes credential) {
    if (call.prefers(MediaTypes.CREDENTIAL_SD_JWT)) {
      return sdJwt(call, credential);
    }
    if (call.prefers(MediaTypes.CREDENTIAL_JWT)) {
      return call.request(SIGN_AS_JWT, new SignAsJwtRequest(credential))
          .map(signed -> text(signed.jwt(), MediaTypes.CREDENTIAL_JWT, "accept"));
    }
    return Future.succeededFuture(
        Reply.plain(credential).with("content-type", MediaTypes.CREDENTIAL));
  }

  /**
   * Puts the caller's key into the credential only if the caller may hold the credential. The right
   * is checked once more before the reply, so that no form is sent after the ownership ended.
   */
  private static Future<Reply> sdJwt(Call call, JsonBytes credential) {
    JsonBytes key = holderKey(call);
    return mayHold(call, key)
        .compose(done -> call.request(SIGN_AS_SD_JWT, new SignAsSdJwtRequest(credential, key)))
        .compose(signed -> mayHold(call, key).map(signed))
        .map(signed -> text(signed.sdJwt(), MediaTypes.CREDENTIAL_SD_JWT, "accept, " + HOLDER_KEY));
  }

  private static Future<Done> mayHold(Call call, JsonBytes key) {
    var holding = new AuthorizeCallerRequest(call.type(), call.id(), Right.HOLD_CREDENTIAL, null);
    return key == null
        ? Future.succeededFuture(Done.DONE)
        : call.request(AUTHORIZE_CALLER, holding);
  }

  private static JsonBytes holderKey(Call call) {
    String sent = call.header(HOLDER_KEY);
    if (sent == null) {
      return null;
    }
    if (call.headers(HOLDER_KEY).size() > 1) {
      throw invalid("Send the header holder-key once.");
    }
    if (sent.length() > LONGEST_KEY) {
      throw invalid("The header holder-key may have %d characters.".formatted(LONGEST_KEY));
    }
    try {
      return JsonText.decoded(sent);
    } catch (IllegalArgumentException | FailureException e) {
      throw invalid("The header holder-key must be a public JWK in base64url.");
    }
  }

  private static FailureException invalid(String message) {
    return FailureException.invalid("gateway.header", "", HOLDER_KEY, message);
  }

  private static Reply text(String signed, String mediaType, String vary) {
    return Reply.document(
        200, JsonBytes.of(signed), Map.of("content-type", mediaType, "vary", vary));
  }
}
