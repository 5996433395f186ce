package org.attestry.credential.proof;

import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.Proofs.Verification;
import org.attestry.runtime.work.Budget;

/**
 * JWTs of one form that are verified by their claims. Its methods take CPU time: call them through
 * {@link CryptoWorkers}.
 */
public interface ClaimsJwts {

  /** Returns the key that a text names, or the reason why its signature cannot be verified. */
  Named named(String text);

  /**
   * Verifies the signature of the issuer.
   *
   * @param key null if it is unknown
   */
  Verification verify(String text, VerificationKey key, Budget budget);

  /**
   * @param verificationMethod the named key; empty if none is named
   * @param refusal why it cannot be verified, or null
   */
  record Named(String verificationMethod, Check refusal) {}
}
