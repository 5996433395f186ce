package org.attestry.runtime.management;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A health check that costs a request: its result is shared for a while, and so is a check that is
 * in progress. The check must end by itself. Thread-safe.
 */
public final class RememberedCheck implements Supplier<Future<Boolean>> {

  private final Supplier<Future<Boolean>> check;
  private final long freshNanos;
  private final LongSupplier nanoTime;
  private Future<Boolean> last;
  private long checkedAt;

  RememberedCheck(Duration fresh, LongSupplier nanoTime, Supplier<Future<Boolean>> check) {
    this.check = check;
    this.freshNanos = fresh.toNanos();
    this.nanoTime = nanoTime;
  }

  /** Returns a check that runs on the caller's context, at most once in each such time. */
  public static RememberedCheck every(
      Duration fresh, Vertx vertx, Supplier<Future<Boolean>> check) {
    Context context = vertx.getOrCreateContext();
    return new RememberedCheck(
        fresh,
        System::nanoTime,
        () ->
            Future.future(checked -> context.runOnContext(run -> check.get().onComplete(checked))));
  }

  @Override
  public synchronized Future<Boolean> get() {
    long now = nanoTime.getAsLong();
    if (last == null || last.isComplete() && now - checkedAt > freshNanos) {
      checkedAt = now;
      last = check.get();
    }
    return last;
  }
}
