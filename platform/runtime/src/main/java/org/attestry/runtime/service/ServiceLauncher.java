package org.attestry.runtime.service;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.attestry.runtime.cluster.Cluster;
import org.attestry.runtime.cluster.ClusterConfig;
import org.attestry.runtime.config.OpenSettings;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.config.SettingsException;
import org.attestry.runtime.facts.FactCommands;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.management.Health;
import org.attestry.runtime.management.ManagementConfig;
import org.attestry.runtime.management.ManagementServer;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.postgres.PostgresConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts and stops one service as a process; called by each {@code …Main}. */
public final class ServiceLauncher {

  private static final Logger LOG = LoggerFactory.getLogger(ServiceLauncher.class);
  private static final long READ_SECONDS = 10;
  private static final long STOP_SECONDS = 30;
  private static final long COMMAND_SECONDS = 60;

  private ServiceLauncher() {}

  /**
   * Without arguments: reads the settings from the environment, joins the cluster if clustering is
   * enabled, deploys the verticle, serves health and metrics, and stops gracefully on a signal.
   * Wrong settings end the process with exit code 2 and a line for each.
   *
   * <p>With the argument {@code migrate}: migrates the service's database, and ends. With {@code
   * facts …}: see {@link FactCommands}; ends with exit code 1 if the command fails. With {@code
   * aot-training}: see {@link AotTrainingRun}.
   */
  public static <C extends Record> void run(
      String[] arguments,
      String service,
      Class<C> config,
      BiFunction<C, ServiceContext, Deployable> verticle) {
    try {
      List<String> words = List.of(arguments);
      if (!words.isEmpty() && words.getFirst().equals("facts")) {
        facts(words.subList(1, words.size()));
      }
      switch (String.join(" ", words)) {
        case "" -> serve(service, config, verticle);
        case "migrate" -> migrate(service);
        case "aot-training" -> AotTrainingRun.run(config);
        default ->
            throw new SettingsException(
                List.of("The arguments must be none, 'migrate', 'facts …' or 'aot-training'."));
      }
    } catch (RuntimeException | TimeoutException cause) {
      giveUp(service, cause);
    }
  }

  /**
   * Runs a command of a service with the settings that it needs, and ends the process: with exit
   * code 0, with 2 if settings are wrong, or with 1 if the command fails.
   */
  public static <C extends Record> void command(
      String service, Class<C> config, Command<C> command) {
    try {
      command.run(settings().read(config));
      System.exit(0);
    } catch (Exception cause) {
      giveUp(service, cause);
    }
  }

  private static <C extends Record> void serve(
      String service, Class<C> config, BiFunction<C, ServiceContext, Deployable> verticle)
      throws TimeoutException {
    DirectMemoryWatch.start();
    start(service, settings(), config, verticle).await();
    LOG.atInfo().addKeyValue("service", service).log("ready");
  }

  private static void migrate(String service) throws TimeoutException {
    PostgresConfig postgres = settings().read(DatabaseConfig.class).postgres();
    Migrations.migrate(postgres, service.replace("-service", ""));
    LOG.atInfo().addKeyValue("service", service).log("migrated");
  }

  private static void facts(List<String> arguments) throws TimeoutException {
    PostgresConfig postgres = settings().read(DatabaseConfig.class).postgres();
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    Database database = Database.open(vertx, postgres);
    FactCommands.Output output =
        new FactCommands(database).run(arguments).await(COMMAND_SECONDS, TimeUnit.SECONDS);
    System.out.println(output.text());
    System.exit(output.succeeded() ? 0 : 1);
  }

  private static Settings settings() throws TimeoutException {
    Optional<Settings> environment = Settings.ofEnvironmentAlone();
    if (environment.isPresent()) {
      return environment.get();
    }
    Vertx reader = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    try {
      return Settings.load(reader).await(READ_SECONDS, TimeUnit.SECONDS);
    } finally {
      reader.close().await(READ_SECONDS, TimeUnit.SECONDS);
    }
  }

  private static <C extends Record> Future<Void> start(
      String service,
      Settings settings,
      Class<C> type,
      BiFunction<C, ServiceContext, Deployable> verticle) {
    C config = settings.read(type);
    ProcessConfig process = settings.read(ProcessConfig.class);
    LOG.atInfo()
        .addKeyValue("service", service)
        .addKeyValue("settings", config)
        .addKeyValue("process", process)
        .log("starting");
    OpenSettings.log(service, config);
    OpenSettings.log(service, process);
    loadJson();
    return Cluster.join(process.cluster())
        .compose(cluster -> start(cluster, service, process, c -> verticle.apply(config, c)));
  }

  /**
   * Loads the JSON mapper before the process joins the cluster. Loading takes seconds on a busy
   * machine; in the first health check it would block an event loop that also receives requests.
   */
  private static void loadJson() {
    Health.CheckResult any = new Health.CheckResult("json", true);
    Json.convert(any, Health.CheckResult.class);
  }

  private static Future<Void> start(
      Cluster cluster,
      String service,
      ProcessConfig process,
      Function<ServiceContext, Deployable> verticle) {
    Vertx vertx = cluster.vertx();
    Health health = new Health(service);
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> stop(cluster, health), service + "-shutdown"));
    return new ManagementServer(vertx, process.management(), List.of(health), meters)
        .listen()
        .compose(
            listening -> vertx.deployVerticle(verticle.apply(new ServiceContext(health, meters))))
        .onSuccess(deployed -> health.started())
        .mapEmpty();
  }

  private static void stop(Cluster cluster, Health health) {
    health.stopping();
    try {
      cluster.leave().await(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      LOG.atWarn().setCause(e).log("did not stop in order");
    }
  }

  /** A command of a service. */
  @FunctionalInterface
  public interface Command<C> {

    void run(C config) throws Exception;
  }

  private static void giveUp(String service, Throwable cause) {
    if (cause instanceof SettingsException) {
      LOG.atError().addKeyValue("service", service).log(cause.getMessage());
      Runtime.getRuntime().halt(2);
    }
    LOG.atError().addKeyValue("service", service).setCause(cause).log("could not start");
    Runtime.getRuntime().halt(1);
  }

  /** The settings that a command on the database needs. */
  public record DatabaseConfig(PostgresConfig postgres) {}

  /** The settings common to all deployables. */
  public record ProcessConfig(ManagementConfig management, ClusterConfig cluster) {}
}
