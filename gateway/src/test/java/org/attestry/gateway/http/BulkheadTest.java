package org.attestry.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.testkit.Futures;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BulkheadTest {

  private final Vertx vertx = Vertx.vertx();
  private final Bulkhead places = new Bulkhead(vertx, 2);
  private final List<Promise<String>> started = new ArrayList<>();
  private int callers;

  @AfterEach
  void close() {
    Futures.await(vertx.close());
  }

  @Test
  void whoComesLaterWaitsUntilAPlaceIsFree() {
    Future<String> one = take(this::work);
    Future<String> two = take(this::work);
    Future<String> three = take(this::work);
    assertEquals(2, started.size());

    started.get(0).fail("broken");
    assertTrue(one.failed());
    assertEquals(3, started.size());
    started.get(1).complete("two");
    started.get(2).complete("three");
    assertEquals("two", two.result());
    assertEquals("three", three.result());
  }

  @Test
  void workThatThrowsLeavesItsPlace() {
    for (int i = 0; i < 5; i++) {
      Future<String> thrown =
          take(
              () -> {
                throw new IllegalStateException("no");
              });
      assertTrue(thrown.failed());
    }
    assertFalse(take(this::work).isComplete());
    assertEquals(1, started.size());
  }

  @Test
  void oneCallerHasHalfOfThePlacesAtTheMost() {
    Future<String> one = places.run(true, "anna", this::work);
    Future<String> two = places.run(true, "anna", this::work);
    FailureException refused = (FailureException) two.cause();
    assertEquals(FailureKind.RATE_LIMITED, refused.failure().kind());
    assertFalse(places.run(false, "1.2.3.4", this::work).isComplete());
    assertTrue(places.run(false, "1.2.3.5", this::work).failed());

    started.get(0).complete("done");
    assertTrue(one.succeeded());
    assertFalse(places.run(true, "anna", this::work).isComplete());
    assertEquals(3, started.size());
  }

  @Test
  void oneAddressKeepsNoOtherWithoutATokenOut() {
    Bulkhead eight = new Bulkhead(vertx, 8);
    assertFalse(eight.run(false, "1.2.3.4", this::work).isComplete());
    assertFalse(eight.run(false, "1.2.3.4", this::work).isComplete());
    assertTrue(eight.run(false, "1.2.3.4", this::work).failed());
    assertFalse(eight.run(false, "1.2.3.5", this::work).isComplete());
    assertFalse(eight.run(false, "1.2.3.6", this::work).isComplete());
    assertTrue(eight.run(false, "1.2.3.7", this::work).failed());

    started.get(0).complete("done");
    assertFalse(eight.run(false, "1.2.3.7", this::work).isComplete());
  }

  @Test
  void tooManyWaitingAreRefused() {
    Future<String> last = null;
    for (int i = 0; i < 103; i++) {
      last = take(this::work);
    }
    FailureException refused = (FailureException) last.cause();
    assertEquals(FailureKind.UNAVAILABLE, refused.failure().kind());
  }

  /** Each for another caller. */
  private Future<String> take(Supplier<Future<String>> work) {
    callers++;
    return places.run(true, "user-" + callers, work);
  }

  private Future<String> work() {
    Promise<String> work = Promise.promise();
    started.add(work);
    return work.future();
  }
}
