package org.attestry.credential.suite;

import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.jsonld.BundledContexts;
import org.attestry.credential.key.SignatureAlgorithm;

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
