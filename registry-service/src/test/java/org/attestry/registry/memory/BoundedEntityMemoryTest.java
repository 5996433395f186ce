package org.attestry.registry.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.CallScope;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.testkit.Futures;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** With a heap of 256 MiB: 2 MiB of texts at once, a quarter of them of one user. */
class BoundedEntityMemoryTest {

  private static final int LARGE = 1_000_000;
  private static final Duration LONG = Duration.ofMinutes(10);

  private final CallScope first = new CallScope(true);

  @AutoClose private final Vertx vertx = Vertx.vertx();

  private final BoundedEntityMemory memory =
      new BoundedEntityMemory(vertx, 256L << 20, new SimpleMeterRegistry());

  @Test
  void aCallerWorksOnOneLargeEntityAtATimeAndOthersBeginMeanwhile() throws Exception {
    assertTrue(admit("anna", first, LARGE).succeeded());
    List<Future<Void>> next = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      next.add(admit("anna", new CallScope(true), LARGE));
    }
    assertTrue(next.stream().noneMatch(Future::isComplete));
    assertTrue(admit("bert", new CallScope(true), LARGE).succeeded());

    first.end();
    Futures.await(next.getFirst());
    assertFalse(next.get(1).isComplete());
  }

  @Test
  void smallEntitiesAndBackgroundJobsWaitForNothing() {
    admit("anna", first, LARGE);
    assertTrue(admit("anna", new CallScope(true), BoundedEntityMemory.SMALL).succeeded());
    assertTrue(admit("anna", null, LARGE).succeeded());
  }

  @Test
  void aCallWaitsOnce() {
    admit("anna", first, LARGE);
    assertTrue(admit("anna", first, LARGE).succeeded());
  }

  @Test
  void partsOfACallWaitOneAfterTheOther() throws Exception {
    CallContext call = new CallContext(null, "call", deadline("anna", first), null);
    Promise<Void> end = Promise.promise();
    Future<Void> part =
        EntityMemory.part(
            call, one -> memory.admit(one.deadline(), LARGE).compose(done -> end.future()));
    Future<Void> next = EntityMemory.part(call, one -> memory.admit(one.deadline(), LARGE));
    assertFalse(next.isComplete());

    end.complete();
    Futures.await(part);
    Futures.await(next);
  }

  @Test
  void aCallThatHoldsItsRowsWaitsForEntities() {
    assertTrue(memory.admitRows(deadline("anna", first), LARGE).succeeded());
    assertTrue(admit("anna", first, LARGE).succeeded());
    CallScope second = new CallScope(true);
    assertFalse(memory.admitRows(deadline("anna", second), LARGE).isComplete());
  }

  @Test
  void recordsOfACallerWaitOneAfterTheOtherAndNotForTheCallThatReadsThem() throws Exception {
    admit("anna", first, LARGE);
    CallContext call = new CallContext(null, "call", deadline("anna", first), null);
    Promise<Void> end = Promise.promise();
    Future<Void> page =
        EntityMemory.callerRecords(
            call, one -> memory.admit(one.deadline(), LARGE).compose(done -> end.future()));
    Future<Void> other =
        EntityMemory.callerRecords(call, one -> memory.admit(one.deadline(), LARGE));
    assertFalse(other.isComplete());

    end.complete();
    Futures.await(page);
    Futures.await(other);
  }

  @Test
  void aCallOfAnotherServiceDoesNotWaitForTheOneThatItIsMadeFor() {
    admit("anna", first, LARGE);
    assertTrue(admit("anna", new CallScope(false), LARGE).succeeded());
  }

  @Test
  void whatACallHoldsIsFreeWhenItHasEndedBeforeItsTurn() throws Exception {
    admit("anna", first, LARGE);
    CallScope gone = new CallScope(true);
    Future<Void> second = admit("anna", gone, LARGE);
    Future<Void> third = admit("anna", new CallScope(true), LARGE);
    gone.end();
    first.end();
    Futures.await(second);
    Futures.await(third);
  }

  @Test
  void oneCallerKeepsABoundedNumberOfTextsWaiting() {
    admit("anna", first, LARGE);
    Future<Void> last = Future.succeededFuture();
    int waiting = 0;
    while (!last.failed()) {
      last = admit("anna", new CallScope(true), LARGE);
      waiting++;
    }
    assertTrue(FailureException.isOf(last.cause(), FailureKind.RATE_LIMITED));
    assertEquals(17, waiting);
  }

  private Future<Void> admit(String user, CallScope call, int characters) {
    return memory.admit(deadline(user, call), characters);
  }

  private static Deadline deadline(String user, CallScope call) {
    return Deadline.in(LONG, CallerKey.user(user)).in(call);
  }
}
