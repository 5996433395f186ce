package org.attestry.credential.wallet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.credential.WalletOperations.IssueCopiesRequest;
import org.attestry.credential.issue.CredentialFormat;
import org.attestry.credential.offer.CredentialConfiguration;
import org.attestry.runtime.json.Json;

/**
 * A credential request (OpenID4VCI 1.0, section 8.2). Unknown members are ignored.
 *
 * @param configuration the name of the configuration
 * @param proofs the JWTs of the key proofs
 * @param encryptionKey for the reply; null for none
 * @param encryptionMethod null without a key
 */
record CopiesRequest(
    String configuration,
    CredentialFormat format,
    List<String> proofs,
    JsonNode encryptionKey,
    String encryptionMethod) {

  /** The most copies of one request. */
  static final int MOST_COPIES = 10;

  private static final int LONGEST_PROOF = 8_000;
  private static final String ENCRYPTION = "credential_response_encryption";

  CopiesRequest {
    proofs = List.copyOf(proofs);
  }

  /**
   * @param offered the names of the configurations of the offer
   * @throws WalletRefusal for an invalid request
   */
  static CopiesRequest read(
      IssueCopiesRequest request, List<String> offered, WalletEncryption encryption) {
    JsonNode body = parsed(request);
    boolean encrypted = body.isTextual();
    JsonNode sent = encrypted ? encryption.decrypted(body.textValue()) : body;
    if (!(sent instanceof ObjectNode object)) {
      throw invalid("Send a JSON object, or one in a JWE.");
    }
    String configuration = configuration(object, offered);
    JsonNode wanted = object.path(ENCRYPTION);
    if (!wanted.isMissingNode() && !encrypted) {
      throw WalletRefusal.of(
          "invalid_encryption_parameters",
          "A request for an encrypted reply must be encrypted itself.");
    }
    CredentialFormat format = CredentialConfiguration.format(configuration).orElseThrow();
    return new CopiesRequest(
        configuration,
        format,
        proofs(object),
        wanted.isMissingNode() ? null : wanted.path("jwk"),
        wanted.isMissingNode() ? null : wanted.path("enc").asText());
  }

  private static JsonNode parsed(IssueCopiesRequest request) {
    try {
      return Json.parse(request.body());
    } catch (FailureException e) {
      throw invalid("Send a JSON object, or one in a JWE.");
    }
  }

  private static String configuration(ObjectNode sent, List<String> offered) {
    boolean byIdentifier = sent.has("credential_identifier");
    if (byIdentifier == sent.has("credential_configuration_id")) {
      throw invalid("Send either credential_configuration_id or credential_identifier.");
    }
    String name = byIdentifier ? "credential_identifier" : "credential_configuration_id";
    String configuration = sent.get(name).isTextual() ? sent.get(name).textValue() : "";
    if (!offered.contains(configuration)) {
      throw WalletRefusal.of(
          byIdentifier ? "unknown_credential_identifier" : "unknown_credential_configuration",
          "The offer has no such credential; it has %s.".formatted(String.join(", ", offered)));
    }
    return configuration;
  }

  private static List<String> proofs(ObjectNode sent) {
    JsonNode proofs = sent.path("proofs");
    if (sent.has("proof")) {
      throw WalletRefusal.of("invalid_proof", "Send key proofs in proofs, an object with jwt.");
    }
    if (proofs.isMissingNode()) {
      return List.of();
    }
    JsonNode jwts = proofs.path("jwt");
    if (!proofs.isObject() || proofs.size() != 1 || !jwts.isArray() || jwts.isEmpty()) {
      throw WalletRefusal.of("invalid_proof", "Send the key proofs as an array of JWTs (jwt).");
    }
    if (jwts.size() > MOST_COPIES) {
      throw WalletRefusal.of(
          "invalid_proof", "Send at most %d key proofs (batch_size).".formatted(MOST_COPIES));
    }
    List<String> texts = new ArrayList<>();
    Set<String> different = new HashSet<>();
    for (JsonNode jwt : jwts) {
      String text = jwt.isTextual() ? jwt.textValue() : "";
      if (text.length() > LONGEST_PROOF || !different.add(text)) {
        throw WalletRefusal.of(
            "invalid_proof",
            "A key proof is a text of at most %d characters, sent once.".formatted(LONGEST_PROOF));
      }
      texts.add(text);
    }
    return texts;
  }

  private static WalletRefusal invalid(String description) {
    return WalletRefusal.of("invalid_credential_request", description);
  }
}
