package org.attestry.credential.suite;

import org.attestry.credential.jose.InvalidProofException;
import org.attestry.runtime.identifier.Base58;

/** Writes a signature as the {@code proofValue} of a proof: base58btc after a z (Multibase). */
final class ProofValue {

  private static final int LONGEST = 100;

  private ProofValue() {}

  static String of(byte[] signature) {
    return "z" + Base58.encode(signature);
  }

  /**
   * @throws InvalidProofException if the text is none
   */
  static byte[] parse(String text) {
    if (!text.startsWith("z") || text.length() > LONGEST) {
      throw new InvalidProofException("proof.value");
    }
    try {
      return Base58.decode(text.substring(1));
    } catch (IllegalArgumentException e) {
      throw new InvalidProofException("proof.value");
    }
  }
}
