package org.attestry.testkit;

import io.vertx.core.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what happens on event loops. Who uses it has Vert.x on the class path. */
public final class Futures {

  private static final long TIMEOUT_SECONDS = 60;

  private Futures() {}

  /**
   * The result of a future.
   *
   * @throws AssertionError when there is none within a minute; a failed future throws its cause
   */
  public static <T> T await(Future<T> future) {
    try {
      return future.await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("not done within " + TIMEOUT_SECONDS + " s", e);
    }
  }
}
