package org.attestry.schema.stored;

import io.vertx.core.Future;
import java.util.function.Supplier;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;

/**
 * Makes the change that a call requests once, however often the call is received. If another call
 * changed the schemas between reading and writing, the change is attempted again.
 */
public record IdempotentChange(PgSchemaStore store, BusEntityRegistry registry) {

  private static final int MOST_ATTEMPTS = 3;

  /**
   * Returns the stored reply of the call, if there is one; otherwise makes the change.
   *
   * @param change makes the change, and commits it with {@link PgSchemaStore#once}
   */
  public <T> Future<T> once(
      CallContext context, Class<T> reply, Supplier<Future<Outcome<T>>> change) {
    return store
        .reply(context.callId(), reply)
        .compose(
            kept ->
                kept.map(Future::succeededFuture)
                    .orElseGet(
                        () ->
                            attempt(change, MOST_ATTEMPTS)
                                .recover(cause -> storedByOtherReplica(context, reply, cause))))
        .compose(outcome -> outcome.deliver(registry, context));
  }

  /**
   * Returns the stored outcome if another sending of the call has made the change, which is why
   * this attempt failed; else fails with the cause.
   */
  private <T> Future<Outcome<T>> storedByOtherReplica(
      CallContext context, Class<T> reply, Throwable cause) {
    return store
        .reply(context.callId(), reply)
        .compose(
            kept -> kept.map(Future::succeededFuture).orElseGet(() -> Future.failedFuture(cause)));
  }

  private static <T> Future<T> attempt(Supplier<Future<T>> change, int left) {
    return change
        .get()
        .recover(
            cause ->
                left > 1 && isChangedMeanwhile(cause)
                    ? attempt(change, left - 1)
                    : Future.failedFuture(cause));
  }

  private static boolean isChangedMeanwhile(Throwable cause) {
    return FailureException.hasCode(cause, SchemaFailures.CHANGED_MEANWHILE);
  }
}
