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

  /** The key that a text names, and why its signature cannot be verified if so. */
  Named named(String text);

  /**
   * Verifies the signature of the issuer.
   *
   * @param key null for one that is not known
   */
  Verification verify(String text, VerificationKey key, Budget budget);

  /**
   * @param verificationMethod the key that it names; empty without one
   * @param refusal why it cannot be verified, or null
   */
  record Named(String verificationMethod, Check refusal) {}
}
