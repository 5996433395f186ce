package org.attestry.registry.domain.idempotency;

import io.vertx.core.Future;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Function;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Operation;
import org.attestry.runtime.json.Json;

/**
 * Sees to it that a request under an {@code Idempotency-Key} has one effect, whichever replica it
 * comes to and whenever a process ends. The key is held while the work goes on; the work commits
 * its answer together with its effect ({@link RequestAttempt#answering}), which fails if the key
 * was taken over meanwhile. A request that failed without effect may be sent again.
 */
public final class IdempotentRequests {

  /** How long a key outlives the deadline of work that ended with its process. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private final RequestStore store;

  public IdempotentRequests(RequestStore store) {
    this.store = store;
  }

  /**
   * The answer of the work, or the one that the same request had before.
   *
   * @return fails CONFLICT while the same request is being worked on, UNPROCESSABLE when the key
   *     belongs to another one
   */
  public <Q, R> Future<R> once(
      Operation<Q, R> operation,
      Q request,
      CallContext context,
      Function<RequestAttempt, Future<R>> work) {
    if (context.idempotencyKey() == null) {
      return work.apply(RequestAttempt.NONE);
    }
    UUID own = context.callId() == null ? UUID.randomUUID() : context.callId();
    return store
        .begin(
            described(operation, request, context),
            own,
            context.deadline().remaining().plus(MARGIN))
        .compose(
            begun ->
                switch (begun) {
                  case RequestStore.Begun.Ours(UUID attempt) -> attempt(attempt, work);
                  case RequestStore.Begun.Answered answered ->
                      Future.succeededFuture(Json.read(answered.answer(), operation.reply()));
                  case RequestStore.Begun.InFlight inFlight -> Future.failedFuture(inFlight());
                  case RequestStore.Begun.Other other -> Future.failedFuture(other());
                });
  }

  private <R> Future<R> attempt(UUID attempt, Function<RequestAttempt, Future<R>> work) {
    return Future.succeededFuture()
        .compose(begun -> work.apply(new RequestAttempt(attempt)))
        .recover(cause -> released(attempt, cause));
  }

  /** Work whose outcome nobody knows keeps the key until the hold ends. */
  private <R> Future<R> released(UUID attempt, Throwable cause) {
    return cause instanceof FailureException
        ? store.release(attempt).transform(done -> Future.failedFuture(cause))
        : Future.failedFuture(cause);
  }

  private static <Q> RequestStore.Request described(
      Operation<Q, ?> operation, Q request, CallContext context) {
    String caller = context.caller().known() ? context.caller().userId() : "";
    return new RequestStore.Request(
        caller, operation.address(), context.idempotencyKey(), digest(Json.write(request).utf8()));
  }

  private static byte[] digest(byte[] request) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(request);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static FailureException inFlight() {
    return Failure.of(
            FailureKind.CONFLICT,
            "registry.request.in-flight",
            "The same request is being worked on; ask again shortly.")
        .exception();
  }

  private static FailureException other() {
    return Failure.of(
            FailureKind.UNPROCESSABLE,
            "registry.request.key-reused",
            "Another request has this Idempotency-Key; use a new key for a new request.")
        .exception();
  }
}
