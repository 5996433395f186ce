package org.attestry.adopt.credentials;

import java.math.BigInteger;

/** Decodes base58 (Bitcoin's alphabet), in which DID documents write keys. */
final class Base58 {

  private static final String ALPHABET =
      "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  private static final BigInteger BASE = BigInteger.valueOf(ALPHABET.length());

  private Base58() {}

  static byte[] decode(String text) {
    BigInteger number = BigInteger.ZERO;
    int zeros = 0;
    for (char c : text.toCharArray()) {
      int digit = ALPHABET.indexOf(c);
      if (digit < 0) {
        throw new IllegalArgumentException("'%s' is no character of base58.".formatted(c));
      }
      zeros += number.signum() == 0 && digit == 0 ? 1 : 0;
      number = number.multiply(BASE).add(BigInteger.valueOf(digit));
    }
    byte[] digits = number.signum() == 0 ? new byte[0] : number.toByteArray();
    int sign = digits.length > 0 && digits[0] == 0 ? 1 : 0;
    byte[] bytes = new byte[zeros + digits.length - sign];
    System.arraycopy(digits, sign, bytes, zeros, digits.length - sign);
    return bytes;
  }
}
