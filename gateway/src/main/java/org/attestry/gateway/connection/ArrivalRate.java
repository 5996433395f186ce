package org.attestry.gateway.connection;

import java.util.concurrent.TimeUnit;

/**
 * Whether bytes that somebody waits for come fast enough: something in every stretch of time, and
 * on average a number of bytes a second after the first stretch. Only time in which somebody waits
 * counts.
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
   * From now on.
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
   * Some time has passed in which bytes were waited for.
   *
   * @param bytes the count of all bytes so far
   * @return whether they still come fast enough
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
