package org.attestry.runtime.async;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class PeriodicJobTest {

  private static final Duration SHORT = Duration.ofMillis(5);

  @Test
  void runsAgainAfterEachRun(Vertx vertx) throws Exception {
    runsThreeTimes(vertx, Future::succeededFuture);
  }

  @Test
  void runsAgainAfterARunThatFailed(Vertx vertx) throws Exception {
    runsThreeTimes(vertx, () -> Future.failedFuture("fails"));
  }

  @Test
  void runsAgainAfterARunThatThrew(Vertx vertx) throws Exception {
    runsThreeTimes(
        vertx,
        () -> {
          throw new IllegalStateException("throws");
        });
  }

  @Test
  void noRunFollowsOnceItIsClosed(Vertx vertx) throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Promise<Void> running = Promise.promise();
    Promise<Void> end = Promise.promise();
    PeriodicJob job =
        new PeriodicJob(
            vertx,
            "test",
            SHORT,
            () -> {
              runs.incrementAndGet();
              running.complete();
              return end.future();
            });
    job.start();
    await(running.future());

    job.close();
    end.complete();
    await(vertx.timer(20 * SHORT.toMillis()));

    assertEquals(1, runs.get());
  }

  private static void runsThreeTimes(Vertx vertx, Supplier<Future<Void>> outcome) throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Promise<Void> third = Promise.promise();
    PeriodicJob job =
        new PeriodicJob(
            vertx,
            "test",
            SHORT,
            () -> {
              if (runs.incrementAndGet() == 3) {
                third.complete();
              }
              return outcome.get();
            });
    job.startSoon();
    await(third.future());
    job.close();
  }
}
