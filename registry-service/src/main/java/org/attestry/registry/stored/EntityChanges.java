package org.attestry.registry.stored;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.registry.CredentialWithdrawn.Reason;
import org.attestry.registry.memory.EntityMemory;
import org.attestry.registry.stored.PgEntityStore.ChangeDetails;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncCall;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.fair.FairQueue;
import org.attestry.runtime.postgres.WriteOutcome;

/**
 * Changes an entity: reads it, computes the next version, and stores that if the stored version is
 * still the one that was read. If another version was stored concurrently, the computation is
 * repeated on that version, until the deadline; with an If-Match, the change fails with STALE
 * instead. No update is lost. Not thread-safe: used on one event loop.
 */
public final class EntityChanges {

  private static final int LONGEST_PAUSE_MILLIS = 20;

  /** The changes of one entity: one runs, and a bounded number waits. */
  public static final FairQueue.Limits LIMITS = FairQueue.Limits.of(1, 1_024);

  private final LongFunction<? extends Future<?>> pause;
  private final Supplier<FairQueue> newQueue;
  private final PgEntityStore store;
  private final FactNotifier notifier;
  private final EntityMemory memory;
  private final Map<UUID, FairQueue> queues = new HashMap<>();

  /**
   * @param pause returns a future that completes after the given number of milliseconds
   * @param newQueue makes the queue of an entity that is being changed, with {@link #LIMITS}
   */
  public EntityChanges(
      LongFunction<? extends Future<?>> pause,
      Supplier<FairQueue> newQueue,
      PgEntityStore store,
      FactNotifier notifier,
      EntityMemory memory) {
    this.pause = pause;
    this.newQueue = newQueue;
    this.store = store;
    this.notifier = notifier;
    this.memory = memory;
  }

  /**
   * A change that a use case requests.
   *
   * @param operation the use case's name, for the history
   * @param ifMatch the version that the caller read, or null
   * @param credentialEnds the reason in the fact if the entity's credential ends with the change
   * @param guard throws if the caller may not change this entity
   * @param steps the steps to commit in the transaction of the changed entity
   * @param facts the facts to publish in addition to those that follow from the change
   */
  public record Request(
      PublishedType type,
      String id,
      String operation,
      Long ifMatch,
      Reason credentialEnds,
      Consumer<StoredEntity> guard,
      Function<StoredEntity, List<TransactionalStep>> steps,
      Function<StoredEntity, List<Fact>> facts,
      CallContext context) {

    public static Request of(
        PublishedType type,
        String id,
        String operation,
        Long ifMatch,
        Consumer<StoredEntity> guard,
        CallContext context) {
      return new Request(
          type,
          id,
          operation,
          ifMatch,
          Reason.REPLACED,
          guard,
          stored -> List.of(),
          stored -> List.of(),
          context);
    }

    /** Returns the request with another reason for the end of the entity's credential. */
    public Request endingCredential(Reason reason) {
      return new Request(type, id, operation, ifMatch, reason, guard, steps, facts, context);
    }

    /** Returns the request with steps to commit in the transaction of the changed entity. */
    public Request with(Function<StoredEntity, List<TransactionalStep>> more) {
      return new Request(type, id, operation, ifMatch, credentialEnds, guard, more, facts, context);
    }

    /**
     * Returns the request with facts that do not follow from the difference between the versions.
     */
    public Request publishing(Function<StoredEntity, List<Fact>> more) {
      return new Request(type, id, operation, ifMatch, credentialEnds, guard, steps, more, context);
    }
  }

  /** Computes the next version. If it returns the same instance, nothing is stored. */
  @FunctionalInterface
  public interface Step {
    Future<StoredEntity> from(StoredEntity before);
  }

  /**
   * The result of a change.
   *
   * @param facts the facts committed with the change; empty if nothing changed
   * @param repeated whether an earlier attempt of the same call has made the change
   */
  public record EntityChange(StoredEntity entity, List<Fact> facts, boolean repeated) {}

  /**
   * Changes the entity and immediately notifies the services that react to the change. A service
   * that cannot be reached does not fail the change.
   */
  public Future<StoredEntity> apply(Request request, Step step) {
    return commit(request, step)
        .compose(
            changed -> notifier.notify(changed.facts(), request.context()).map(changed.entity()));
  }

  /** Changes the entity and leaves it to the caller to notify the services. */
  public Future<EntityChange> commit(Request request, Step step) {
    UUID id = EntityIds.parse(request.id());
    return inTurn(id, request.context().deadline(), () -> attempt(request, id, step));
  }

  /**
   * Runs the changes of one entity one after the other on this replica, so that concurrent changes
   * do not fail each other's version check. Callers take turns, and too many changes are refused.
   * Across replicas, only the version check resolves conflicts.
   */
  private Future<EntityChange> inTurn(
      UUID id, Deadline deadline, Supplier<Future<EntityChange>> change) {
    FairQueue queue = queues.computeIfAbsent(id, first -> newQueue.get());
    return queue
        .run(deadline, change)
        .onComplete(
            done -> {
              if (queue.isIdle()) {
                queues.remove(id, queue);
              }
            });
  }

  /** The number of entities that are being changed. */
  int entities() {
    return queues.size();
  }

  private Future<EntityChange> attempt(Request request, UUID id, Step step) {
    if (request.context().deadline().passed()) {
      return Future.failedFuture(late().exception());
    }
    return store
        .find(request.type(), id, request.context().deadline())
        .map(EntityIds::requireFound)
        .compose(
            before ->
                request.context().mayBeRepeated() || cannotChange(request, before)
                    ? findEarlierResultOr(
                        request, before, 0, () -> untilStored(request, before, step))
                    : AsyncCall.of(() -> untilStored(request, before, step))
                        .recover(cause -> findEarlierResultOr(request, before, cause)));
  }

