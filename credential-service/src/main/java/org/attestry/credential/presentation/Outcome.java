package org.attestry.credential.presentation;

import java.util.List;
import org.attestry.contracts.credential.PresentationOperations.PresentedCredential;
import org.attestry.contracts.credential.PresentationOperations.WalletError;

/**
 * The stored result of a wallet's response.
 *
 * @param verified null if nothing was presented
 * @param error null if something was presented
 */
record Outcome(Boolean verified, List<PresentedCredential> credentials, WalletError error) {

  static final Outcome NONE = new Outcome(null, List.of(), null);

  Outcome {
    credentials = credentials == null ? List.of() : List.copyOf(credentials);
  }

  static Outcome of(List<PresentedCredential> credentials) {
    boolean verified = credentials.stream().allMatch(PresentedCredential::verified);
    return new Outcome(verified, credentials, null);
  }

  static Outcome declined(WalletError error) {
    return new Outcome(null, List.of(), error);
  }
}
