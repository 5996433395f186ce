package org.attestry.credential.presentation;

import java.util.Optional;
import java.util.regex.Pattern;
import org.attestry.contracts.FailureException;
import org.attestry.runtime.identifier.Sha256;

/** The references by which wallets find requests. */
final class OpenRequests {

  private static final Pattern REFERENCE = Pattern.compile("[A-Za-z0-9_-]{43}");

  private OpenRequests() {}

  /**
   * Returns the digest under which a request is stored.
   *
   * @throws FailureException of kind NOT_FOUND for a text that cannot be a reference
   */
  static String digest(String reference) {
    if (reference == null || !REFERENCE.matcher(reference).matches()) {
      throw unknown();
    }
    return Sha256.hex(reference);
  }

  /**
   * @throws FailureException of kind NOT_FOUND if there is none
   */
  static StoredPresentation required(Optional<StoredPresentation> found) {
    return found.orElseThrow(OpenRequests::unknown);
  }

  static FailureException unknown() {
    return FailureException.notFound(
        "credential.presentation.unknown",
        "There is no such request for a presentation: it has expired, was deleted, or never was.");
  }

  static FailureException closed() {
    return FailureException.conflict(
        "credential.presentation.closed",
        "This request for a presentation was answered, or too many responses were refused: ask the"
            + " verifier for another one.");
  }
}
