package org.attestry.runtime.service;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process if its direct memory stays exhausted. The JVM ends a process whose heap is
 * exhausted ({@code ExitOnOutOfMemoryError}); without direct buffers, however, event loops wait at
 * each read, and the process responds to health checks only.
 */
public final class DirectMemoryWatch {

  private static final Logger LOG = LoggerFactory.getLogger(DirectMemoryWatch.class);
  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final int TIMES = 4;
  private static final double USED_UP = 0.95;
  private static final int OUT_OF_MEMORY = 3;

  private DirectMemoryWatch() {}

  /** Starts watching, on a separate thread, until the process ends. */
  public static void start() {
    Thread.ofPlatform()
        .daemon()
        .name("direct-memory-watch")
        .start(
            () -> {
              awaitUsedUp(INTERVAL, DirectMemoryWatch::isUsedUp);
              LOG.error("the memory for direct buffers stays used up; the process ends");
              Runtime.getRuntime().halt(OUT_OF_MEMORY);
            });
  }

  /** Returns when the memory was found exhausted several times in a row. */
  static void awaitUsedUp(Duration interval, BooleanSupplier usedUp) {
    for (int times = 0; times < TIMES; times = usedUp.getAsBoolean() ? times + 1 : 0) {
      LockSupport.parkNanos(interval.toNanos());
    }
  }

  private static boolean isUsedUp() {
    return used() > USED_UP * limit();
  }

  /** Returns {@code MaxDirectMemorySize} or, if that is not set, the limit of the heap. */
  private static long limit() {
    HotSpotDiagnosticMXBean jvm =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    long set = Long.parseLong(jvm.getVMOption("MaxDirectMemorySize").getValue());
    return set > 0 ? set : Runtime.getRuntime().maxMemory();
  }

  private static long used() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }
}
