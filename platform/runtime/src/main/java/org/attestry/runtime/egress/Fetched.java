package org.attestry.runtime.egress;

import io.vertx.core.buffer.Buffer;
import java.time.Duration;

/**
 * A document as it was fetched.
 *
 * @param body which nobody changes
 * @param begun when its request began, a value of {@link System#nanoTime()}
 */
public record Fetched(Buffer body, long begun) {

  /** How old the document may be by now. */
  public Duration age() {
    return Duration.ofNanos(System.nanoTime() - begun);
  }
}
