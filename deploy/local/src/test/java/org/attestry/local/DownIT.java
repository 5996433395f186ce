package org.attestry.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code deploy/local/down} does about processes that stop and about those that do not. */
class DownIT {

  private static final Path DOWN = Path.of("down").toAbsolutePath();
  private static final Duration SOON = Duration.ofSeconds(10);

  /** Ignores signals, as does the process that it starts. */
  private static final String STUBBORN =
      """
      trap '' TERM
      sh -c 'trap "" TERM; echo $$ >%1$s/child; while :; do sleep 0.2; done' &
      while :; do sleep 0.2; done
      """;

  @TempDir private Path run;
  private final List<ProcessHandle> started = new ArrayList<>();

  @AfterEach
  void end() {
    started.forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  void endsWhatDoesNotStopAndAllThatItStarted() throws Exception {
    Process suite = start(STUBBORN.formatted(run));
    Path named = run.resolve("child");
    Eventually.isTrue(() -> Files.exists(named) && !read(named).isBlank());
    ProcessHandle child = ProcessHandle.of(Long.parseLong(read(named).strip())).orElseThrow();
    started.add(child);

    String said = down();

    assertFalse(suite.isAlive());
    Eventually.isTrue(() -> !child.isAlive());
    assertTrue(said.contains("Process %d has not stopped within 1 s".formatted(suite.pid())), said);
    assertTrue(said.contains("Process %d, which it started".formatted(child.pid())), said);
    assertTrue(said.endsWith("Stopped.\n"), said);
    assertFalse(Files.exists(run.resolve("pid")));
  }

  @Test
  void leavesAloneWhatStopsInTime() throws Exception {
    Process suite = start("trap 'exit 0' TERM; while :; do sleep 0.1; done");

    assertEquals("Stopped.\n", down());
    assertFalse(suite.isAlive());
  }

  private Process start(String script) throws IOException {
    Process process = new ProcessBuilder("/bin/sh", "-c", script).start();
    started.add(process.toHandle());
    Files.writeString(run.resolve("pid"), process.pid() + "\n");
    return process;
  }

  private String down() throws Exception {
    ProcessBuilder builder = new ProcessBuilder(DOWN.toString()).redirectErrorStream(true);
    builder.environment().put("ATTESTRY_RUN", run.toString());
    builder.environment().put("ATTESTRY_STOP_SECONDS", "1");
    Process down = builder.start();
    String said = new String(down.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(down.waitFor(SOON.toSeconds(), TimeUnit.SECONDS));
    assertEquals(0, down.exitValue());
    return said;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException notYet) {
      return "";
    }
  }
}
