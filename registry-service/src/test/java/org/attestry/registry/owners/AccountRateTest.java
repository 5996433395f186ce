package org.attestry.registry.owners;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AccountRateTest {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000);
  private final AccountRate rate = new AccountRate(10, now::get);

  @Test
  void accountsOfAllImportsAreSpacedEvenly() {
    assertEquals(Duration.ZERO, rate.take(LONG));
    assertEquals(Duration.ofMillis(100), rate.take(LONG));
    assertEquals(Duration.ofMillis(200), rate.take(LONG));
    now.addAndGet(Duration.ofMillis(250).toNanos());
    assertEquals(Duration.ofMillis(50), rate.take(LONG));
    now.addAndGet(Duration.ofSeconds(9).toNanos());
    assertEquals(Duration.ZERO, rate.take(LONG));
    assertEquals(Duration.ofMillis(100), rate.take(LONG));
  }

  @Test
  void anAccountThatWouldWaitTooLongIsNotCounted() {
    rate.take(LONG);
    assertEquals(Duration.ofMillis(100), rate.take(Duration.ofMillis(99)));
    assertEquals(Duration.ofMillis(100), rate.take(LONG));
  }
}
