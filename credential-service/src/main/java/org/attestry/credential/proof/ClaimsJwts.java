package org.attestry.credential.proof;

import java.util.List;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.Proofs.Verification;
import org.attestry.runtime.fair.Budget;

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
   * @param certified what it says of a key that a certificate names; null for any other
   * @param refusal why it cannot be verified, or null
   */
  record Named(String verificationMethod, Certified certified, Check refusal) {

    public Named(String verificationMethod, Check refusal) {
      this(verificationMethod, null, refusal);
    }
  }

  /**
   * A key that a certificate names (RFC 7515, section 4.1.6).
   *
   * @param chain certificates in DER, that of the key first
   * @param issuer who signed, as the claims say
   */
  record Certified(List<byte[]> chain, String issuer) {

    public Certified {
      chain = List.copyOf(chain);
    }
  }
}
