package org.attestry.runtime.identifier;

import java.math.BigInteger;

/** Base58 in the Bitcoin alphabet (W3C Controlled Identifiers 1.0, section 2.4, base58btc). */
public final class Base58 {

  private static final String ALPHABET =
      "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  private static final BigInteger BASE = BigInteger.valueOf(ALPHABET.length());

  private static final int LONGEST = 2_000;

  private Base58() {}

  public static String encode(byte[] bytes) {
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

  /**
   * @throws IllegalArgumentException if the text is longer than any key, or not in the alphabet
   */
  public static byte[] decode(String text) {
    if (text.length() > LONGEST) {
      throw new IllegalArgumentException("The text is too long.");
    }
    BigInteger number = BigInteger.ZERO;
    int zeros = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = ALPHABET.indexOf(text.charAt(i));
      if (digit < 0) {
        throw new IllegalArgumentException("The text is not Base58.");
      }
      number = number.multiply(BASE).add(BigInteger.valueOf(digit));
      zeros += digit == 0 && number.signum() == 0 ? 1 : 0;
    }
    byte[] bytes = number.signum() == 0 ? new byte[0] : number.toByteArray();
    int from = bytes.length > 0 && bytes[0] == 0 ? 1 : 0;
    byte[] decoded = new byte[zeros + bytes.length - from];
    System.arraycopy(bytes, from, decoded, zeros, bytes.length - from);
    return decoded;
  }
}
