package org.attestry.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CostTest {

  private static final Duration LITTLE = Duration.ofMillis(200);

  @Test
  void waitingCostsNothing() {
    CountDownLatch never = new CountDownLatch(1);

    assertEquals(
        false,
        Cost.atMost(LITTLE, () -> never.await(2 * LITTLE.toMillis(), TimeUnit.MILLISECONDS)));
  }

  @Test
  void workWithoutEndIsNoticed() {
    AssertionError exceeded =
        assertThrows(
            AssertionError.class,
            () ->
                Cost.atMost(
                    LITTLE,
                    () -> {
                      while (!Thread.currentThread().isInterrupted()) {
                        Thread.onSpinWait();
                      }
                    }));

    assertTrue(exceeded.getCause().getStackTrace().length > 0, "it says where");
  }

  @Test
  void failuresOfTheWorkAreThrownAsTheyAre() {
    assertThrows(
        IllegalStateException.class,
        () ->
            Cost.atMost(
                LITTLE,
                () -> {
                  throw new IllegalStateException();
                }));
  }
}
