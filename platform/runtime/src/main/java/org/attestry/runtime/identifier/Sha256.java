package org.attestry.runtime.identifier;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 (FIPS 180-4), which every Java runtime supports. */
public final class Sha256 {

  private Sha256() {}

  /** Returns a new digest without input. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the digest, 32 bytes. */
  public static byte[] of(byte[] bytes) {
    return digest().digest(bytes);
  }

  /** Returns the digest of the text in UTF-8. */
  public static byte[] of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the digest in lower-case hex. */
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(of(bytes));
  }

  /** Returns the digest of the text in UTF-8, in lower-case hex. */
  public static String hex(String text) {
    return HexFormat.of().formatHex(of(text));
  }
}
