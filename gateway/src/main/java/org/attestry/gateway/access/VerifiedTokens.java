package org.attestry.gateway.access;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.attestry.contracts.Caller;
import org.attestry.runtime.work.Sha256;

/**
 * A cache of recently verified tokens, because verifying a signature costs more than a lookup. It
 * is bounded and evicts the oldest entry first. The key is the token's SHA-256, and an entry
 * expires no later than its token. Used on the event loop of one verticle, so it needs no
 * concurrent map, and no library for one.
 */
final class VerifiedTokens {

  private final long keepMillis;
  private final InstantSource clock;
  private final Map<ByteBuffer, Known> entries;
  private final MessageDigest digest = Sha256.digest();

  VerifiedTokens(Duration keep, int size, InstantSource clock) {
    this.keepMillis = keep.toMillis();
    this.clock = clock;
    this.entries = bounded(size);
  }

  /** Returns the caller of a cached token that is still valid, else null. */
  Caller find(String token) {
    ByteBuffer key = key(token);
    Known entry = entries.get(key);
    if (entry != null && entry.untilMillis <= clock.millis()) {
      entries.remove(key);
      return null;
    }
    return entry == null ? null : entry.caller;
  }

  /**
   * @param expiresAt the claim {@code exp}, seconds since 1970
   */
  void remember(String token, Caller caller, long expiresAt) {
    long until = Math.min(clock.millis() + keepMillis, expiresAt * 1_000);
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
