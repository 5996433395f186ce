package org.attestry.runtime.management;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RememberedCheckTest {

  private final AtomicLong now = new AtomicLong(-5);
  private final AtomicInteger checks = new AtomicInteger();

  @Test
  void checksAtMostOnceInItsTime() {
    RememberedCheck check =
        new RememberedCheck(
            Duration.ofSeconds(1),
            now::get,
            () -> Future.succeededFuture(checks.incrementAndGet() > 0));

    IntStream.range(0, 100).forEach(i -> check.get());
    assertEquals(1, checks.get());
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    check.get();
    assertEquals(1, checks.get());
    now.incrementAndGet();
    check.get();
    assertEquals(2, checks.get());
  }

  @Test
  void sharesACheckInProgress() {
    Promise<Boolean> slow = Promise.promise();
    RememberedCheck check =
        new RememberedCheck(
            Duration.ofSeconds(1),
            now::get,
            () -> {
              checks.incrementAndGet();
              return slow.future();
            });

    Future<Boolean> first = check.get();
    now.addAndGet(Duration.ofSeconds(10).toNanos());
    assertSame(first, check.get());
    assertEquals(1, checks.get());
    slow.complete(true);
    check.get();
    assertEquals(2, checks.get());
  }
}
