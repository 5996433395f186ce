package org.attestry.runtime.async;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
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
  void repeatsManyTimesWithoutOverflow() {
    assertEquals("done", await(retry.run(failing(1_000))));
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
    Retry growing = retry.growingTo(Duration.ofMillis(8));

    List<Long> pauses =
        Stream.iterate(retry.pause(), growing::after).limit(6).map(Duration::toMillis).toList();

    assertEquals(List.of(1L, 2L, 4L, 8L, 8L, 8L), pauses);
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
