package org.attestry.testkit.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Waits for processes that are not child processes of this JVM, so that the operating system does
 * not report their end.
 */
final class Processes {

  private static final long POLL_MILLIS = 10;

  private Processes() {}

  /** Whether a process runs; a zombie, which process 1 has not reaped yet, does not. */
  static boolean runs(ProcessHandle process) {
    if (!process.isAlive()) {
      return false;
    }
    try {
      String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
      return !stat.startsWith("Z", stat.lastIndexOf(')') + 2);
    } catch (IOException notOnThisSystem) {
      return process.isAlive();
    }
  }

  /** Waits for the end of a process; returns whether it ended before the timeout. */
  static boolean awaitExit(ProcessHandle process, Duration timeout) {
    long end = System.nanoTime() + timeout.toNanos();
    while (runs(process)) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }
}
