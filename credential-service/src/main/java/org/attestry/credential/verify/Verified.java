package org.attestry.credential.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.credential.proof.SignedTerms;

/**
 * The result of verifying a credential.
 *
 * @param sent the credential as it was sent; null of a status list
 * @param document a W3C credential without its proofs, or the disclosed claims of an SD-JWT; null
 *     if they were not read
 * @param proofs what is known of each proof; none where it was not tried
 */
public record Verified(
    JsonNode sent, ObjectNode document, List<CredentialChecks> proofs, List<Check> checks) {

  public Verified {
    proofs = List.copyOf(proofs);
    checks = List.copyOf(checks);
  }

  /** The result for what cannot be read as a credential. */
  static Verified unread(JsonNode sent, Check proof) {
    return new Verified(sent, null, List.of(), CredentialChecks.unread(proof));
  }

  Verified of(JsonNode original, ObjectNode read) {
    return new Verified(original, read, proofs, checks);
  }

  /** With one check more, if there is one. */
  Verified with(Optional<Check> more) {
    return new Verified(
        sent, document, proofs, Stream.concat(checks.stream(), more.stream()).toList());
  }

  /** Whether every check is OK. */
  public boolean isVerified() {
    return checks.stream().allMatch(check -> check.status() == Status.OK);
  }

  /** Whether its issuer signed what it says: it could be read, and every proof holds. */
  public boolean isProven() {
    return document != null
        && terms() != null
        && checks.stream()
            .filter(check -> check.check().equals("proof"))
            .allMatch(check -> check.status() == Status.OK);
  }

  /** Null if they could not be read. */
  public SignedTerms terms() {
    return proofs.isEmpty() ? null : proofs.getFirst().verification().terms();
  }

  /** The reply, without a document. */
  VerificationView view() {
    return viewWith(null);
  }

  /**
   * @param written the document, or null
   */
  VerificationView viewWith(JsonBytes written) {
    String type = proofs.isEmpty() ? null : proofs.getFirst().entityType();
    return new VerificationView(isVerified(), checks, written, type);
  }
}
