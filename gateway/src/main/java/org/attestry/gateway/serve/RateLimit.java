package org.attestry.gateway.serve;

import java.util.Map;
import java.util.function.LongSupplier;
import org.attestry.runtime.fair.RecentMap;

/**
 * A token bucket for each caller, or for each address of callers without a token. The least
 * recently used bucket is evicted first and would start full again; a cache that evicts by
 * frequency would evict the new buckets of a flood at once. Only requests to this process are
 * counted. Used on the event loop of one verticle.
 */
final class RateLimit {

  private static final int MAX_BUCKETS = 20_000;
  private static final double NANOS_PER_MINUTE = 60e9;

  private final RateLimitConfig config;
  private final LongSupplier nanoTime;
  private final Map<String, Bucket> buckets = new RecentMap<>(MAX_BUCKETS);

  RateLimit(RateLimitConfig config, LongSupplier nanoTime) {
    this.config = config;
    this.nanoTime = nanoTime;
  }

  /**
   * Takes one request out of the bucket.
   *
   * @return 0 if there was one, else the seconds until there will be one
   */
  long take(String key) {
    if (config.perMinute() == 0) {
      return 0;
    }
    long now = nanoTime.getAsLong();
    Bucket bucket = buckets.computeIfAbsent(key, unknown -> new Bucket(config.burst(), now));
    bucket.fill(now, config);
    if (bucket.requests >= 1) {
      bucket.requests--;
      return 0;
    }
    return (long) Math.ceil((1 - bucket.requests) * 60 / config.perMinute());
  }

  private static final class Bucket {
    private double requests;
    private long filledAt;

    Bucket(int requests, long now) {
      this.requests = requests;
      this.filledAt = now;
    }

    void fill(long now, RateLimitConfig config) {
      double more = (now - filledAt) / NANOS_PER_MINUTE * config.perMinute();
      requests = Math.min(config.burst(), requests + more);
      filledAt = now;
    }
  }
}
