package org.attestry.gateway.http;

import static org.attestry.contracts.credential.CredentialOperations.SIGN_AS_JWT;

import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.SignAsJwtRequest;
import org.attestry.runtime.bus.BusClient;

/** A credential that a caller may read, in the form that it prefers. */
final class CredentialForms {

  private final BusClient bus;

  CredentialForms(BusClient bus) {
    this.bus = bus;
  }

  /** Whether the client prefers a form of the credential to what else the endpoint has. */
  static boolean wanted(Call call) {
    return call.prefers(MediaTypes.CREDENTIAL) || call.prefers(MediaTypes.CREDENTIAL_JWT);
  }

  /** Whether the reply is signed for this request, as a JWT is. */
  static boolean isSigned(Endpoint endpoint, HttpServerRequest request) {
    return endpoint.replies().contains(MediaTypes.CREDENTIAL_JWT)
        && MediaTypes.preferred(MediaTypes.accepted(request), endpoint.replies()).stream()
            .findFirst()
            .filter(MediaTypes.CREDENTIAL_JWT::equals)
            .isPresent();
  }

  /**
   * The credential as it was signed, or signed once more as a JWT.
   *
   * @param credential exactly as it was signed
   */
  Future<Reply> of(Call call, JsonBytes credential) {
    if (!call.prefers(MediaTypes.CREDENTIAL_JWT)) {
      return Future.succeededFuture(
          Reply.plain(credential).with("content-type", MediaTypes.CREDENTIAL));
    }
    return bus.request(SIGN_AS_JWT, new SignAsJwtRequest(credential), call.context())
        .map(signed -> jwt(signed.jwt()));
  }

  private static Reply jwt(String jwt) {
    byte[] content = jwt.getBytes(StandardCharsets.US_ASCII);
    return new Reply.Document(
        content, Map.of("content-type", MediaTypes.CREDENTIAL_JWT, "vary", "accept"));
  }
}
