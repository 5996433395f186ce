package org.attestry.credential.certificate;

import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;

/** The state of the credential that a certificate shows. */
public enum CertificateState {
  VALID("Valid"),
  EXPIRED("Expired"),
  NOT_YET_VALID("Not yet valid"),
  SUSPENDED("Suspended"),
  REVOKED("Revoked"),
  INVALID("Not valid: its signature could not be confirmed"),
  UNSIGNED("Not signed: the record without its credential"),
  EXAMPLE("An example, no certificate");

  private final String sentence;

  CertificateState(String sentence) {
    this.sentence = sentence;
  }

  String sentence() {
    return sentence;
  }

  /** Returns the state that follows from the checks of a credential. */
  static CertificateState of(VerificationView verification) {
    if (failed(verification, "revocation")) {
      return REVOKED;
    }
    if (failed(verification, "suspension")) {
      return SUSPENDED;
    }
    if (failed(verification, "expiry")) {
      return hasReason(verification, "not-yet-valid") ? NOT_YET_VALID : EXPIRED;
    }
    return verification.verified() ? VALID : INVALID;
  }

  private static boolean hasReason(VerificationView verification, String reason) {
    return verification.checks().stream().anyMatch(one -> reason.equals(one.reason()));
  }

  private static boolean failed(VerificationView verification, String check) {
    return verification.checks().stream()
        .anyMatch(one -> one.check().equals(check) && one.status() == Status.NOK);
  }
}
