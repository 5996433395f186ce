package org.attestry.credential.presentation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.StringJoiner;
import org.attestry.contracts.JsonBytes;
import org.attestry.credential.dcql.PresentedFormat;
import org.attestry.runtime.json.Json;

/** The parameters of a request for a wallet (OpenID4VP 1.0, section 5). */
record AuthorizationRequest(
    StoredPresentation stored, String clientId, String requestUri, String responseUri) {

  /** The audience of a request to an unknown wallet (section 5.8). */
  private static final String ANY_WALLET = "https://self-issued.me/v2";

  private static final String SCHEME = "openid4vp://?";
  private static final List<String> ALGORITHMS = List.of("ES256", "EdDSA", "PS256");
  private static final List<String> PROOFS =
      List.of("DataIntegrityProof", "Ed25519Signature2020", "RsaSignature2018");
  private static final List<String> CRYPTOSUITES =
      List.of("eddsa-rdfc-2022", "eddsa-jcs-2022", "ecdsa-rdfc-2019");

  /** The accepted algorithms for encrypted responses. */
  static final List<String> ENCRYPTIONS = List.of("A128GCM", "A256GCM");

  /**
   * Returns the claims of the request as JWT.
   *
   * @param walletNonce or null
   */
  ObjectNode claims(String walletNonce) {
    ObjectNode claims = Json.object().put("aud", ANY_WALLET);
    claims.put("iat", stored.createdAt().getEpochSecond());
    claims.put("exp", stored.expiresAt().getEpochSecond());
    claims.setAll(parameters());
    if (walletNonce != null) {
      claims.put("wallet_nonce", walletNonce);
    }
    return claims;
  }

  private ObjectNode parameters() {
    ObjectNode parameters = Json.object();
    parameters
        .put("client_id", clientId)
        .put("response_type", "vp_token")
        .put("response_mode", stored.mode().text())
        .put("response_uri", responseUri)
        .put("nonce", stored.nonce())
        .put("state", stored.walletState());
    parameters.set("dcql_query", Json.read(stored.query()));
    parameters.set("client_metadata", metadata());
    return parameters;
  }

  /** Returns the verifier's metadata (section 11). */
  private ObjectNode metadata() {
    ObjectNode metadata = Json.object();
    ObjectNode formats = metadata.putObject("vp_formats_supported");
    ObjectNode sdJwt = formats.putObject(PresentedFormat.SD_JWT.identifier());
    sdJwt.set("sd-jwt_alg_values", array(ALGORITHMS));
    sdJwt.set("kb-jwt_alg_values", array(ALGORITHMS));
    formats.putObject(PresentedFormat.JWT.identifier()).set("alg_values", array(ALGORITHMS));
    ObjectNode jsonLd = formats.putObject(PresentedFormat.JSON_LD.identifier());
    jsonLd.set("proof_type_values", array(PROOFS));
    jsonLd.set("cryptosuite_values", array(CRYPTOSUITES));
    if (stored.key() != null) {
      JsonNode key = Json.read(JsonBytes.of(stored.key().publicJwk()));
      metadata.putObject("jwks").putArray("keys").add(key);
      metadata.set("encrypted_response_enc_values_supported", array(ENCRYPTIONS));
    }
    return metadata;
  }

  private static ArrayNode array(List<String> texts) {
    ArrayNode array = Json.array();
    texts.forEach(array::add);
    return array;
  }

  /**
   * Returns a link that opens a wallet, which reads the request at its address.
   *
   * @param method of HTTP for reading it
   */
  String linkByReference(String method) {
    StringJoiner link = new StringJoiner("&", SCHEME, "");
    link.add("client_id=" + encoded(clientId)).add("request_uri=" + encoded(requestUri));
    if (method.equals("post")) {
      link.add("request_uri_method=post");
    }
    return link.toString();
  }

  /** Returns a link that opens a wallet with the whole request. */
  String linkByValue() {
    StringJoiner link = new StringJoiner("&", SCHEME, "");
    for (var parameter : parameters().properties()) {
      JsonNode value = parameter.getValue();
      String text = value.isTextual() ? value.textValue() : value.toString();
      link.add(parameter.getKey() + "=" + encoded(text));
    }
    return link.toString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
