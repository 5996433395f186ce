package org.attestry.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.WalletKeyPair;

/** A wallet, whose tokens and copies are bound to its key (OpenID4VCI 1.0, RFC 9449). */
final class Wallet {

  private static final String GRANT = "urn:ietf:params:oauth:grant-type:pre-authorized_code";
  private static final String CODE = "pre-authorized_code";

  private final Client nobody;
  private final JsonNode issuer;
  private final WalletKeyPair key = new WalletKeyPair();
  private JsonNode granted;

  /**
   * @param issuer the metadata of the credential issuer
   */
  Wallet(Client nobody, JsonNode issuer) {
    this.nobody = nobody;
    this.issuer = issuer;
  }

  /** Redeems the code of an offer. */
  Answer accept(JsonNode offer) {
    return token(grant(nobody, offer));
  }

  /** Returns the fields that redeem the code of an offer without a transaction code. */
  static String grant(Client nobody, JsonNode offer) {
    JsonNode read =
        nobody.get(URI.create(offer.get("address").textValue()).getPath()).status(200).json();
    return "grant_type=%s&%s=%s"
        .formatted(
            URLEncoder.encode(GRANT, StandardCharsets.UTF_8),
            CODE,
            read.at("/grants/" + GRANT + "/" + CODE).textValue());
  }

  /** Spends the refresh token. */
  Answer renew() {
    return token(
        "grant_type=refresh_token&refresh_token=" + granted.get("refresh_token").textValue());
  }

  private Answer token(String form) {
    String address = issuer.get("credential_issuer").textValue() + "/oid4vci/token";
    Answer answer =
        nobody.send(
            "POST",
            "/oid4vci/token",
            "application/x-www-form-urlencoded",
            form.getBytes(StandardCharsets.UTF_8),
            "dpop",
            key.dpop(address, null));
    if (answer.http().statusCode() == 200) {
      granted = answer.json();
    }
    return answer;
  }

  /** Requests a copy with the access token. */
  Answer fetch(String configuration) {
    String token = granted.get("access_token").textValue();
    return nobody.post(
        "/oid4vci/credential",
        request(nobody, issuer, configuration, key).toString(),
        "authorization",
        "DPoP " + token,
        "dpop",
        key.dpop(issuer.get("credential_endpoint").textValue(), token));
  }

  /** Returns a credential request with a new nonce, for a copy for each key. */
  static ObjectNode request(
      Client nobody, JsonNode issuer, String configuration, WalletKeyPair... keys) {
    String nonce =
        nobody
            .send("POST", "/oid4vci/nonce", null, new byte[0])
            .status(200)
            .json()
            .get("c_nonce")
            .textValue();
    String audience = issuer.get("credential_issuer").textValue();
    ObjectNode request = Json.object().put("credential_configuration_id", configuration);
    for (WalletKeyPair key : keys) {
      request.withArray("/proofs/jwt").add(key.proof(audience, nonce));
    }
    return request;
  }
}
