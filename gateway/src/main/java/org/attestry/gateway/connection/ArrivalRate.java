package org.attestry.gateway.connection;

import java.util.concurrent.TimeUnit;

/**
 * Measures whether awaited bytes arrive fast enough: some bytes in every stall timeout, and after
 * the first one a number of bytes a second on average. Only time in which bytes are awaited counts.
 */
final class ArrivalRate {

  private final long stallNanos;
  private final long bytesPerSecond;
  private long began;
  private long last;
  private long waited;
  private long stalled;

  ArrivalRate(ConnectionConfig config) {
    this.stallNanos = config.stallTimeout().toNanos();
    this.bytesPerSecond = config.bytesPerSecond();
  }

  /**
   * Starts to measure.
   *
   * @param bytes the count of all bytes so far
   */
  void begin(long bytes) {
    began = bytes;
    last = bytes;
    waited = 0;
    stalled = 0;
  }

  /**
   * Adds time in which bytes were awaited.
   *
   * @param bytes the count of all bytes so far
   * @return whether the bytes still arrive fast enough
   */
  boolean keeps(long nanos, long bytes) {
    waited += nanos;
    stalled = bytes == last ? stalled + nanos : 0;
    last = bytes;
    long counted = waited - stallNanos;
    return stalled <= stallNanos
        && (counted <= 0
            || bytes - began >= TimeUnit.NANOSECONDS.toMillis(counted) * bytesPerSecond / 1_000);
  }
}
