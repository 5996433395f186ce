package org.attestry.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EventuallyTest {

  @Test
  void returnsTheFirstAcceptedValue() {
    AtomicInteger reads = new AtomicInteger();
    assertEquals(3, Eventually.until(Duration.ofSeconds(5), reads::incrementAndGet, n -> n == 3));
  }

  @Test
  void readsAgainAfterAFailure() {
    AtomicInteger reads = new AtomicInteger();
    Eventually.isTrue(
        Duration.ofSeconds(5),
        () -> {
          if (reads.incrementAndGet() < 3) {
            throw new IllegalStateException("not yet");
          }
          return true;
        });
    assertEquals(3, reads.get());
  }

  @Test
  void namesTheLastValueWhenTimeIsOver() {
    AssertionError late =
        assertThrows(
            AssertionError.class,
            () -> Eventually.until(Duration.ofMillis(20), () -> "still red", "green"::equals));
    assertTrue(late.getMessage().contains("still red"), late.getMessage());
  }
}
