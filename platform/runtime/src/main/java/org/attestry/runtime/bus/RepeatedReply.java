package org.attestry.runtime.bus;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import org.attestry.contracts.Operation;

/**
 * The reply to a request that is sent more than once. The success of the first sending counts at
 * once. Any other reply counts when every sending has its reply, or after a second: a retry may
 * succeed because its replica sees what the first sending has stored, while the first one still
 * notifies other services, and it may fail because the first one is still in progress. One that
 * fails because it may not send a request of its own again ({@link Operation#LOST}) leaves the
 * first one more time. A success takes precedence over failures.
 *
 * @param <T> the type of the reply
 */
final class RepeatedReply<T> {

  private static final long OTHER_REPLY_MILLIS = 1_000;

  /** Longer than the first sending needs to know that its own request is lost. */
  private static final long FIRST_REPLY_MILLIS = 2_500;

  private final Vertx vertx;
  private final Promise<T> reply = Promise.promise();
  private int pending;
  private AsyncResult<T> best;

  RepeatedReply(Vertx vertx) {
    this.vertx = vertx;
  }

  Future<T> future() {
    return reply.future();
  }

  /** Registers the first sending. */
  void first(Future<T> sending) {
    expect();
    sending.onComplete(done -> received(done, done.succeeded()));
  }

  /** Registers a retry. */
  void repetition(Future<T> sending) {
    expect();
    sending.onComplete(done -> received(done, false));
  }

  private synchronized void expect() {
    pending++;
  }

  private synchronized void received(AsyncResult<T> done, boolean counts) {
    pending--;
    if (best == null || best.failed() && done.succeeded()) {
      best = done;
    }
    if (counts || pending == 0) {
      settle();
    } else {
      long wait = Operation.isLost(done.cause()) ? FIRST_REPLY_MILLIS : OTHER_REPLY_MILLIS;
      vertx.setTimer(wait, waited -> settle());
    }
  }

  private synchronized void settle() {
    if (best.succeeded()) {
      reply.tryComplete(best.result());
    } else {
      reply.tryFail(best.cause());
    }
  }
}
