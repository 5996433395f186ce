package org.attestry.runtime.work;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.attestry.contracts.Deadline;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RetryTest {

  @AutoClose("close")
  private final Vertx vertx = Vertx.vertx();

  private final AtomicInteger attempts = new AtomicInteger();
  private final Retry retry = Retry.every(vertx, Duration.ofMillis(1));

  @Test
  void repeatsUntilAnAttemptSucceeds() {
    assertEquals("done", await(retry.run(failing(5))));
    assertEquals(6, attempts.get());
  }

  @Test
  void repeatsThousandsOfTimesWithoutOverflow() {
    assertEquals("done", await(retry.run(failing(3_000))));
  }

  @Test
  void failsAtOnceWhereARepetitionIsOfNoUse() {
    Throwable cause = failure(retry.when(failure -> false).run(failing(5)));

    assertEquals("attempt 1", cause.getMessage());
    assertEquals(1, attempts.get());
  }

  @Test
  void endsWithTheLastFailureBehindTheDeadline() {
    Deadline passed = Deadline.in(Duration.ZERO);

    assertEquals("attempt 1", failure(retry.until(passed).run(failing(5))).getMessage());
  }

  @Test
  void doublesThePauseUpToTheLongest() {
    long began = System.nanoTime();

    await(retry.growingTo(Duration.ofMillis(8)).run(failing(6)));

    assertTrue(Duration.ofNanos(System.nanoTime() - began).toMillis() >= 1 + 2 + 4 + 8 + 8 + 8);
  }

  private static Throwable failure(Future<?> future) {
    return await(future.transform(ended -> Future.succeededFuture(ended.cause())));
  }

  private Supplier<Future<String>> failing(int times) {
    return () -> {
      int attempt = attempts.incrementAndGet();
      return attempt > times
          ? Future.succeededFuture("done")
          : Future.failedFuture("attempt " + attempt);
    };
  }
}
