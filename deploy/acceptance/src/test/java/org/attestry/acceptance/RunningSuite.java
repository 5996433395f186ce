package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.contracts.JsonBytes;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.Prerequisite;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.servers.KeycloakServer;
import org.attestry.testkit.servers.Port;
import org.attestry.testkit.servers.PostgresServer;
import org.attestry.testkit.servers.ServerFiles;

/**
 * The suite under test: the one whose {@code endpoints.json} the property {@code
 * attestry.endpoints} names, or one that this JVM starts as a process of its own, with real servers
 * and a folder of its own. With {@code -Dkills=true} that one has replicas, which are killed one
 * after the other.
 */
final class RunningSuite {

  private static final int SERVERS_LOG_DEPTH = 3;
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Path run;
  private final Map<String, String> settings;
  private final List<String> options;
  private Process process;
  private Endpoints endpoints;

  private RunningSuite(Path run, Map<String, String> settings, List<String> options) {
    this.run = run;
    this.settings = settings;
    this.options = options;
  }

  /** The one suite that all test classes share. */
  static Endpoints shared() {
    return Shared.ENDPOINTS;
  }

  /**
   * A suite for one test class alone, which may kill it.
   *
   * @param options those of {@code deploy/local/up}
   */
  static RunningSuite startOwn(String... options) {
    return startOwn(Map.of(), options);
  }

