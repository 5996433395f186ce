package org.attestry.credential.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.credential.proof.SignedTerms;

/**
 * A credential that was verified, and what it says.
 *
 * @param sent as it was sent
 * @param document a W3C credential without its proofs, or the disclosed claims of an SD-JWT; null
 *     if it could not be read
 * @param terms null if they could not be read
 */
public record VerifiedDocument(
    JsonNode sent, VerificationView view, ObjectNode document, SignedTerms terms) {

  static VerifiedDocument unread(JsonNode sent, VerificationView view) {
    return new VerifiedDocument(sent, view, null, null);
  }

  /** Whether its issuer signed what it says: every proof holds. */
  public boolean isProven() {
    return document != null
        && terms != null
        && view.checks().stream()
            .filter(check -> check.check().equals("proof"))
            .allMatch(check -> check.status() == Status.OK);
  }
}
