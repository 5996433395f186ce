package org.attestry.credential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.CompressionAlgorithm;
import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDHEncrypter;
import com.nimbusds.jose.jwk.ECKey;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.text.ParseException;
import java.util.Base64;
import java.util.List;
import org.attestry.contracts.Caller;
import org.attestry.contracts.credential.PresentationOperations;
import org.attestry.contracts.credential.PresentationOperations.ReadRequestObjectRequest;
import org.attestry.contracts.credential.PresentationOperations.ReceivePresentationRequest;
import org.attestry.contracts.credential.PresentationOperations.ReceivedPresentation;
import org.attestry.contracts.credential.PresentationOperations.RequestedPresentation;
import org.attestry.credential.jose.TestSdJwts;
import org.attestry.runtime.json.Json;

/**
 * A wallet that answers one request (OpenID4VP 1.0).
 *
 * @param request the claims of the request
 */
record PresentingWallet(RunningService service, String reference, JsonNode request) {

  static PresentingWallet reading(RunningService service, RequestedPresentation requested)
      throws Exception {
    String reference = requested.requestUri().replaceFirst(".*/", "");
    return new PresentingWallet(service, reference, claims(object(service, reference, null)));
  }

  /** The request as it is signed. */
  static String object(RunningService service, String reference, String nonce) throws Exception {
    return service
        .request(
            PresentationOperations.READ_REQUEST_OBJECT,
            new ReadRequestObjectRequest(reference, nonce),
            Caller.NOBODY)
        .jwt();
  }

  static JsonNode header(String jwt) {
    return decoded(jwt.split("\\.", -1)[0]);
  }

  static JsonNode claims(String jwt) {
    return decoded(jwt.split("\\.", -1)[1]);
  }

  private static JsonNode decoded(String part) {
    return Json.read(new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8));
  }

  String text(String claim) {
    return request.get(claim).textValue();
  }

  long asked() {
    return request.get("iat").longValue();
  }

  /** Returns the claims of a key binding to this request. */
  ObjectNode binding() {
    return Json.object()
        .put("nonce", text("nonce"))
        .put("aud", text("client_id"))
        .put("iat", asked());
  }

  String bound(String sdJwt, KeyPair holder) {
    return bound(sdJwt, holder, binding());
  }

  String bound(String sdJwt, KeyPair holder, ObjectNode said) {
    return new TestSdJwts(null, holder)
        .bound(sdJwt, "{\"alg\": \"EdDSA\", \"typ\": \"kb+jwt\"}", said);
  }

  /** The parameters of a response with one presentation for a credential. */
  ObjectNode presenting(String id, Object... presentations) {
    ObjectNode response = Json.object().put("state", text("state"));
    List.of(presentations)
        .forEach(
            one ->
                response
                    .withObjectProperty("vp_token")
                    .withArrayProperty(id)
                    .add(Json.convert(one, JsonNode.class)));
    return response;
  }

  /** Answers in the mode of the request. */
  ReceivedPresentation answer(ObjectNode response) throws Exception {
    return text("response_mode").equals("direct_post.jwt")
        ? encrypted(encrypted(response, EncryptionMethod.A128GCM, null))
        : plain(response);
  }

  ReceivedPresentation plain(ObjectNode response) throws Exception {
    JsonNode token = response.get("vp_token");
    return send(
        new ReceivePresentationRequest(
            reference,
            null,
            token == null ? null : token.toString(),
            response.path("state").textValue(),
            response.path("error").textValue(),
            response.path("error_description").textValue()));
  }

  ReceivedPresentation encrypted(String jwe) throws Exception {
    return send(new ReceivePresentationRequest(reference, jwe, null, null, null, null));
  }

  ReceivedPresentation send(ReceivePresentationRequest response) throws Exception {
    return service.request(PresentationOperations.RECEIVE_PRESENTATION, response, Caller.NOBODY);
  }

  /**
   * @param compression or null
   */
  String encrypted(JsonNode response, EncryptionMethod method, CompressionAlgorithm compression)
      throws JOSEException, ParseException {
    ECKey key = ECKey.parse(request.at("/client_metadata/jwks/keys/0").toString());
    JWEHeader header =
        new JWEHeader.Builder(JWEAlgorithm.ECDH_ES, method)
            .keyID(key.getKeyID())
            .compressionAlgorithm(compression)
            .build();
    JWEObject jwe = new JWEObject(header, new Payload(response.toString()));
    jwe.encrypt(new ECDHEncrypter(key));
    return jwe.serialize();
  }
}
