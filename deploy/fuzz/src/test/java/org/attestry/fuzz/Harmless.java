package org.attestry.fuzz;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/** Every input is accepted, or refused with a message for the caller. */
public final class Harmless {

  /** Of processor time: far above what the largest input needs, far below what harms others. */
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private Harmless() {}

  /** Work over what a caller sent. */
  @FunctionalInterface
  public interface Work {
    void over(String text);
  }

  /** Does the work over the bytes, as text. */
  public static void check(byte[] input, Work work) {
    long begun = THREADS.getCurrentThreadCpuTime();
    try {
      work.over(new String(input, StandardCharsets.UTF_8));
    } catch (FailureException refused) {
      if (refused.failure().kind() == FailureKind.INTERNAL) {
        throw new AssertionError("blamed on the suite", refused);
      }
    }
    Duration took = Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - begun);
    if (took.compareTo(LONGEST) > 0) {
      throw new AssertionError("took " + took);
    }
  }
}
