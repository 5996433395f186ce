package org.attestry.testkit.servers;

import java.io.IOException;
import java.util.Arrays;

/**
 * The main class of every server process written in Java: runs the server's own main class, and
 * exits gracefully when the JVM that started the process has ended, which is detected by the end of
 * standard input.
 */
public final class ParentWatch {

  /** The system property for how long a graceful exit may take, in milliseconds. */
  public static final String EXIT_LIMIT = "attestry.exit.limit.millis";

  private static final long USUAL_EXIT_LIMIT_MILLIS = 8_000;

  private ParentWatch() {}

  /**
   * Runs another main class.
   *
   * @param args the name of the main class, then its arguments
   */
  public static void main(String[] args) throws ReflectiveOperationException {
    Thread.ofPlatform().daemon().name("parent-watch").start(ParentWatch::leaveWithParent);
    Class.forName(args[0])
        .getMethod("main", String[].class)
        .invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
  }

  private static void leaveWithParent() {
    try {
      while (System.in.read() >= 0) {
        // the parent never writes; any input is ignored
      }
    } catch (IOException parentGone) {
      // treated like the end of the stream
    }
    Thread.ofPlatform().daemon().name("parent-watch-limit").start(ParentWatch::halt);
    System.exit(0);
  }

  private static void halt() {
    try {
      Thread.sleep(Long.getLong(EXIT_LIMIT, USUAL_EXIT_LIMIT_MILLIS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(1);
  }
}
