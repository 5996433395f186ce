package org.attestry.registry.domain.claim;

import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/** Why a grant has no effect: its credential was not signed. */
final class UnsignedGrant {

  private UnsignedGrant() {}

  /**
   * UNPROCESSABLE with what is wrong with the credential, UNAVAILABLE where the signer is away; a
   * fault of our own stays as it is.
   */
  static Throwable of(Throwable cause) {
    if (!(cause instanceof FailureException failed)) {
      return cause;
    }
    Failure failure = failed.failure();
    return switch (failure.kind()) {
      case INTERNAL -> cause;
      case UNAVAILABLE, TIMEOUT, RATE_LIMITED ->
          Failure.of(
                  FailureKind.UNAVAILABLE,
                  "registry.attestation.signer-away",
                  "The credential cannot be signed now, and the claim stays open; try again.")
              .exception();
      default ->
          new Failure(
                  FailureKind.UNPROCESSABLE,
                  "registry.attestation.credential",
                  "The credential cannot be made from what is attested, and the claim stays open: "
                      + failure.message(),
                  failure.violations(),
                  failure.moreViolations(),
                  null)
              .exception();
    };
  }
}
