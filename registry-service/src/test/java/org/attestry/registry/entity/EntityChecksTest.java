package org.attestry.registry.entity;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.registry.TestType;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.fair.FairQueue;
import org.attestry.runtime.fair.FairQueue.Refusals;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EntityChecksTest {

  private static final ObjectNode BODY = (ObjectNode) Json.read("{\"name\": \"Anna\"}");

  private static final Deadline SOON = Deadline.in(Duration.ofMinutes(1));

  @AutoClose private static final Vertx vertx = Vertx.vertx();

  private final PublishedType type = new PublishedType(TestType.named("Person").build(), 1);

  /** One thread, and place for one who waits. */
  private final EntityChecks checks =
      new EntityChecks(
          new Workers(vertx, "checks", 1, 1, new SimpleMeterRegistry()), values(vertx));

  @Test
  void definitionIsCompiledByAWorkerOnceForAllWhoWait() {
    await(onEventLoop(() -> many(() -> checks.requireComplete(type, BODY, SOON))));
    assertTrue(type.isCompiled(false));
    assertFalse(type.isCompiled(true));
    await(onEventLoop(() -> many(() -> checks.requireValid(type, BODY, SOON))));
    assertTrue(type.isCompiled(true));
  }

  @Test
  void whatIsCompiledIsCheckedAtOnce() {
    await(onEventLoop(() -> checks.requireValid(type, BODY, SOON)));
    await(
        onEventLoop(
            () -> {
              assertTrue(checks.requireValid(type, BODY, SOON).isComplete());
              assertTrue(checks.requireComplete(type, BODY, SOON).isComplete());
              return Future.succeededFuture();
            }));
  }

  @Test
  void largeBodiesThatWaitAreLimitedByTheirValues() {
    EntityChecks many =
        new EntityChecks(
            new Workers(vertx, "many", 1, 16, new SimpleMeterRegistry()), values(vertx));
    ObjectNode large = BODY.deepCopy();
    IntStream.range(0, 200_000).forEach(large.putArray("list")::add);
    await(onEventLoop(() -> many.requireComplete(type, BODY, SOON)));
    for (int times = 0; times < 2; times++) {
      List<Future<Void>> all = new ArrayList<>();
      await(
          onEventLoop(
              () -> {
                for (int i = 0; i < 4; i++) {
                  all.add(many.requireComplete(type, large, SOON));
                }
                return Future.join(all).otherwiseEmpty();
              }));
      assertEquals(
          List.of(false, false, true, true), all.stream().map(EntityChecksTest::isBusy).toList());
    }
  }

  @Test
  void largeBodiesOfACallerLeaveRoomForThoseOfOthers() {
    EntityChecks many =
        new EntityChecks(
            new Workers(vertx, "fair", 1, 16, new SimpleMeterRegistry()), values(vertx));
    ObjectNode large = BODY.deepCopy();
    IntStream.range(0, 100_000).forEach(large.putArray("list")::add);
    await(onEventLoop(() -> many.requireComplete(type, BODY, SOON)));
    List<Future<Void>> flood = new ArrayList<>();
    List<Future<Void>> honest = new ArrayList<>();
    await(
        onEventLoop(
            () -> {
              for (int i = 0; i < 16; i++) {
                flood.add(many.requireComplete(type, large, of(CallerKey.user("flood"))));
              }
              honest.add(many.requireComplete(type, large, of(CallerKey.user("honest"))));
              List<Future<Void>> all = new ArrayList<>(flood);
              all.addAll(honest);
              return Future.join(all).otherwiseEmpty();
            }));
    assertEquals(14, flood.stream().filter(EntityChecksTest::isTooMany).count());
    assertFalse(isTooMany(honest.getFirst()) || isBusy(honest.getFirst()));
  }

  private static boolean isTooMany(Future<Void> check) {
    return FailureException.isOf(check.cause(), FailureKind.RATE_LIMITED);
  }

  private static Deadline of(CallerKey caller) {
    return Deadline.in(Duration.ofMinutes(1), caller);
  }

  private static FairQueue values(Vertx vertx) {
    return new FairQueue(
        vertx, "values", EntityChecks.VALUES, Refusals.USUAL, new SimpleMeterRegistry());
  }

  private static boolean isBusy(Future<Void> check) {
    return check.cause() instanceof FailureException refused
        && refused.failure().code().equals("suite.busy");
  }

  private static Future<?> many(Supplier<Future<?>> check) {
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      all.add(check.get());
    }
    assertFalse(all.getFirst().isComplete(), "compiled where it was asked for");
    return Future.all(all);
  }

  private static Future<Void> onEventLoop(Supplier<Future<?>> work) {
    Promise<Void> done = Promise.promise();
    vertx.runOnContext(
        now -> {
          try {
            work.get().onSuccess(ready -> done.complete()).onFailure(done::fail);
          } catch (AssertionError failed) {
            done.fail(failed);
          }
        });
    return done.future();
  }
}
