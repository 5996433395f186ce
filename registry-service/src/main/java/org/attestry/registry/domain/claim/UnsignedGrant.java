package org.attestry.registry.domain.claim;

import java.util.Set;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/** The failure of a grant whose credential could not be signed. */
final class UnsignedGrant {

  private static final Set<FailureKind> AWAY =
      Set.of(FailureKind.UNAVAILABLE, FailureKind.TIMEOUT, FailureKind.RATE_LIMITED);

  private UnsignedGrant() {}

  /**
   * UNPROCESSABLE when the credential cannot be made from the attested data, UNAVAILABLE when the
   * signer cannot be reached; an INTERNAL failure stays as it is.
   */
  static Throwable of(Throwable cause) {
    if (!(cause instanceof FailureException failed)) {
      return cause;
    }
    Failure failure = failed.failure();
    if (failure.kind() == FailureKind.INTERNAL) {
      return cause;
    }
    return (AWAY.contains(failure.kind()) ? signerAway() : notSignable(failure)).exception();
  }

  private static Failure signerAway() {
    return Failure.of(
        FailureKind.UNAVAILABLE,
        "registry.attestation.signer-away",
        "The credential cannot be signed now, and the claim stays open; try again.");
  }

  private static Failure notSignable(Failure failure) {
    return new Failure(
        FailureKind.UNPROCESSABLE,
        "registry.attestation.credential",
        "The credential cannot be made from what is attested, and the claim stays open: "
            + failure.message(),
        failure.violations(),
        failure.moreViolations(),
        null);
  }
}
