package org.attestry.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.attestry.contracts.JsonBytes;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.servers.Port;
import org.attestry.testkit.servers.PostgresServer;
import org.attestry.testkit.servers.TestDatabase;

/**
 * The whole suite in one process, with the JVM options of a server, and its servers as further
 * processes. Its data is deleted when it is closed.
 */
public final class RunningSuite implements AutoCloseable {

  public static final List<String> JVM_OPTIONS =
      List.of("-Xms256m", "-Xmx768m", "-Xss512k", "-XX:+UseSerialGC");

  private static final List<String> QUIET =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-Dservers.optimized=true",
          "-Dlogback.configurationFile=local-logback.xml");

  private static final List<String> PORTS =
      List.of(
          "ATTESTRY_GATEWAY_PORT",
          "ATTESTRY_KEYCLOAK_PORT",
          "ATTESTRY_MANAGEMENT_PORT",
          "ATTESTRY_POSTGRES_PORT",
          "ATTESTRY_KAFKA_PORT",
          "ATTESTRY_S3_PORT");

  private static final Duration START_TIMEOUT = Duration.ofMinutes(4);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(90);
  private static final long POLL_MILLIS = 100;

  private final Process process;
  private final Path run;
  private final Path results;
  private final Thread atExit = new Thread(this::stop, "stop-suite");
  private Endpoints endpoints;

  private RunningSuite(Process process, Path run, Path results) {
    this.process = process;
    this.run = run;
    this.results = results;
  }

  /**
   * Starts the suite and waits until it is ready.
   *
   * @param run the folder of the suite's data, which is created
   * @param results the folder in which its output and log are stored
   */
  public static RunningSuite start(Path root, Path run, Path results) {
    try {
      Files.createDirectories(run);
      RunningSuite suite = new RunningSuite(begin(root, run, results), run, results);
      try {
        Runtime.getRuntime().addShutdownHook(suite.atExit);
        suite.endpoints = suite.awaitReady();
      } catch (RuntimeException e) {
        suite.close();
        throw e;
      }
      return suite;
    } catch (IOException e) {
      throw new BenchFailure("The suite cannot be started: " + e.getMessage(), e);
    }
  }

  Endpoints endpoints() {
    return endpoints;
  }

  /** Returns the database of registry-service. */
  public TestDatabase database() {
    Endpoints.DatabaseAccess access = endpoints.databases().get("registry");
    return new TestDatabase(
        access.host(), access.port(), access.database(), access.user(), access.password());
  }

  /** Returns the administrator's access to the database server. */
  TestDatabase server() {
    Path data = Path.of(endpoints.data()).resolve("postgres");
    return PostgresServer.administrator(data, endpoints.databases().get("registry").port());
  }

  @Override
  public void close() {
    stop();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException ending) {
      // the benchmark itself is being stopped, and the hook runs or has run
    }
  }

  private static Process begin(Path root, Path run, Path results) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM_OPTIONS);
    command.addAll(QUIET);
    command.addAll(List.of("-jar", root.resolve("deploy/local/target/attestry-local.jar") + ""));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectErrorStream(true)
            .redirectOutput(results.resolve("suite-output.txt").toFile());
    Map<String, String> environment = builder.environment();
    PORTS.forEach(port -> environment.computeIfAbsent(port, free -> freePort()));
    environment.put("ATTESTRY_RUN", run.toString());
    environment.put("ATTESTRY_RATE_LIMIT_PER_MINUTE", "0");
    environment.put("ATTESTRY_LOG", results.resolve("suite.log").toString());
    return builder.start();
  }

  private static String freePort() {
    return Integer.toString(Port.free().settled().number());
  }

  private Endpoints awaitReady() {
    Path file = run.resolve("endpoints.json");
    long end = System.nanoTime() + START_TIMEOUT.toNanos();
    while (!Files.exists(file)) {
      if (!process.isAlive() || System.nanoTime() > end) {
        throw new BenchFailure(
            "The suite did not become ready; see " + results.resolve("suite-output.txt"));
      }
      Pause.millis(POLL_MILLIS);
    }
    try {
      return Json.read(JsonBytes.of(Files.readString(file)), Endpoints.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void stop() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      delete(run);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      System.err.printf("%s could not be deleted: %s%n", run, e.getMessage());
    }
  }

  private static void delete(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path emptied, IOException failed)
              throws IOException {
            Files.delete(emptied);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
