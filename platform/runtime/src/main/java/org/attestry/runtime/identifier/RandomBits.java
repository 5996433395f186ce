package org.attestry.runtime.identifier;

import java.security.SecureRandom;
import java.util.Base64;

/** Random bits that nobody can guess. Safe for several threads. */
public final class RandomBits {

  private static final SecureRandom RANDOM = new SecureRandom();

  private RandomBits() {}

  public static byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  /** Returns that many random bytes in base64url, without padding. */
  public static String text(int bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(bytes));
  }
}
