package org.attestry.testkit.servers;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A child process whose standard input is a pipe to which this JVM never writes: the pipe ends when
 * this JVM ends, which the child detects at once, also after {@code kill -9}. The child receives
 * neither the terminal's Ctrl-C nor a signal to this JVM's process group, so that this JVM can stop
 * it after the services that use it have stopped.
 */
final class ServerProcess {

  private static final int LOG_LINES_IN_MESSAGES = 12;
  private static final String STACK_FRAME = "\tat ";
  private static final long NEARLY_FULL_BYTES = 64L << 20;
  private static final long POLL_MILLIS = 15;
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

  /**
   * Runs a command in a new session, with setsid or Perl if installed, and in any case without the
   * terminal's signals.
   */
  private static final String APART =
      """
      trap '' INT HUP
      command -v setsid >/dev/null && exec setsid "$0" "$@"
      command -v perl >/dev/null && exec perl -MPOSIX -e 'POSIX::setsid(); exec @ARGV' "$0" "$@"
      exec "$0" "$@"
      """;

  private final String name;
  private final DataFolder folder;
  private final Process process;

  private ServerProcess(String name, DataFolder folder, Process process) {
    this.name = name;
    this.folder = folder;
    this.process = process;
  }

  /**
   * Starts a program whose standard output this JVM reads; its error output is written to the log.
   */
  static ServerProcess startSupervised(String name, DataFolder folder, List<String> command) {
    return start(name, folder, command, Map.of(), ProcessBuilder.Redirect.PIPE);
  }

  /** Starts a program under {@link ParentWatch}; both its outputs are written to the log. */
  static ServerProcess startJava(
      String name, DataFolder folder, List<String> command, Map<String, String> environment) {
    ProcessBuilder.Redirect log = ProcessBuilder.Redirect.appendTo(folder.log().toFile());
    ServerProcess started = start(name, folder, command, environment, log);
    folder.remember(started.process.toHandle());
    return started;
  }

  Process process() {
    return process;
  }

  /** Waits until the server is ready; fails as soon as it dies. */
  void awaitReady(Duration timeout, BooleanSupplier ready) {
    long end = System.nanoTime() + timeout.toNanos();
    while (!ready.getAsBoolean()) {
      if (!process.isAlive()) {
        throw failure("stopped while starting (exit code %d)".formatted(process.exitValue()));
      }
      if (System.nanoTime() > end) {
        kill();
        throw failure("was not ready after %d seconds".formatted(timeout.toSeconds()));
      }
      pause();
    }
  }

  boolean hasLogged(String text) {
    try {
      return Files.readString(folder.log()).contains(text);
    } catch (IOException notYetWritten) {
      return false;
    }
  }

  /**
   * Returns a failure that states what happened, the last lines of the log, and whether the disk is
   * full.
   */
  ServerFailure failure(String whatHappened) {
    String disk = "";
    long free = folder.path().toFile().getUsableSpace();
    if (free < NEARLY_FULL_BYTES) {
      disk =
          " The disk of %s is full (%d MB free): make room.".formatted(folder.path(), free >> 20);
    }
    return new ServerFailure(
        "%s %s.%s The end of %s:%n%s".formatted(name, whatHappened, disk, folder.log(), logEnd()));
  }

  CompletableFuture<Void> onExit() {
    return process.onExit().thenAccept(ended -> {});
  }

  void kill() {
    process.destroyForcibly();
    closeInput();
    awaitExit();
    folder.close();
  }

  /**
   * Closes the child's input, which stops the child, waits, and kills the child if it does not end
   * in time.
   */
  void stop() {
    closeInput();
    if (!awaitExit()) {
      process.destroyForcibly();
      awaitExit();
    }
    folder.close();
  }

  private static ServerProcess start(
      String name,
      DataFolder folder,
      List<String> command,
      Map<String, String> environment,
      ProcessBuilder.Redirect output) {
    List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", APART));
    words.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(folder.path().toFile())
            .redirectOutput(output)
            .redirectError(ProcessBuilder.Redirect.appendTo(folder.log().toFile()));
    builder.environment().keySet().removeIf(ServerProcess::changesJavaPrograms);
    builder.environment().putAll(environment);
    try {
      return new ServerProcess(name, folder, builder.start());
    } catch (IOException e) {
      folder.close();
      throw new ServerFailure("%s cannot be started: %s".formatted(name, e.getMessage()), e);
    }
  }

  /**
   * Whether an environment variable of the caller's shell would change the servers' settings and
   * must not be inherited.
   */
  private static boolean changesJavaPrograms(String variable) {
    return variable.startsWith("KC_")
        || variable.startsWith("PG")
        || variable.startsWith("S3PROXY_")
        || variable.endsWith("JAVA_OPTIONS")
        || variable.endsWith("JAVA_TOOL_OPTIONS");
  }

  private void closeInput() {
    try (OutputStream input = process.getOutputStream()) {
      input.flush();
    } catch (IOException alreadyGone) {
      // the process has ended already
    }
  }

  private boolean awaitExit() {
    try {
      return process.waitFor(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static void pause() {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerFailure("The start was interrupted.", e);
    }
  }

  private String logEnd() {
    Path log = folder.log();
    try {
      List<String> lines =
          new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.startsWith(STACK_FRAME))
              .toList();
      return String.join(
          System.lineSeparator(),
          lines.subList(Math.max(0, lines.size() - LOG_LINES_IN_MESSAGES), lines.size()));
    } catch (IOException e) {
      return "(not readable: " + e.getMessage() + ")";
    }
  }
}
