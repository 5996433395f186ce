package org.attestry.credential.signing.suite;

import org.attestry.credential.domain.key.SignatureAlgorithm;
import org.attestry.credential.signing.jsonld.BundledContexts;
import org.attestry.credential.signing.jsonld.Canonicalizer;

/** Proofs as the service makes and verifies them by default. */
public final class TestProofs {

  private TestProofs() {}

  /**
   * @param publicBase where generated contexts are served
   */
  public static ProofSuites at(String publicBase) {
    return at(publicBase, RsaSignature2018.TYPE);
  }

  /**
   * @param suite signs where a template names none
   */
  public static ProofSuites at(String publicBase, String suite) {
    Canonicalizer canonicalizer = new Canonicalizer(BundledContexts.load());
    return new ProofSuites(
        canonicalizer,
        ProofSuites.all(canonicalizer, SignatureAlgorithm.PS256),
        suite,
        UndefinedTermsPolicy.GENERATE,
        publicBase);
  }
}
