package org.attestry.runtime.async;

import io.vertx.core.Future;
import java.util.function.Supplier;

/** Calls code that may throw before it returns a future. */
public final class AsyncCall {

  private AsyncCall() {}

  /** Returns the code's future, or a failed future if the code throws. */
  public static <T> Future<T> of(Supplier<? extends Future<T>> code) {
    try {
      return code.get();
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
  }
}
