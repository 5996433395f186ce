package org.attestry.condition;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import org.attestry.runtime.identifier.Sha256;

/**
 * A key of {@link ConditionLookup}: the hash of a compared value.
 *
 * @param length the length of the hashed text in UTF-16 units if the text is compared with parts of
 *     another text, else 0
 * @param value the first 16 bytes of a SHA-256 hash in base64url, or {@code *}
 */
public record LookupKey(int length, String value) {

  /**
   * The key of requesters that cannot be found by other keys: the condition must be evaluated for
   * them.
   */
  public static final LookupKey ANY = new LookupKey(0, "*");

  private static final int HASH_BYTES = 16;

  /**
   * @param term index of the comparison in the condition, from 0
   * @param kind how the text is compared
   */
  static LookupKey of(int term, char kind, int length, String text) {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + Character.BYTES * (text.length() + 1));
    bytes.putInt(term).putChar(kind).asCharBuffer().put(text);
    byte[] hash = Arrays.copyOf(Sha256.of(bytes.array()), HASH_BYTES);
    return new LookupKey(length, Base64.getUrlEncoder().withoutPadding().encodeToString(hash));
  }
}
