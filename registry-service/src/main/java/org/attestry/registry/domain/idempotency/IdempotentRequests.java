package org.attestry.registry.domain.idempotency;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Operation;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.registry.domain.stored.TransactionalStep;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.domain.types.TypeCatalogue;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.work.Attempt;
import org.attestry.runtime.work.Sha256;

/**
 * Gives a request under an {@code Idempotency-Key} one effect, on whichever replica it arrives and
 * whenever a process ends. The key is held while the work is in flight; the work commits its reply
 * together with its effect ({@link RequestAttempt#storing}), which fails if another attempt took
 * the key over meanwhile. A request that failed without effect may be sent again.
 */
public record IdempotentRequests(TypeCatalogue types, RequestStore store) {

  /** How long a key outlives the deadline of work that ended with its process. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  /**
   * Does the work, or replies as the same request was replied to before. A caller who may not make
   * the request is refused before a key is held for it.
   *
   * @param type the name of the type that the request is about
   * @param allow throws for a caller who may not make the request
   * @return fails CONFLICT while the same request is in flight, UNPROCESSABLE when the key belongs
   *     to another one
   */
  public <Q, R> Future<R> once(
      Operation<Q, R> operation,
      String type,
      Q request,
      CallContext context,
      BiConsumer<TypeConfig, Caller> allow,
      BiFunction<PublishedType, RequestAttempt, Future<R>> work) {
    return types
        .require(type)
        .compose(
            published -> {
              allow.accept(published.config(), context.caller());
              return once(operation, request, context, attempt -> work.apply(published, attempt));
            });
  }

  private <Q, R> Future<R> once(
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
                  case RequestStore.Begun.Replied(var reply) ->
                      Future.succeededFuture(Json.read(reply, operation.reply()));
                  case RequestStore.Begun.InFlight inFlight -> Future.failedFuture(inFlight());
                  case RequestStore.Begun.Other other -> Future.failedFuture(other());
                });
  }

  private <R> Future<R> attempt(UUID attempt, Function<RequestAttempt, Future<R>> work) {
    return Attempt.of(() -> work.apply(new RequestAttempt(attempt)))
        .recover(cause -> released(attempt, cause));
  }

  /** Work whose outcome is not known keeps the key until the hold ends. */
  private <R> Future<R> released(UUID attempt, Throwable cause) {
    return cause instanceof FailureException
        ? store.release(attempt).transform(done -> Future.failedFuture(cause))
        : Future.failedFuture(cause);
  }

  private static <Q> RequestStore.Request described(
      Operation<Q, ?> operation, Q request, CallContext context) {
    String caller = context.caller().known() ? context.caller().userId() : "";
    return new RequestStore.Request(
        caller,
        operation.address(),
        context.idempotencyKey(),
        Sha256.digest().digest(Json.write(request).utf8()));
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

  /**
   * One attempt at a request. Only the latest attempt may commit an effect.
   *
   * @param id null where the request has no {@code Idempotency-Key}
   */
  public record RequestAttempt(UUID id) {

    /** A request without a key. */
    public static final RequestAttempt NONE = new RequestAttempt(null);

    /** The step that stores the reply together with the effect; none without a key. */
    public List<TransactionalStep> storing(Object reply) {
      return id == null
          ? List.of()
          : List.of(new TransactionalStep.ReplyStored(id, Json.write(reply)));
    }
  }
}
