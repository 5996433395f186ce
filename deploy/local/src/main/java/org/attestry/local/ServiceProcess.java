package org.attestry.local;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.attestry.testkit.servers.ParentWatch;
import org.attestry.testkit.servers.ServerFailure;

/**
 * The process of one replica of a service. It stops gracefully when its standard input ends: when
 * this JVM closes the input or has ended. It ignores the terminal's Ctrl-C, so that replicas stop
 * only after their callers have stopped.
 */
final class ServiceProcess {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(35);
  private static final Set<String> PASSED_ON =
      Set.of("PATH", "HOME", "LANG", "TZ", "LOG_LEVEL", "LOG_LEVEL_ACCESS");

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

  private final Endpoints.Replica replica;
  private final Process process;
  private final Path log;
  private final Supplier<ServiceProcess> again;

  private ServiceProcess(
      Endpoints.Replica replica, Process process, Path log, Supplier<ServiceProcess> again) {
    this.replica = replica;
    this.process = process;
    this.log = log;
    this.again = again;
  }

  /**
   * @param replica the replica, without its process id
   */
  static ServiceProcess start(
      Endpoints.Replica replica, Program program, Map<String, String> settings, Path run) {
    Path jar = program.jar();
    if (!Files.exists(jar)) {
      throw new ServerFailure(jar + " is not there: build it with deploy/local/up.");
    }
    Path log =
        run.toAbsolutePath().resolve("%s-%d.log".formatted(replica.service(), replica.number()));
    ProcessBuilder builder =
        new ProcessBuilder(command(program))
            .directory(run.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().retainAll(PASSED_ON);
    builder.environment().putAll(settings);
    try {
      Process process = builder.start();
      return new ServiceProcess(
          replica.as(process.pid()), process, log, () -> start(replica, program, settings, run));
    } catch (IOException e) {
      throw new ServerFailure(
          "%s cannot be started: %s".formatted(replica.service(), e.getMessage()), e);
    }
  }

  /** Starts another process in place of this one, which has ended. */
  ServiceProcess startAgain() {
    return again.get();
  }

  CompletableFuture<Process> onExit() {
    return process.onExit();
  }

  Endpoints.Replica replica() {
    return replica;
  }

  boolean alive() {
    return reports("live");
  }

  boolean ready() {
    return reports("ready");
  }

  private boolean reports(String state) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(replica.management() + "/health/" + state))
            .timeout(Duration.ofSeconds(5))
            .build();
    try {
      return HTTP.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  void requireAlive() {
    if (!process.isAlive()) {
      throw failure("stopped while starting (exit code %d)".formatted(process.exitValue()));
    }
  }

  ServerFailure failure(String whatHappened) {
    return new ServerFailure(
        "%s %d %s: look at %s".formatted(replica.service(), replica.number(), whatHappened, log));
  }

  /** Begins to stop the process, by closing its input. */
  void beginStop() {
    try (OutputStream input = process.getOutputStream()) {
      input.flush();
    } catch (IOException alreadyGone) {
      // the process has ended already
    }
  }

  void awaitStop() {
    try {
      if (!process.waitFor(STOP_TIMEOUT.toSeconds() + 5, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<String> command(Program program) {
    List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", APART));
    List<String> options = new ArrayList<>(Recording.options(program));
    options.add("-D" + ParentWatch.EXIT_LIMIT + "=" + STOP_TIMEOUT.toMillis());
    words.addAll(program.command(options));
    return words;
  }
}
