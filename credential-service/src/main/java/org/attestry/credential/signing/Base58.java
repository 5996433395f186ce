package org.attestry.credential.signing;

import java.math.BigInteger;

/** Base58 in the Bitcoin alphabet (W3C Controlled Identifiers 1.0, section 2.4, base58btc). */
final class Base58 {

  private static final String ALPHABET =
      "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  private static final BigInteger BASE = BigInteger.valueOf(ALPHABET.length());

  private Base58() {}

  static String encode(byte[] bytes) {
    StringBuilder reversed = new StringBuilder();
    BigInteger rest = new BigInteger(1, bytes);
    while (rest.signum() > 0) {
      BigInteger[] parts = rest.divideAndRemainder(BASE);
      reversed.append(ALPHABET.charAt(parts[1].intValue()));
      rest = parts[0];
    }
    for (int i = 0; i < bytes.length && bytes[i] == 0; i++) {
      reversed.append(ALPHABET.charAt(0));
    }
    return reversed.reverse().toString();
  }
}
