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
 * @param jwts key proofs of the type {@code jwt}
 * @param presentations key proofs of the type {@code di_vp}
 * @param reply the encryption of the reply; null for none
 */
record CopiesRequest(
    String configuration,
    CredentialFormat format,
    List<String> jwts,
    List<ObjectNode> presentations,
    ReplyEncryption reply) {

  /** The most copies of one request. */
  static final int MOST_COPIES = 10;

  private static final int LONGEST_PROOF = 8_000;
  private static final String JWTS = "jwt";
  private static final String PRESENTATIONS = "di_vp";

  CopiesRequest {
    jwts = List.copyOf(jwts);
    presentations = List.copyOf(presentations);
  }

  boolean isWithoutProof() {
    return jwts.isEmpty() && presentations.isEmpty();
  }

  /** Returns how many copies are requested: one for each proof, or one without a proof. */
  int copies() {
    return Math.max(1, jwts.size() + presentations.size());
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
    JsonNode proofs = proofs(read.content(), format);
    return new CopiesRequest(
        configuration,
        format,
        jwts(proofs.path(JWTS)),
        presentations(proofs.path(PRESENTATIONS)),
        read.reply());
  }

  /**
   * Returns the name of the configuration in a request with a token of the identity provider, which
   * gives no credential identifiers. The name may be unknown.
   *
   * @throws WalletRefusal for a request that has no such name
   */
  static String named(ReplyEncryption.Request read) {
    if (isByIdentifier(read.content())) {
      throw WalletRefusal.of(
          "unknown_credential_identifier",
          "The access token has no credential identifiers: send a credential_configuration_id.");
    }
    return named(read.content(), false);
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

  private static JsonNode proofs(ObjectNode sent, CredentialFormat format) {
    JsonNode proofs = sent.path("proofs");
    if (sent.has("proof")) {
      throw WalletRefusal.of("invalid_proof", "Send key proofs in proofs, an object with jwt.");
    }
    if (proofs.isMissingNode()) {
      return proofs;
    }
    String type = proofs.size() == 1 ? proofs.fieldNames().next() : "";
    boolean known = type.equals(JWTS) || type.equals(PRESENTATIONS) && isAsJsonLd(format);
    JsonNode all = proofs.path(type);
    if (!proofs.isObject() || !known || !all.isArray() || all.isEmpty()) {
      throw WalletRefusal.of(
          "invalid_proof",
          "Send the key proofs as an array of JWTs (%s), or for ldp_vc of presentations (%s)."
              .formatted(JWTS, PRESENTATIONS));
    }
    if (all.size() > MOST_COPIES) {
      throw WalletRefusal.of(
          "invalid_proof", "Send at most %d key proofs (batch_size).".formatted(MOST_COPIES));
    }
    return proofs;
  }

  private static boolean isAsJsonLd(CredentialFormat format) {
    return format == CredentialFormat.LDP;
  }

  private static List<String> jwts(JsonNode sent) {
    List<String> texts = new ArrayList<>();
    for (JsonNode jwt : sent) {
      texts.add(jwt.isTextual() ? jwt.textValue() : "");
    }
    requireForm(texts);
    return texts;
  }

  private static List<ObjectNode> presentations(JsonNode sent) {
    List<ObjectNode> presentations = new ArrayList<>();
    for (JsonNode one : sent) {
      if (!(one instanceof ObjectNode presentation)) {
        throw WalletRefusal.of("invalid_proof", "A key proof in di_vp is a JSON object.");
      }
      presentations.add(presentation);
    }
    requireForm(presentations.stream().map(ObjectNode::toString).toList());
    return presentations;
  }

  private static void requireForm(List<String> proofs) {
    Set<String> different = new HashSet<>();
    for (String proof : proofs) {
      if (proof.length() > LONGEST_PROOF || !different.add(proof)) {
        throw WalletRefusal.of(
            "invalid_proof",
            "A key proof has at most %d characters, and is sent once.".formatted(LONGEST_PROOF));
      }
    }
  }

  private static WalletRefusal invalid(String description) {
    return WalletRefusal.of("invalid_credential_request", description);
  }
}
