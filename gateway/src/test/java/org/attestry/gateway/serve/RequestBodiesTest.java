package org.attestry.gateway.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RequestBodiesTest {

  private static final int FREE = 8_192;
  private static final int LARGEST = 1_000_000;
  private static final int MIB = 1 << 20;
  private static final CallerKey ALICE = CallerKey.user("alice");

  @AutoClose private final Vertx vertx = Vertx.vertx();

  private final List<CallerKey> onThreads = new ArrayList<>();
  private final RequestBodies bodies = bodies(64 * MIB);

  @Test
  void oneAddressHasAnEighthAndKeepsNobodyOut() {
    int taken = takeMegabytes(address(1));

    assertEquals(8, taken);
    assertEquals("gateway.bodies.too-many", refusal(address(1)));
    assertNull(refusal(address(2)));
    assertNull(refusal(ALICE));
  }

  @Test
  void allAddressesWithoutATokenHaveHalf() {
    for (int i = 0; i < 4; i++) {
      assertEquals(8, takeMegabytes(address(i)));
    }

    assertEquals("gateway.bodies.full", refusal(address(5)));
    assertEquals(16, takeMegabytes(ALICE));
  }

  @Test
  void oneUserHasAQuarter() {
    assertEquals(16, takeMegabytes(ALICE));
    assertEquals("gateway.bodies.too-many", refusal(ALICE));
    takeAll();
    assertEquals("gateway.bodies.full", refusal(CallerKey.user("fay")));
  }

  @Test
  void repliesCountUntilTheyAreSent() {
    for (int i = 0; i < 16; i++) {
      assertNull(bodies.reply(ALICE, FREE + MIB));
    }
    assertEquals("gateway.bodies.too-many", bodies.reply(ALICE, FREE + MIB).failure().code());
    assertEquals("gateway.bodies.too-many", refusal(ALICE));

    bodies.release(ALICE, FREE + MIB);
    assertNull(bodies.reply(ALICE, FREE + MIB));
  }

  @Test
  void oneReplyOfACallerIsAlwaysSent() {
    takeAll();

    CallerKey grace = CallerKey.user("grace");
    assertNull(bodies.reply(grace, 100 * MIB));
    assertEquals("gateway.bodies.too-many", bodies.reply(grace, MIB).failure().code());
  }

  @Test
  void theFirstBytesOfABodyAreAlwaysFree() {
    takeAll();

    assertNull(bodies.grow(address(1), 0, FREE));
  }

  /** 18 addresses with 500 connections each, as fit into no heap. */
  @Test
  void smallBodiesOfManyAddressesAreBoundedTogether() {
    int taken = 0;
    for (int connection = 0; connection < 500; connection++) {
      for (int i = 0; i < 18; i++) {
        taken += bodies.grow(address(i), 0, FREE) == null ? 1 : 0;
      }
    }

    assertEquals(16 * MIB / FREE, taken);
    assertEquals("gateway.bodies.too-many", bodies.grow(address(1), 0, 1).failure().code());
    for (int connection = 0; connection < 4; connection++) {
      assertNull(bodies.grow(ALICE, 0, FREE));
    }
    assertEquals("gateway.bodies.too-many", bodies.grow(ALICE, 0, 1).failure().code());

    bodies.release(ALICE, FREE);
    assertNull(bodies.grow(ALICE, 0, FREE));
  }

  @Test
  void aBodyThatEndsLeavesItsBytesToOthers() {
    takeMegabytes(address(1));
    bodies.release(address(1), FREE + MIB);

    assertNull(refusal(address(1)));
    assertEquals("gateway.bodies.too-many", refusal(address(1)));
  }

  @Test
  void aBodyThatIsRefusedReservesNothing() {
    takeMegabytes(address(1));
    for (int i = 0; i < 100; i++) {
      assertEquals("gateway.bodies.too-many", refusal(address(1)));
    }

    assertEquals(16, takeMegabytes(ALICE));
  }

  @Test
  void theLargestBodyFitsIntoAShareHoweverSmallTheBudget() {
    RequestBodies few = bodies(LARGEST);

    assertNull(few.grow(address(1), 0, LARGEST));
    few.release(address(1), LARGEST);
    assertNull(few.grow(ALICE, 0, LARGEST));
  }

  @Test
  void largeBodiesAreCheckedOnThreadsWhereCallersTakeTurns() {
    JsonBytes small = JsonBytes.of("x".repeat(RequestBodies.QUICK));
    JsonBytes large = JsonBytes.of("x".repeat(RequestBodies.QUICK + 1));
    List<JsonBytes> checked = new ArrayList<>();
    UnaryOperator<JsonBytes> check =
        sent -> {
          checked.add(sent);
          return sent;
        };
    int quick = RequestBodies.QUICK;
    assertSame(small, bodies.check(ALICE, small, quick, check).result());
    assertFalse(bodies.check(ALICE, large, quick, check).isComplete());

    assertEquals(List.of(small), checked);
    assertEquals(List.of(ALICE), onThreads);
  }

  private Future<JsonBytes> onThread(CallerKey caller, Callable<JsonBytes> work) {
    onThreads.add(caller);
    return Promise.<JsonBytes>promise().future();
  }

  private RequestBodies bodies(long all) {
    return new RequestBodies(vertx, LARGEST, all, Duration.ofSeconds(30), this::onThread);
  }

  private static CallerKey address(int number) {
    return CallerKey.address("hash-" + number);
  }

  private void takeAll() {
    for (String user : List.of("alice", "bob", "carol", "dora")) {
      takeMegabytes(CallerKey.user(user));
    }
  }

  /** Why another body of a megabyte is refused; null if it was taken. */
  private String refusal(CallerKey caller) {
    FailureException refused = bodies.grow(caller, 0, FREE + MIB);
    return refused == null ? null : refused.failure().code();
  }

  /** Takes bodies until one is refused; returns how many. */
  private int takeMegabytes(CallerKey caller) {
    int taken = 0;
    while (refusal(caller) == null) {
      taken++;
    }
    return taken;
  }
}
