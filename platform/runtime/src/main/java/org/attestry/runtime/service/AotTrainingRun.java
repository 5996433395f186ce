package org.attestry.runtime.service;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.attestry.runtime.cluster.Cluster;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.management.Health;
import org.attestry.runtime.management.ManagementConfig;
import org.attestry.runtime.management.ManagementServer;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.PostgresConfig;

/**
 * A start without servers, recorded by the JVM ({@code -XX:AOTCacheOutput}), so that later starts
 * need not load and link classes. The run tries to reach a database at a closed port of this
 * machine; the service's own classes are loaded but not executed.
 */
final class AotTrainingRun {

  private static final long TIMEOUT_SECONDS = 30;
  private static final String NOBODY = "1";

  private AotTrainingRun() {}

  /**
   * Performs the training run, and closes the resources that it opened.
   *
   * @param ofService any class of the service
   */
  static void run(Class<?> ofService) throws TimeoutException {
    loadNeighbours(ofService);
    Settings settings = settings(freePort(), freePort());
    ServiceLauncher.ProcessConfig process = settings.read(ServiceLauncher.ProcessConfig.class);
    PostgresConfig away = settings.read(ServiceLauncher.DatabaseConfig.class).postgres();
    Cluster cluster = await(Cluster.join(process.cluster()));
    requestManagement(cluster.vertx(), process.management());
    requestDatabase(cluster.vertx(), away);
    await(cluster.leave());
  }

  private static Settings settings(String memberPort, String busPort) {
    return Settings.of(
        Map.ofEntries(
            Map.entry("CLUSTER_ENABLED", "true"),
            Map.entry("CLUSTER_NAME", "aot-training"),
            Map.entry("CLUSTER_MEMBERS", "127.0.0.1:" + memberPort),
            Map.entry("CLUSTER_PORT", memberPort),
            Map.entry("CLUSTER_BUS_PORT", busPort),
            Map.entry("MANAGEMENT_PORT", "0"),
            Map.entry("POSTGRES_PORT", NOBODY),
            Map.entry("POSTGRES_DATABASE", "none"),
            Map.entry("POSTGRES_USER", "none"),
            Map.entry("POSTGRES_PASSWORD", "none")));
  }

  private static String freePort() {
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return Integer.toString(any.getLocalPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Loads all classes of the jar from which a class was loaded. */
  private static void loadNeighbours(Class<?> ofService) {
    try (JarFile jar =
        new JarFile(
            Path.of(ofService.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toFile())) {
      jar.stream()
          .map(JarEntry::getName)
          .filter(name -> name.endsWith(".class"))
          .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
          .forEach(name -> load(name, ofService.getClassLoader()));
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void load(String name, ClassLoader loader) {
    try {
      Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void requestManagement(Vertx vertx, ManagementConfig config)
      throws TimeoutException {
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    ManagementServer management =
        new ManagementServer(vertx, config, List.of(new Health("aot-training")), meters);
    int port = await(management.listen()).actualPort();
    HttpClient client = vertx.createHttpClient();
    for (String path : List.of("/health/ready", "/metrics")) {
      await(
          client
              .request(HttpMethod.GET, port, config.host(), path)
              .compose(request -> request.send().compose(HttpClientResponse::body)));
    }
  }

  private static void requestDatabase(Vertx vertx, PostgresConfig away) throws TimeoutException {
    Database database = Database.open(vertx, away);
    if (await(database.isReachable())) {
      throw new IllegalStateException("There is a database at port " + away.port());
    }
    await(database.close());
  }

  private static <T> T await(Future<T> future) throws TimeoutException {
    return future.await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }
}
