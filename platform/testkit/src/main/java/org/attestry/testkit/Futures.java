package org.attestry.testkit;

import io.vertx.core.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Waits for futures that complete on event loops. Modules that use this class need Vert.x on the
 * class path.
 */
public final class Futures {

  private static final long TIMEOUT_SECONDS = 180;

  private Futures() {}

  /**
   * Returns the result of a future.
   *
   * @throws AssertionError if there is no result within three minutes; a failed future throws its
   *     cause
   */
  public static <T> T await(Future<T> future) {
    try {
      return future.await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("not done within " + TIMEOUT_SECONDS + " s", e);
    }
  }
}