  /**
   * @param settings of {@code deploy/local/up} in its environment
   */
  static RunningSuite startOwn(Map<String, String> settings, String... options) {
    try {
      Path run = TestServers.newFolder();
      Map<String, String> environment = new HashMap<>(settings);
      for (String server : List.of("GATEWAY", "KEYCLOAK", "MANAGEMENT")) {
        environment.put("ATTESTRY_%s_PORT".formatted(server), freePort());
      }
      RunningSuite suite = new RunningSuite(run, environment, List.of(options));
      Path data = Files.createDirectories(run.resolve("data"));
      KeycloakServer.copyFreshRealm(ServerFiles.ofThisUser(), data.resolve("keycloak"));
      PostgresServer.copyFreshCluster(ServerFiles.ofThisUser(), data.resolve("postgres"));
      Runtime.getRuntime().addShutdownHook(new Thread(suite::discard));
      suite.start();
      return suite;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Endpoints endpoints() {
    return endpoints;
  }

  /**
   * The suite that the test classes share which kill replicas one by one: every service but the
   * gateway has a twin.
   */
  static RunningSuite sharedReplicas() {
    return SharedReplicas.SUITE;
  }

  /** Stops that suite when each of its classes has left it. */
  static void leaveReplicas() {
    if (SharedReplicas.LEFT.incrementAndGet() == SharedReplicas.CLASSES) {
      SharedReplicas.SUITE.discard();
    }
  }

  private static RunningSuite startReplicas() {
    return startOwn(
        "--processes", "--replicas", "schema=2,registry=2,claims=2,credential=2,file=2");
  }

  /** Its output during the start. */
  List<String> said() {
    try {
      return Files.readAllLines(run.resolve("up.log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the suite on the data that it left. */
  void start() {
    try {
      Files.deleteIfExists(run.resolve("endpoints.json"));
      ProcessBuilder builder = new ProcessBuilder(command(options)).redirectErrorStream(true);
      builder.redirectOutput(ProcessBuilder.Redirect.appendTo(run.resolve("up.log").toFile()));
      builder.environment().putAll(settings);
      builder.environment().put("ATTESTRY_RUN", run.toString());
      builder.environment().put("ATTESTRY_LOG", run.resolve("suite.log").toString());
      process = builder.start();
      Eventually.until(
          () -> !process.isAlive() || Files.exists(run.resolve("endpoints.json")), done -> done);
      if (!process.isAlive()) {
        throw new IllegalStateException(Files.readString(run.resolve("up.log")));
      }
      endpoints = read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What the suite and its servers have written so far. A suite without a folder on this machine
   * has none.
   */
  static List<Path> logs(Endpoints suite) throws IOException {
    Prerequisite.require(suite.data() != null, "The suite's folder is not known");
    Path run = Path.of(suite.data()).getParent();
    try (Stream<Path> files = Files.walk(run, SERVERS_LOG_DEPTH)) {
      List<Path> logs = files.filter(file -> file.toString().endsWith(".log")).toList();
      assertTrue(logs.contains(Path.of(suite.data(), "postgres", "server.log")), logs.toString());
      return logs;
    }
  }

  /** The processes that now run the services, and where their health is. */
  List<Endpoints.Replica> replicas() {
    return read().services();
  }

  /** Server name to the process that now runs it. */
  Map<String, Long> servers() {
    return read().servers();
  }

  /** The process that now runs a replica of a service. */
  Endpoints.Replica replica(String service, int number) {
    return replicas().stream()
        .filter(replica -> replica.service().equals(service) && replica.number() == number)
        .findFirst()
        .orElseThrow();
  }

  /** Waits until another process runs a replica that has ended, and is ready. */
  void awaitReplacement(Endpoints.Replica ended) {
    Eventually.isTrue(
        () -> {
          Endpoints.Replica now = replica(ended.service(), ended.number());
          return now.pid() != ended.pid() && isReady(now);
        });
  }

  boolean isReady(Endpoints.Replica replica) {
    return managementOf(replica, "/health/ready")
        .filter(answer -> answer.statusCode() == 200)
        .isPresent();
  }

  /** How many requests of other services this process has replied to. */
  double answered(Endpoints.Replica replica) {
    return managementOf(replica, "/metrics").stream()
        .flatMap(answer -> answer.body().lines())
        .filter(line -> line.startsWith("attestry_operation_seconds_count"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  /** The pools of all processes, by the names in their metrics. */
  static Set<String> pools(Endpoints suite) {
    return suite.services().stream()
        .flatMap(replica -> managementOf(replica, "/metrics").stream())
        .flatMap(answer -> answer.body().lines())
        .filter(line -> line.startsWith("attestry_pool_refused_total"))
        .map(line -> line.replaceFirst(".*pool=\"([^\"]+)\".*", "$1"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Empty while the process does not listen. */
  private static Optional<HttpResponse<String>> managementOf(
      Endpoints.Replica replica, String path) {
    try {
      HttpRequest ask = HttpRequest.newBuilder(URI.create(replica.management() + path)).build();
      return Optional.of(HTTP.send(ask, BodyHandlers.ofString()));
    } catch (IOException notYet) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private Endpoints read() {
    try {
      return Json.read(
          JsonBytes.of(Files.readAllBytes(run.resolve("endpoints.json"))), Endpoints.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the suite's process at once, as a crash would. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
  }

  /** Stops the suite in order and deletes its data. */
  void discard() {
    if (!Files.exists(run)) {
      return;
    }
    try {
      process.destroy();
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      try (Stream<Path> files = Files.walk(run)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException | InterruptedException | UncheckedIOException e) {
      System.err.println("The suite's folder stays: " + e);
    }
  }

  private static List<String> command(List<String> options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dlogback.configurationFile=local-logback.xml"));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), "org.attestry.local.LocalMain"));
    command.addAll(options);
    return command;
  }

  private static String freePort() {
    return Integer.toString(Port.free().settled().number());
  }

  private static final class SharedReplicas {
    static final int CLASSES = 2;
    static final AtomicInteger LEFT = new AtomicInteger();
    static final RunningSuite SUITE = startReplicas();
  }

  private static final class Shared {
    /**
     * Tests send more than a caller, and lines of a batch wait for the rate of their caller; some
     * adopt records.
     */
    private static final Map<String, String> SETTINGS =
        Map.of("ATTESTRY_RATE_LIMIT_PER_MINUTE", "0", "ADOPTION", "on");

    static final Endpoints ENDPOINTS = find();

    private static Endpoints losingReplicas() {
      RunningSuite suite = startReplicas();
      Kills kills = new Kills(suite);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(kills)));
      kills.goOn();
      return suite.endpoints();
    }

    private static Endpoints find() {
      String given = System.getProperty("attestry.endpoints", "");
      if (given.isBlank()) {
        return Boolean.getBoolean("kills") ? losingReplicas() : startOwn(SETTINGS).endpoints();
      }
      try {
        return Json.read(JsonBytes.of(Files.readAllBytes(Path.of(given))), Endpoints.class);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
