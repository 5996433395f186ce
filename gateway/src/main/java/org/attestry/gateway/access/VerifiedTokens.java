package org.attestry.gateway.access;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.attestry.contracts.Caller;

/**
 * Tokens that were verified a moment ago, because a signature costs more than a read. Bounded, the
 * oldest leaves first; a token is known by its SHA-256 and never longer than it is valid. Used on
 * the event loop of one verticle.
 */
final class VerifiedTokens {

  private final long keepMillis;
  private final Map<ByteBuffer, Known> entries;
  private final MessageDigest digest;

  VerifiedTokens(Duration keep, int size) {
    this.keepMillis = keep.toMillis();
    this.entries = bounded(size);
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The caller of a token that was verified and is still valid, else null. */
  Caller find(String token) {
    ByteBuffer key = key(token);
    Known entry = entries.get(key);
    if (entry != null && entry.untilMillis <= System.currentTimeMillis()) {
      entries.remove(key);
      return null;
    }
    return entry == null ? null : entry.caller;
  }

  /**
   * @param expiresAt the claim {@code exp}, seconds since 1970
   */
  void remember(String token, Caller caller, long expiresAt) {
    long until = Math.min(System.currentTimeMillis() + keepMillis, expiresAt * 1_000);
    entries.put(key(token), new Known(caller, until));
  }

  int size() {
    return entries.size();
  }

  private ByteBuffer key(String token) {
    return ByteBuffer.wrap(digest.digest(token.getBytes(StandardCharsets.ISO_8859_1)));
  }

  private static Map<ByteBuffer, Known> bounded(int size) {
    return new LinkedHashMap<>() {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Known> eldest) {
        return size() > size;
      }
    };
  }

  private record Known(Caller caller, long untilMillis) {}
}
