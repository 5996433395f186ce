package org.attestry.credential.wallet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.credential.token.WalletRefusal;
import org.attestry.runtime.json.Json;

/**
 * The encryption that a wallet requests for a reply ({@code credential_response_encryption}).
 *
 * @param key a public JWK
 */
record ReplyEncryption(JsonNode key, String method) {

  private static final String MEMBER = "credential_response_encryption";

  /**
   * The content of a request, which may be encrypted.
   *
   * @param reply the encryption of the reply; null for none
   */
  record Request(ObjectNode content, ReplyEncryption reply) {}

  /**
   * @param body a JSON object, or the text of a JWE as a JSON string
   * @throws WalletRefusal for a request that is not as it must be
   */
  static Request read(JsonBytes body, WalletEncryption encryption) {
    JsonNode sent = parsed(body);
    boolean encrypted = sent.isTextual();
    JsonNode content = encrypted ? encryption.decrypted(sent.textValue()) : sent;
    if (!(content instanceof ObjectNode object)) {
      throw invalid();
    }
    JsonNode wanted = object.path(MEMBER);
    if (wanted.isMissingNode()) {
      return new Request(object, null);
    }
    if (!encrypted) {
      throw WalletRefusal.of(
          "invalid_encryption_parameters",
          "A request for an encrypted reply must be encrypted itself.");
    }
    return new Request(
        object, new ReplyEncryption(wanted.path("jwk"), wanted.path("enc").asText()));
  }

  private static JsonNode parsed(JsonBytes body) {
    try {
      return Json.parse(body);
    } catch (FailureException e) {
      throw invalid();
    }
  }

  private static WalletRefusal invalid() {
    return WalletRefusal.of("invalid_credential_request", "Send a JSON object, or one in a JWE.");
  }
}
