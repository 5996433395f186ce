package org.attestry.gateway.page;

import java.util.List;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;

/** The overall result of the checks of a credential. */
enum Verdict {
  VALID("good"),
  /** It is valid, and states more than the page shows. */
  PARTLY_SHOWN("warn"),
  /** It is valid, and nothing of it can be shown. */
  NOT_SHOWN("plain"),
  /** It is valid, and its entity has other values by now, which nobody signed. */
  CHANGED("warn"),
  NOT_YET_VALID("warn"),
  EXPIRED("warn"),
  SUSPENDED("warn"),
  REVOKED("bad"),
  ALTERED("bad"),
  UNSIGNED("bad"),
  KEY_REVOKED("bad"),
  NOT_OURS("plain"),
  UNREADABLE("plain"),
  UNCONFIRMED("plain"),
  UNKNOWN("plain"),
  UNAVAILABLE("plain");

  private final String tone;

  Verdict(String tone) {
    this.tone = tone;
  }

  /** The CSS class of its colours. */
  String tone() {
    return tone;
  }

  /**
   * Returns the gravest verdict that the checks justify; UNCONFIRMED if the credential is not
   * verified and no other verdict applies.
   */
  static Verdict of(VerificationView verification) {
    List<Check> checks = verification.checks();
    if (verification.verified()) {
      return VALID;
    }
    if (hasReason(checks, "form.unsupported:text")) {
      return UNREADABLE;
    }
    if (failed(checks, "proof")) {
      return hasReason(checks, "proof.missing") ? UNSIGNED : ALTERED;
    }
    if (hasReason(checks, "issuer.not-trusted")) {
      return NOT_OURS;
    }
    if (hasReason(checks, "key.revoked")) {
      return KEY_REVOKED;
    }
    if (failed(checks, "issuer")) {
      return ALTERED;
    }
    return hasReason(checks, "issuer.unknown") ? NOT_OURS : standing(checks);
  }

  private static Verdict standing(List<Check> checks) {
    if (hasReason(checks, "revoked")) {
      return REVOKED;
    }
    if (hasReason(checks, "suspended")) {
      return SUSPENDED;
    }
    if (hasReason(checks, "expired")) {
      return EXPIRED;
    }
    return hasReason(checks, "not-yet-valid") ? NOT_YET_VALID : UNCONFIRMED;
  }

  private static boolean failed(List<Check> checks, String name) {
    return checks.stream()
        .anyMatch(check -> check.check().equals(name) && check.status() == Status.NOK);
  }

  /** Whether a check has this reason, with or without a detail. */
  private static boolean hasReason(List<Check> checks, String reason) {
    return checks.stream()
        .map(check -> String.valueOf(check.reason()))
        .anyMatch(found -> found.equals(reason) || found.startsWith(reason + ":"));
  }
}
