package org.attestry.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ServiceChecksTest {

  @Test
  void checksAServiceAtMostOnceASecond() {
    AtomicLong now = new AtomicLong(-5);
    AtomicInteger checks = new AtomicInteger();
    ServiceChecks.Remembered check =
        new ServiceChecks.Remembered(
            () -> Future.succeededFuture(checks.incrementAndGet() > 0), now::get);

    IntStream.range(0, 100).forEach(i -> check.get());
    assertEquals(1, checks.get());
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    check.get();
    assertEquals(1, checks.get());
    now.incrementAndGet();
    check.get();
    assertEquals(2, checks.get());
  }
}