  /** Repeats the change on concurrently stored versions, until it is stored. */
  private Future<EntityChange> untilStored(Request request, StoredEntity before, Step step) {
    Attempts attempts = new Attempts(request, before, step);
    return AsyncLoop.repeat(attempts::next).map(stored -> attempts.changed);
  }

  /** The attempts of one change, each on a later version. */
  private final class Attempts {

    private final Request request;
    private final Step step;
    private StoredEntity before;

    /** The result, or null as long as no attempt has stored it. */
    private EntityChange changed;

    private Attempts(Request request, StoredEntity before, Step step) {
      this.request = request;
      this.before = before;
      this.step = step;
    }

    /** Makes an attempt; returns whether another one is needed. */
    private Future<Boolean> next() {
      return Future.succeededFuture(before)
          .compose(read -> attempt(request, read, step))
          .compose(made -> made == null ? readAgain() : Future.succeededFuture(made))
          .map(
              made -> {
                changed = made;
                return made == null;
              });
    }

    /**
     * Reads the entity after a concurrent write, by another request or by another replica for the
     * same call; returns the result of the same call, or null.
     */
    private Future<EntityChange> readAgain() {
      if (request.context().deadline().passed()) {
        return Future.failedFuture(late().exception());
      }
      long recent = before.version() - PgEntityStore.RECENT_VERSIONS;
      int millis = ThreadLocalRandom.current().nextInt(1, LONGEST_PAUSE_MILLIS);
      return pause
          .apply(millis)
          .compose(waited -> store.find(request.type(), before.id(), request.context().deadline()))
          .compose(
              now -> {
                before = now;
                return findEarlierResultOr(request, now, recent, Future::succeededFuture);
              });
    }
  }

  /**
   * Whether the entity does not allow the change. This may be so even for the first attempt of a
   * call, if a repetition of the same call has already made the change.
   */
  private static boolean cannotChange(Request request, StoredEntity before) {
    return before.deleted() || isStale(request, before);
  }

  private static boolean isStale(Request request, StoredEntity before) {
    return request.ifMatch() != null && request.ifMatch() != before.version();
  }

  /**
   * Looks for a change that the same call has already made. This happens after the entity was read:
   * if another replica commits the change later, the version check prevents this one from being
   * stored.
   *
   * @param after a version that is older than any that the call can have made
   * @param otherwise the work to do if the call has changed nothing
   */
  private Future<EntityChange> findEarlierResultOr(
      Request request, StoredEntity now, long after, Supplier<Future<EntityChange>> otherwise) {
    UUID callId = request.context().callId();
    return (callId == null
            ? Future.<Long>succeededFuture()
            : store.versionBy(callId, now.id(), request.operation(), after))
        .compose(
            version ->
                version == null
                    ? otherwise.get()
                    : Future.succeededFuture(new EntityChange(now.at(version), List.of(), true)));
  }

  /** Handles a failed change, which may have failed because the same call has already made it. */
  private Future<EntityChange> findEarlierResultOr(
      Request request, StoredEntity now, Throwable cause) {
    return findEarlierResultOr(request, now, 0, () -> Future.failedFuture(cause));
  }

  /** Returns the result, or null if another version was stored concurrently. */
  private Future<EntityChange> attempt(Request request, StoredEntity before, Step step) {
    request.guard().accept(before);
    EntityIds.requireActive(before);
    if (isStale(request, before)) {
      return Future.failedFuture(stale().exception());
    }
    return step.from(before)
        .compose(
            after ->
                after == before
                    ? Future.succeededFuture(new EntityChange(before, List.of(), false))
                    : write(request, before, after));
  }

  private Future<EntityChange> write(Request request, StoredEntity before, StoredEntity worked) {
    CallContext context = request.context();
    StoredEntity after = worked.next(Instant.now(), context.caller().userId());
    return memory
        .work(context.deadline(), () -> written(request, before, after))
        .compose(
            written ->
                store
                    .update(request.type(), after, written)
                    .map(stored -> stored ? new EntityChange(after, written.facts(), false) : null))
        .recover(cause -> refused(request, before, after, cause))
        .compose(
            changed ->
                changed != null
                    ? Future.succeededFuture(changed)
                    : discard(request, before, after).transform(done -> Future.succeededFuture()));
  }

  private static ChangeDetails written(Request request, StoredEntity before, StoredEntity after) {
    CallContext context = request.context();
    List<Fact> facts = new ArrayList<>(request.facts().apply(after));
    facts.addAll(
        EntityFacts.ofChange(request.type(), before, after, request.credentialEnds(), context));
    return new ChangeDetails(
        context.callId(),
        request.operation(),
        EntityDifferences.between(before, after),
        facts,
        request.steps().apply(after),
        context.deadline().caller());
  }

  private Future<EntityChange> refused(
      Request request, StoredEntity before, StoredEntity after, Throwable cause) {
    return WriteOutcome.isRolledBack(cause)
        ? discard(request, before, after).transform(done -> Future.failedFuture(cause))
        : Future.failedFuture(cause);
  }

  private Future<Void> discard(Request request, StoredEntity before, StoredEntity after) {
    return store.publish(EntityFacts.ofUnused(request.type(), before, after, request.context()));
  }

  private static Failure stale() {
    return Failure.of(
        FailureKind.STALE,
        "registry.entity.stale",
        "The entity has changed since it was read; read it again.");
  }

  private static Failure late() {
    return Failure.of(
        FailureKind.TIMEOUT,
        "registry.entity.busy",
        "Others change the entity all the time; try again.");
  }
}
