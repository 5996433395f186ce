package org.attestry.registry.stored;

import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FailureException;
import org.attestry.registry.TestType;
import org.attestry.registry.memory.EntityMemory;
import org.attestry.registry.stored.EntityChanges.EntityChange;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.fair.FairQueue;
import org.attestry.runtime.fair.FairQueue.Refusals;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EntityChangesTest {

  private static final int OF_ONE = 1 + EntityChanges.LIMITS.waitingOfUser();
  private static final int OF_ALL = 1 + EntityChanges.LIMITS.waiting();
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final String STORED = "stored";
  private static final String TOO_MANY = "suite.too-many";
  private static final String BUSY = "suite.busy";

  @AutoClose private static final Vertx vertx = Vertx.vertx();

  private final Context loop = vertx.getOrCreateContext();
  private final PublishedType type = new PublishedType(TestType.named("Person").build(), 1);
  private final OneEntity store = new OneEntity();
  private final EntityChanges changes =
      new EntityChanges(
          millis -> Future.succeededFuture(),
          () ->
              new FairQueue(
                  vertx,
                  "changes",
                  EntityChanges.LIMITS,
                  Refusals.USUAL,
                  new SimpleMeterRegistry()),
          store,
          new FactNotifier(new BusClient(vertx)),
          EntityMemory.UNBOUNDED);

  @Test
  void changesOfOneCallerAreStoredOneAfterTheOtherOrRefused() {
    List<Future<EntityChange>> all = atOnce(5_000, number -> "anna", LONG);

    assertEquals(Map.of(STORED, OF_ONE, TOO_MANY, 5_000 - OF_ONE), outcomes(all));
    assertEquals(
        IntStream.rangeClosed(2, OF_ONE + 1).mapToObj(Long::valueOf).toList(),
        all.stream()
            .filter(Future::succeeded)
            .map(one -> one.result().entity().version())
            .toList());
    assertNextIsStored();
  }

  @Test
  void changesOfManyCallersAreRefusedBeyondWhatMayWait() {
    List<Future<EntityChange>> all = atOnce(5_000, number -> "user" + number % 50, LONG);

    assertEquals(Map.of(STORED, OF_ALL, BUSY, 5_000 - OF_ALL), outcomes(all));
    assertNextIsStored();
  }

  @Test
  void anotherCallerNeedNotWaitForAllChangesOfTheFirst() {
    List<Future<EntityChange>> all =
        atOnce(OF_ONE + 1, number -> number < OF_ONE ? "anna" : "bert", LONG);

    assertEquals(Map.of(STORED, OF_ONE + 1), outcomes(all));
    assertTrue(all.getLast().result().entity().version() < 6);
  }

  @Test
  void changesThatWaitLeaveTheQueueBeforeTheirDeadline() {
    store.release = Promise.promise();
    List<Future<EntityChange>> all = new ArrayList<>();
    onEventLoop(() -> all.add(change("bert", LONG)));
    onEventLoop(
        () ->
            IntStream.range(0, 2_000)
                .forEach(number -> all.add(change("user" + number % 50, Duration.ofMillis(500)))));
    await(Future.join(all.subList(1, all.size())).otherwiseEmpty());
    assertEquals(Map.of(BUSY, 2_000), outcomes(all.subList(1, all.size())));

    onEventLoop(() -> store.release.complete());
    assertEquals(2, await(all.getFirst()).entity().version());
    assertNextIsStored();
  }

  @Test
  void changeIsStoredHoweverOftenOthersWereFaster() {
    store.faster = 3_000;
    assertEquals(3_002, await(begun("anna")).entity().version());
    assertNextIsStored();
  }

  @Test
  void changesThatFailTogetherLeaveTheEntityToTheNext() {
    store.release = Promise.promise();
    List<Future<EntityChange>> all = new ArrayList<>();
    onEventLoop(
        () ->
            IntStream.range(0, OF_ALL)
                .forEach(number -> all.add(change("user" + number % 50, LONG))));
    store.failing = true;
    onEventLoop(() -> store.release.complete());
    await(Future.join(all).otherwiseEmpty());
    assertEquals(Map.of(STORED, 1, "IllegalStateException", OF_ALL - 1), outcomes(all));

    store.failing = false;
    assertNextIsStored();
  }

  private void assertNextIsStored() {
    long before = store.stored.version();
    assertEquals(before + 1, await(begun("anna")).entity().version());
    onEventLoop(() -> assertEquals(0, changes.entities()));
  }

  /** Begins changes at once and waits for all. */
  private List<Future<EntityChange>> atOnce(
      int count, IntFunction<String> caller, Duration timeout) {
    List<Future<EntityChange>> all = new ArrayList<>();
    onEventLoop(
        () ->
            IntStream.range(0, count)
                .forEach(number -> all.add(change(caller.apply(number), timeout))));
    await(Future.join(all).otherwiseEmpty());
    return all;
  }

  private Future<EntityChange> begun(String caller) {
    List<Future<EntityChange>> begun = new ArrayList<>();
    onEventLoop(() -> begun.add(change(caller, LONG)));
    return begun.getFirst();
  }

  private Future<EntityChange> change(String caller, Duration timeout) {
    CallContext context =
        new CallContext(
            user(caller), "request", Deadline.in(timeout, CallerKey.user(caller)), null);
    return changes.commit(
        EntityChanges.Request.of(type, store.stored.osid(), "change", null, stored -> {}, context),
        before ->
            Future.succeededFuture(
                before.withBody(Json.object().put("version", before.version()), true)));
  }

  /** Counts the changes by how they ended. */
  private static Map<String, Integer> outcomes(List<Future<EntityChange>> all) {
    Map<String, Integer> outcomes = new TreeMap<>();
    all.forEach(one -> outcomes.merge(outcome(one), 1, Integer::sum));
    return outcomes;
  }

  private static String outcome(Future<EntityChange> change) {
    return change.succeeded()
        ? STORED
        : change.cause() instanceof FailureException refused
            ? refused.failure().code()
            : change.cause().getClass().getSimpleName();
  }

  private void onEventLoop(Runnable work) {
    Promise<Void> done = Promise.promise();
    loop.runOnContext(
        now -> {
          try {
            work.run();
            done.complete();
          } catch (Throwable failed) {
            done.fail(failed);
          }
        });
    await(done.future());
  }

  /** Stores one entity; its replies come later, on the event loop. */
  private final class OneEntity extends PgEntityStore {

    private StoredEntity stored =
        StoredEntity.first(
            new UUID(0x7000, 1L << 63), Json.object(), List.of("anna"), true, "anna");

    private Promise<Void> release = Promise.promise();

    /** How often another writer still is faster. */
    private int faster;

    private boolean failing;

    private OneEntity() {
      super(vertx, null, null, null, null, null);
      release.complete();
    }

    private <T> Future<T> later(Supplier<Future<T>> work) {
      Promise<Void> reply = Promise.promise();
      loop.runOnContext(now -> release.future().onComplete(reply));
      return reply.future().compose(now -> work.get());
    }

    @Override
    public Future<StoredEntity> find(PublishedType type, UUID id, Deadline deadline) {
      return failing
          ? Future.failedFuture(new IllegalStateException("no"))
          : later(() -> Future.succeededFuture(stored));
    }

    @Override
    public Future<Boolean> update(PublishedType type, StoredEntity after, ChangeDetails written) {
      if (faster > 0) {
        faster--;
        stored = stored.next(Instant.EPOCH, "another");
        return Future.succeededFuture(false);
      }
      return later(
          () -> {
            boolean next = after.version() == stored.version() + 1;
            stored = next ? after : stored;
            return Future.succeededFuture(next);
          });
    }

    @Override
    public Future<Void> publish(List<Fact> facts) {
      return Future.succeededFuture();
    }
  }
}
