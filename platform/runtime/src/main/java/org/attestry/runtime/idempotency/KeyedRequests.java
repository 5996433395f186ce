package org.attestry.runtime.idempotency;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Operation;
import org.attestry.runtime.async.AsyncCall;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;

/**
 * Ensures that a request with an {@code Idempotency-Key} has one effect, whichever replicas it is
 * sent to and even if a process crashes. The key is reserved while the work is in flight. Work that
 * failed without effect frees the key; work with an unknown outcome may be repeated at once, with
 * the same attempt id, by which its effect is recognised.
 *
 * @param service the service's name, the prefix of failure codes
 */
public record KeyedRequests(String service, RequestTable store) {

  /**
   * Kinds of failures after which the work may have had its effect. RATE_LIMITED is one of them,
   * because the same call may have been sent to two replicas, and the other replica may have done
   * the work.
   */
  private static final Set<FailureKind> UNKNOWN_OUTCOME =
      EnumSet.of(
          FailureKind.RATE_LIMITED,
          FailureKind.UNAVAILABLE,
          FailureKind.TIMEOUT,
          FailureKind.INTERNAL);

  /** How long a key stays reserved beyond the deadline of work whose process crashed. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  /**
   * Does the work, or returns the stored reply of the same request.
   *
   * @param work stores the reply, together with its effect or by {@link #complete}
   * @return the reply; fails CONFLICT while the same request is in flight, UNPROCESSABLE if another
   *     request has used the key
   */
  public <Q, R> Future<R> once(
      Operation<Q, R> operation,
      Q request,
      CallContext context,
      Function<RequestAttempt, Future<R>> work) {
    UUID own = context.callId() == null ? Ids.next() : context.callId();
    if (context.idempotencyKey() == null) {
      return work.apply(new RequestAttempt(own, false));
    }
    return store
        .begin(
            described(operation, request, context),
            own,
            context.deadline().remaining().plus(MARGIN))
        .compose(
            begun ->
                switch (begun) {
                  case RequestTable.Begun.Ours(UUID attempt) -> attempt(attempt, work);
                  case RequestTable.Begun.Completed(var reply) ->
                      Future.succeededFuture(Json.read(reply, operation.reply()));
                  case RequestTable.Begun.InFlight inFlight -> Future.failedFuture(inFlight());
                  case RequestTable.Begun.Other other -> Future.failedFuture(keyReused());
                });
  }

  /** Stores the reply of an attempt whose effect is not in the same database as the key. */
  public <R> Future<R> complete(RequestAttempt attempt, R reply) {
    return attempt.keyed()
        ? store.complete(attempt.id(), Json.write(reply)).map(reply)
        : Future.succeededFuture(reply);
  }

  /** Whether a failure means that the work certainly changed nothing. */
  public static boolean hadNoEffect(Throwable cause) {
    return cause instanceof FailureException failed
        && !UNKNOWN_OUTCOME.contains(failed.failure().kind());
  }

  private <R> Future<R> attempt(UUID attempt, Function<RequestAttempt, Future<R>> work) {
    return AsyncCall.of(() -> work.apply(new RequestAttempt(attempt, true)))
        .recover(
            cause ->
                (hadNoEffect(cause) ? store.release(attempt) : store.suspend(attempt))
                    .transform(done -> Future.failedFuture(cause)));
  }

  private static <Q> RequestTable.Request described(
      Operation<Q, ?> operation, Q request, CallContext context) {
    String caller = context.caller().known() ? context.caller().userId() : "";
    return new RequestTable.Request(
        caller,
        operation.address(),
        context.idempotencyKey(),
        Sha256.digest().digest(Json.write(request).utf8()));
  }

  private FailureException inFlight() {
    return FailureException.conflict(
        service + ".request.in-flight", "The same request is in flight; send it again shortly.");
  }

  private FailureException keyReused() {
    return FailureException.of(
        FailureKind.UNPROCESSABLE,
        service + ".request.key-reused",
        "Another request has this Idempotency-Key; use a new key for a new request.");
  }

  /**
   * One attempt at a request.
   *
   * @param id the same for each attempt at one request with a key, else the call's id
   * @param keyed whether the request has an {@code Idempotency-Key}, so that its reply is stored
   */
  public record RequestAttempt(UUID id, boolean keyed) {}
}
