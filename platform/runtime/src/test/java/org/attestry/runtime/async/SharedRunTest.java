package org.attestry.runtime.async;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedRunTest {

  private final List<Promise<String>> begun = new ArrayList<>();
  private final SharedRun<String> runs = new SharedRun<>();

  @Test
  void callsDuringARunShareTheNextOne() {
    Future<String> first = run();
    Future<String> second = run();
    Future<String> third = run();
    assertEquals(1, begun.size());

    begun.get(0).complete("one");
    assertEquals("one", first.result());
    assertFalse(second.isComplete(), "it began after the run that was in flight");
    assertEquals(2, begun.size());

    begun.get(1).complete("two");
    assertEquals(List.of("two", "two"), List.of(second.result(), third.result()));
  }

  @Test
  void theNextRunBeginsAfterOneThatFailed() {
    run();
    Future<String> second = run();
    begun.get(0).fail("not now");
    begun.get(1).complete("two");
    assertEquals("two", second.result());
  }

  @Test
  void aCallAtTheEndOfARunSharesTheNextOne() {
    run().onComplete(done -> run());
    run();
    begun.get(0).complete("one");
    assertEquals(2, begun.size());
  }

  @Test
  void isIdleWhenNothingRunsOrWaits() {
    assertTrue(runs.isIdle());
    run();
    run();
    assertFalse(runs.isIdle());
    begun.get(0).complete("one");
    assertFalse(runs.isIdle());
    begun.get(1).complete("two");
    assertTrue(runs.isIdle());
  }

  private Future<String> run() {
    return runs.run(
        () -> {
          begun.add(Promise.promise());
          return begun.getLast().future();
        });
  }
}
