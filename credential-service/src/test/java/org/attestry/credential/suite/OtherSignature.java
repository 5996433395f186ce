package org.attestry.credential.suite;

import java.math.BigInteger;
import java.util.Arrays;

/** The second signature of the same message that holds beside an ECDSA signature with P-256. */
public final class OtherSignature {

  private static final BigInteger ORDER =
      new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

  private OtherSignature() {}

  /**
   * @param proofValue of a proof with the suite ecdsa-rdfc-2019
   */
  public static String of(String proofValue) {
    return ProofValue.of(of(ProofValue.parse(proofValue)));
  }

  static byte[] of(byte[] signature) {
    BigInteger s = ORDER.subtract(new BigInteger(1, Arrays.copyOfRange(signature, 32, 64)));
    byte[] number = s.toByteArray();
    byte[] other = Arrays.copyOf(signature, 64);
    Arrays.fill(other, 32, 64, (byte) 0);
    int length = Math.min(32, number.length);
    System.arraycopy(number, number.length - length, other, 64 - length, length);
    return other;
  }
}
