package org.attestry.runtime.async;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AsyncLoopTest {

  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final AtomicInteger rounds = new AtomicInteger();

  @AfterEach
  void close() {
    await(vertx.close());
  }

  @Test
  void aHundredThousandRoundsNeedNoStack() {
    await(AsyncLoop.repeat(() -> later(rounds.incrementAndGet() < 100_000)));

    assertEquals(100_000, rounds.get());
  }

  @Test
  void stepsThatAreDoneAtOnceNeedNoStackEither() {
    await(
        AsyncLoop.repeat(
            () -> {
              int round = rounds.incrementAndGet();
              boolean goesOn = round < 100_000;
              return round % 1_000 == 1 ? later(goesOn) : Future.succeededFuture(goesOn);
            }));

    assertEquals(100_000, rounds.get());
  }

  @Test
  void worksOnEachItemInOrder() {
    List<Integer> worked = new ArrayList<>();

    await(AsyncLoop.each(List.of(1, 2, 3), item -> later(worked.add(item))));

    assertEquals(List.of(1, 2, 3), worked);
  }

  @Test
  void endsWithTheFirstFailure() {
    Future<Void> failing =
        AsyncLoop.repeat(
            () ->
                rounds.incrementAndGet() < 3
                    ? later(true)
                    : Future.failedFuture(new IllegalStateException()));

    assertThrows(IllegalStateException.class, () -> await(failing));
    assertEquals(3, rounds.get());
  }

  private <T> Future<T> later(T result) {
    Promise<T> promise = Promise.promise();
    context.runOnContext(now -> promise.complete(result));
    return promise.future();
  }
}
