package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.attestry.claims.domain.IdempotencyStore.Begun;
import org.attestry.claims.domain.IdempotencyStore.Request;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.facts.Ids;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.work.Attempt;
import org.attestry.runtime.work.Sha256;

/**
 * Does the work of a request under an {@code Idempotency-Key} once and replies the same for a day.
 * Work whose outcome is unknown is done again under the same id, by which its effect is recognised.
 */
final class Idempotency {

  /** RATE_LIMITED too: another sending of the same request may succeed. */
  private static final Set<FailureKind> UNKNOWN_OUTCOME =
      EnumSet.of(
          FailureKind.RATE_LIMITED,
          FailureKind.UNAVAILABLE,
          FailureKind.TIMEOUT,
          FailureKind.INTERNAL);

  /** How long a key outlives the deadline of work that ended with its process. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private final IdempotencyStore store;

  Idempotency(IdempotencyStore store) {
    this.store = store;
  }

  /**
   * @param request all that distinguishes the request from others of the caller, as JSON values
   * @return fails CONFLICT while the same request is in flight, UNPROCESSABLE where the key belongs
   *     to another request
   */
  <R> Future<R> once(
      List<Object> request, Class<R> reply, CallContext context, Function<UUID, Future<R>> work) {
    UUID id = context.callId() == null ? Ids.next() : context.callId();
    if (context.idempotencyKey() == null) {
      return work.apply(id);
    }
    Request described =
        new Request(
            context.caller().userId(),
            context.idempotencyKey(),
            Sha256.hex(Json.write(request).utf8()));
    return store
        .begin(described, id, context.deadline().remaining().plus(MARGIN))
        .compose(
            begun ->
                switch (begun) {
                  case Begun.New(UUID attempt) -> complete(attempt, work);
                  case Begun.Completed completed ->
                      Future.succeededFuture(Json.read(completed.reply(), reply));
                  case Begun.InFlight inFlight -> Future.failedFuture(ClaimFailures.inFlight());
                  case Begun.Other other -> Future.failedFuture(ClaimFailures.keyReused());
                });
  }

  private <R> Future<R> complete(UUID attempt, Function<UUID, Future<R>> work) {
    return Attempt.of(() -> work.apply(attempt))
        .recover(
            cause ->
                (hadNoEffect(cause) ? store.release(attempt) : Future.succeededFuture())
                    .transform(done -> Future.failedFuture(cause)))
        .compose(reply -> store.complete(attempt, Json.write(reply)).map(reply));
  }

  /** Whether work that failed is known to have changed nothing. */
  static boolean hadNoEffect(Throwable cause) {
    return cause instanceof FailureException failed
        && !UNKNOWN_OUTCOME.contains(failed.failure().kind());
  }
}
