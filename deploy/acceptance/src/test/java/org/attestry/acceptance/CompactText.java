package org.attestry.acceptance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.DeflaterOutputStream;

/** The text of a QR code that holds a credential: zlib (RFC 1950) in Base45 (RFC 9285). */
final class CompactText {

  private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";

  private CompactText() {}

  static String of(byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflated = new DeflaterOutputStream(out)) {
      deflated.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] bytes = out.toByteArray();
    StringBuilder text = new StringBuilder("ATT1:");
    for (int i = 0; i < bytes.length; i += 2) {
      boolean pair = i + 1 < bytes.length;
      int n = pair ? (bytes[i] & 0xff) * 256 + (bytes[i + 1] & 0xff) : bytes[i] & 0xff;
      for (int digits = pair ? 3 : 2; digits > 0; digits--, n /= 45) {
        text.append(ALPHABET.charAt(n % 45));
      }
    }
    return text.toString();
  }
}
