package org.attestry.credential.signing;

import java.util.List;
import org.attestry.credential.domain.SignatureAlgorithm;

/** Proofs as the service makes and verifies them by default. */
public final class TestProofs {

  private TestProofs() {}

  /**
   * @param publicBase where generated contexts are served
   */
  public static ProofSuites at(String publicBase) {
    Canonicalizer canonicalizer = new Canonicalizer(BundledContexts.load());
    return new ProofSuites(
        canonicalizer,
        List.of(new RsaSignature2018(canonicalizer, SignatureAlgorithm.PS256)),
        UndefinedTermsPolicy.GENERATE,
        publicBase);
  }
}
