package org.attestry.adopt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.attestry.contracts.JsonBytes;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.servers.Folders;
import org.attestry.testkit.servers.Port;
import org.attestry.testkit.servers.PostgresServer;
import org.attestry.testkit.servers.ServerFiles;

/** A suite with {@code ADOPTION=on}, as a process of its own, whose Keycloak imports a realm. */
final class AdoptingSuite implements AutoCloseable {

  private final Path run;
  private final Process process;

  private AdoptingSuite(Path run, Process process) {
    this.run = run;
    this.process = process;
  }

  /**
   * @param realm the realm that Keycloak imports
   */
  static AdoptingSuite start(String realm) {
    try {
      Path run = TestServers.newFolder();
      Path classes = run.resolve("classes/org/attestry/testkit/servers");
      Files.createDirectories(classes);
      Files.writeString(classes.resolve("attestry-realm.json"), realm);
      Path data = Files.createDirectories(run.resolve("data"));
      PostgresServer.copyFreshCluster(ServerFiles.ofThisUser(), data.resolve("postgres"));
      ProcessBuilder builder =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx256m",
                  "-XX:+UseSerialGC",
                  "-XX:TieredStopAtLevel=1",
                  "--enable-native-access=ALL-UNNAMED",
                  "--sun-misc-unsafe-memory-access=allow",
                  "-Dlogback.configurationFile=local-logback.xml",
                  "-cp",
                  run.resolve("classes") + ":" + System.getProperty("java.class.path"),
                  "org.attestry.local.LocalMain")
              .redirectErrorStream(true)
              .redirectOutput(run.resolve("up.log").toFile());
      builder.environment().putAll(settings(run));
      AdoptingSuite suite = new AdoptingSuite(run, builder.start());
      Runtime.getRuntime().addShutdownHook(new Thread(suite::close));
      suite.awaitReady();
      return suite;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, String> settings(Path run) {
    Map<String, String> settings = new HashMap<>();
    for (String server : List.of("GATEWAY", "KEYCLOAK", "MANAGEMENT")) {
      settings.put(
          "ATTESTRY_%s_PORT".formatted(server), Integer.toString(Port.free().settled().number()));
    }
    settings.put("ATTESTRY_RUN", run.toString());
    settings.put("ATTESTRY_LOG", run.resolve("suite.log").toString());
    settings.put("ATTESTRY_RATE_LIMIT_PER_MINUTE", "0");
    settings.put("ADOPTION", "on");
    return settings;
  }

  /** The process ends by itself if a server does not start in time. */
  private void awaitReady() throws IOException, InterruptedException {
    Path endpoints = run.resolve("endpoints.json");
    boolean ended = false;
    while (!ended && !Files.exists(endpoints)) {
      ended = process.waitFor(250, TimeUnit.MILLISECONDS);
    }
    if (ended) {
      throw new IllegalStateException(Files.readString(run.resolve("up.log")));
    }
  }

  Endpoints endpoints() {
    try {
      return Json.read(
          JsonBytes.of(Files.readAllBytes(run.resolve("endpoints.json"))), Endpoints.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the options with which the command finds the suite. */
  List<String> options() {
    Endpoints endpoints = endpoints();
    String secret =
        endpoints.identity().clients().stream()
            .filter(client -> client.clientId().equals("admin-api"))
            .map(Endpoints.Client::secret)
            .findFirst()
            .orElseThrow();
    return List.of(
        "--suite.gateway=" + endpoints.gateway(),
        "--suite.tokenUrl=" + endpoints.identity().tokenEndpoint(),
        "--suite.clientSecret=" + secret);
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      Folders.delete(run);
    } catch (IOException | InterruptedException e) {
      System.err.println("The suite's folder stays: " + e);
    }
  }
}
