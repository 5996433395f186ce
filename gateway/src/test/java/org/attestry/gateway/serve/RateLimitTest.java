package org.attestry.gateway.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateLimitTest {

  private final AtomicLong now = new AtomicLong();

  @Test
  void letsABurstThroughAndThenTheRate() {
    RateLimit limit = new RateLimit(new RateLimitConfig(30, 2, 1), now::get);

    assertEquals(0, limit.take("a"));
    assertEquals(0, limit.take("a"));
    assertEquals(2, limit.take("a"));
    assertEquals(0, limit.take("b"));
    pass(Duration.ofSeconds(1));
    assertEquals(1, limit.take("a"));
    pass(Duration.ofSeconds(1));
    assertEquals(0, limit.take("a"));
    assertEquals(2, limit.take("a"));
  }

  @Test
  void neverSavesMoreThanABurst() {
    RateLimit limit = new RateLimit(new RateLimitConfig(60, 1, 1), now::get);

    pass(Duration.ofHours(1));
    assertEquals(0, limit.take("a"));
    assertEquals(1, limit.take("a"));
  }

  @Test
  void isOffByDefault() {
    RateLimit limit = new RateLimit(new RateLimitConfig(0, 1, 1), now::get);

    for (int i = 0; i < 1_000; i++) {
      assertEquals(0, limit.take("a"));
    }
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }
}
