package org.attestry.runtime.egress;

import io.vertx.core.buffer.Buffer;
import java.time.Duration;

/**
 * A fetched document.
 *
 * @param body the body, which must not be changed
 * @param begun when the request began, a value of {@link System#nanoTime()}
 */
public record Fetched(Buffer body, long begun) {

  /** Returns the greatest possible age of the document: the time since the request began. */
  public Duration age() {
    return Duration.ofNanos(System.nanoTime() - begun);
  }
}
