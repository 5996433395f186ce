package org.attestry.credential.wallet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.credential.WalletOperations.IssueCopiesRequest;
import org.attestry.credential.issue.CredentialFormat;
import org.attestry.credential.offer.CredentialConfiguration;
import org.attestry.credential.token.WalletRefusal;

/**
 * A credential request (OpenID4VCI 1.0, section 8.2). Unknown members are ignored.
 *
 * @param configuration the name of the configuration
 * @param proofs the JWTs of the key proofs
 * @param reply the encryption of the reply; null for none
 */
record CopiesRequest(
    String configuration, CredentialFormat format, List<String> proofs, ReplyEncryption reply) {

  /** The most copies of one request. */
  static final int MOST_COPIES = 10;

  private static final int LONGEST_PROOF = 8_000;

  CopiesRequest {
    proofs = List.copyOf(proofs);
  }

  /**
   * @param offered the names of the configurations of the offer
   * @throws WalletRefusal for an invalid request
   */
  static CopiesRequest read(
      IssueCopiesRequest request, List<String> offered, WalletEncryption encryption) {
    ReplyEncryption.Request read = ReplyEncryption.read(request.body(), encryption);
    String configuration = configuration(read.content(), offered);
    CredentialFormat format = CredentialConfiguration.format(configuration).orElseThrow();
    return new CopiesRequest(configuration, format, proofs(read.content()), read.reply());
  }

  /** Returns the name of the configuration in a request; it may be unknown. */
  static String named(ReplyEncryption.Request read) {
    return named(read.content(), isByIdentifier(read.content()));
  }

  private static String named(ObjectNode sent, boolean byIdentifier) {
    JsonNode named =
        sent.get(byIdentifier ? "credential_identifier" : "credential_configuration_id");
    return named.isTextual() ? named.textValue() : "";
  }

  private static boolean isByIdentifier(ObjectNode sent) {
    boolean byIdentifier = sent.has("credential_identifier");
    if (byIdentifier == sent.has("credential_configuration_id")) {
      throw invalid("Send either credential_configuration_id or credential_identifier.");
    }
    return byIdentifier;
  }

  private static String configuration(ObjectNode sent, List<String> offered) {
    boolean byIdentifier = isByIdentifier(sent);
    String configuration = named(sent, byIdentifier);
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
