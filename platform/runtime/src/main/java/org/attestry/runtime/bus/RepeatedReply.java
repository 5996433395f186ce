package org.attestry.runtime.bus;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/**
 * The reply to a request that is sent more than once. The success of the first sending counts at
 * once. Any other reply counts when every sending has its reply, or after a second: a repetition
 * may succeed because its replica sees what the first has stored, while the first still notifies
 * other services, and it may fail because the first is still at work. A success outweighs failures.
 *
 * @param <T> what is replied
 */
final class RepeatedReply<T> {

  private static final long OTHER_REPLY_MILLIS = 1_000;

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

  /** Takes the reply of the first sending. */
  void first(Future<T> sending) {
    expect();
    sending.onComplete(done -> received(done, done.succeeded()));
  }

  /** Takes the reply of a repetition. */
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
      vertx.setTimer(OTHER_REPLY_MILLIS, waited -> settle());
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
