package org.attestry.condition;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.fair.Workers;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EvaluationsTest {

  private static final int LITTLE = 8_000;

  @AutoClose private static final Vertx vertx = Vertx.vertx();

  private final Workers workers = new Workers(vertx, "worker", 1, 1, new SimpleMeterRegistry());
  private final Evaluations evaluations =
      new Evaluations(workers, Deadline.in(Duration.ofMinutes(1)));

  @Test
  void littleWorkIsDoneAtOnce() {
    Future<String> done = spend(LITTLE);
    assertTrue(done.isComplete());
    assertEquals(Thread.currentThread().getName(), done.result());
  }

  @Test
  void muchWorkIsDoneByAWorker() {
    assertTrue(await(spend(1_000_000)).startsWith("worker"));
  }

  @Test
  void callThatHasUsedItsTimeOnTheEventLoopIsGivenNoMoreOfIt() {
    List<String> threads = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      threads.add(await(spend(LITTLE)));
    }
    assertFalse(threads.get(0).startsWith("worker"));
    assertTrue(threads.get(1).startsWith("worker") && threads.get(2).startsWith("worker"));
  }

  @Test
  void workOfACallIsLimitedInTotal() {
    Throwable refused = null;
    for (int i = 0; i < 6 && refused == null; i++) {
      refused = await(spend(1_000_000).<Throwable>map(done -> null).otherwise(cause -> cause));
    }
    assertTrue(Evaluations.isTooMuch(refused));
    assertEquals(FailureKind.UNPROCESSABLE, ((FailureException) refused).failure().kind());
  }

  /** Returns the name of the thread that spends the steps. */
  private Future<String> spend(int steps) {
    return evaluations.run(
        budget -> {
          budget.spend(steps);
          return Thread.currentThread().getName();
        });
  }
}
