package org.attestry.credential.wallet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.issue.HolderKey;
import org.attestry.credential.token.WalletProofs;
import org.attestry.credential.token.WalletRefusal;
import org.attestry.credential.verify.VerifiedPresentation;
import org.attestry.credential.verify.VerifyPresented;
import org.attestry.runtime.fair.Budget;

/**
 * Verifies key proofs of the type {@code di_vp} (OpenID4VCI 1.0, appendix F.2): presentations
 * without credentials, whose Data Integrity proof is by a key that a DID contains.
 */
public record PresentationProofs(
    VerifyPresented verify, WalletProofs proofs, CryptoWorkers compute) {

  /** The accepted suites, by their names in proofs. */
  static final List<String> SUITES =
      List.of("eddsa-rdfc-2022", "eddsa-jcs-2022", "ecdsa-rdfc-2019");

  private static final String PROOF = "proof";

  /**
   * Returns the nonce that a presentation states; null for none. It is verified by {@link
   * #keyProof}.
   */
  static String nonce(ObjectNode presentation) {
    return proof(presentation).path("challenge").textValue();
  }

  private static JsonNode proof(ObjectNode presentation) {
    JsonNode proof = presentation.path(PROOF);
    return proof.isArray() && proof.size() == 1 ? proof.get(0) : proof;
  }

  /**
   * Verifies a key proof, with the nonce that it states.
   *
   * @param audience the credential issuer identifier
   * @return the key; fails with a {@link WalletRefusal} invalid_proof
   */
  Future<HolderKey> keyProof(
      ObjectNode presentation, String audience, Budget budget, Deadline deadline) {
    JsonNode proof = proof(presentation);
    ObjectNode whole = presentation.deepCopy().set(PROOF, proof);
    return compute
        .run(deadline, () -> requireForm(whole, proof))
        .compose(
            formed -> verify.presentation(whole, nonce(presentation), audience, budget, deadline))
        .recover(PresentationProofs::asRefusal)
        .compose(verified -> compute.run(deadline, () -> key(verified)));
  }

  private Void requireForm(ObjectNode presentation, JsonNode proof) {
    boolean formed =
        proof.path("type").asText().equals("DataIntegrityProof")
            && SUITES.contains(proof.path("cryptosuite").asText())
            && isWithoutCredentials(presentation.path("verifiableCredential"));
    if (!formed) {
      throw refused();
    }
    proofs.holder(proof.path("verificationMethod").asText().split("#", -1)[0]);
    return null;
  }

  private static boolean isWithoutCredentials(JsonNode held) {
    return held.isMissingNode() || held.isArray() && held.isEmpty();
  }

  private static Future<VerifiedPresentation> asRefusal(Throwable cause) {
    return Future.failedFuture(
        FailureException.isOf(cause, FailureKind.INVALID) ? refused() : cause);
  }

  private HolderKey key(VerifiedPresentation verified) {
    boolean holds =
        verified.holder() != null
            && verified.checks().stream().allMatch(check -> check.status() == Status.OK);
    if (!holds) {
      throw refused();
    }
    return proofs.holder(verified.holder());
  }

  private static WalletRefusal refused() {
    return WalletRefusal.of(
        "invalid_proof",
        "A key proof is a presentation without credentials, with one DataIntegrityProof of %s, by a"
                .formatted(String.join(", ", SUITES))
            + " key of a did:key or did:jwk, for authentication, whose domain is the credential"
            + " issuer and whose challenge is a nonce of it.");
  }
}
