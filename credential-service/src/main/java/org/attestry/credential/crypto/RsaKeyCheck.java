package org.attestry.credential.crypto;

import java.math.BigInteger;
import java.security.spec.RSAKeyGenParameterSpec;
import java.util.stream.Stream;
import org.bouncycastle.asn1.pkcs.RSAPrivateKey;

/**
 * Checks the numbers of a private RSA key. Each provider uses different numbers of a key unchecked,
 * so an inconsistent key may sign with one and fail with another. The conditions are those of RFC
 * 8017 (section 3.2), with two primes of equal length (FIPS 186-5, appendix A.1).
 */
final class RsaKeyCheck {

  private static final BigInteger ONE = BigInteger.ONE;

  /** A composite number passes with a probability below 2^-64. */
  private static final int CERTAINTY = 64;

  private RsaKeyCheck() {}

  /**
   * @throws IllegalArgumentException with advice if a number is missing or does not fit the others
   */
  static void require(RSAPrivateKey key) {
    BigInteger n = key.getModulus();
    BigInteger e = key.getPublicExponent();
    if (n.bitLength() != Keys.RSA_BITS || !e.equals(RSAKeyGenParameterSpec.F4)) {
      throw new IllegalArgumentException(
          "Send a private RSA key of 2048 bits with the public exponent 65537.");
    }
    BigInteger d = key.getPrivateExponent();
    BigInteger p = key.getPrime1();
    BigInteger q = key.getPrime2();
    BigInteger dp = key.getExponent1();
    BigInteger dq = key.getExponent2();
    BigInteger qi = key.getCoefficient();
    if (Stream.of(n, d, p, q, dp, dq, qi).anyMatch(number -> number.signum() <= 0)) {
      throw new IllegalArgumentException(
          "Send the private RSA key with all of n, e, d, p, q, dp, dq and qi.");
    }
    int half = Keys.RSA_BITS / 2;
    if (p.bitLength() != half || q.bitLength() != half || !p.multiply(q).equals(n)) {
      throw new IllegalArgumentException(
          "The private RSA key does not fit: n must be the product of p and q, of %d bits each."
              .formatted(half));
    }
    boolean fits =
        d.compareTo(n) < 0
            && d.mod(p.subtract(ONE)).equals(dp)
            && d.mod(q.subtract(ONE)).equals(dq)
            && dp.multiply(e).mod(p.subtract(ONE)).equals(ONE)
            && dq.multiply(e).mod(q.subtract(ONE)).equals(ONE)
            && qi.compareTo(p) < 0
            && qi.multiply(q).mod(p).equals(ONE);
    if (!fits) {
      throw new IllegalArgumentException(
          "The private RSA key does not fit: d must be the inverse of e, dp and dq its remainders,"
              + " qi the inverse of q.");
    }
    if (!p.isProbablePrime(CERTAINTY) || !q.isProbablePrime(CERTAINTY)) {
      throw new IllegalArgumentException(
          "The private RSA key does not fit: p and q must be primes.");
    }
  }
}
