package org.attestry.gateway.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import org.attestry.contracts.Caller;
import org.attestry.runtime.identifier.Sha256;

/**
 * A cache of recently verified tokens, because verifying a signature costs more than a lookup. It
 * is bounded by the characters of their tokens, which what is kept of them grows with. The key is
 * the token's SHA-256, and an entry expires no later than its token. Used on the event loop of one
 * verticle.
 */
final class VerifiedTokens {

  /** As long as a token of Keycloak with some roles is. */
  private static final long USUAL_CHARACTERS = 2_000;

  private final long keepMillis;
  private final InstantSource clock;
  private final Cache<ByteBuffer, Known> entries;
  private final MessageDigest digest = Sha256.digest();

  /**
   * @param size how many tokens of usual length are kept
   */
  VerifiedTokens(Duration keep, int size, InstantSource clock) {
    this.keepMillis = keep.toMillis();
    this.clock = clock;
    this.entries =
        Caffeine.newBuilder()
            .maximumWeight(size * USUAL_CHARACTERS)
            .weigher((ByteBuffer key, Known known) -> known.characters())
            .executor(Runnable::run)
            .build();
  }

  /** Returns the caller of a cached token that is still valid, else null. */
  Caller find(String token) {
    ByteBuffer key = key(token);
    Known entry = entries.getIfPresent(key);
    if (entry != null && entry.untilMillis <= clock.millis()) {
      entries.invalidate(key);
      return null;
    }
    return entry == null ? null : entry.caller;
  }

  /**
   * @param expiresAt the claim {@code exp}, seconds since 1970
   */
  void remember(String token, Caller caller, long expiresAt) {
    long until = Math.min(clock.millis() + keepMillis, expiresAt * 1_000);
    entries.put(key(token), new Known(caller, until, token.length()));
  }

  /** How many are kept, those included that have expired. */
  long size() {
    entries.cleanUp();
    return entries.estimatedSize();
  }

  private ByteBuffer key(String token) {
    return ByteBuffer.wrap(digest.digest(token.getBytes(StandardCharsets.ISO_8859_1)));
  }

  private record Known(Caller caller, long untilMillis, int characters) {}
}
