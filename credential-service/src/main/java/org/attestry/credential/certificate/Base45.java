package org.attestry.credential.certificate;

/** Base45 (RFC 9285): bytes in the alphabet that QR codes store in five and a half bits. */
final class Base45 {

  private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";

  private Base45() {}

  static String encode(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length * 3 / 2 + 3);
    for (int i = 0; i < bytes.length; i += 2) {
      boolean pair = i + 1 < bytes.length;
      int n = pair ? (bytes[i] & 0xFF) << 8 | bytes[i + 1] & 0xFF : bytes[i] & 0xFF;
      text.append(ALPHABET.charAt(n % 45)).append(ALPHABET.charAt(n / 45 % 45));
      if (pair) {
        text.append(ALPHABET.charAt(n / 2025));
      }
    }
    return text.toString();
  }
}
