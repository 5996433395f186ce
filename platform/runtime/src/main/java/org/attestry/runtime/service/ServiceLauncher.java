package org.attestry.runtime.service;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.config.SettingsException;
import org.attestry.runtime.management.Health;
import org.attestry.runtime.management.ManagementConfig;
import org.attestry.runtime.management.ManagementServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts and stops one service as a process of its own: what a {@code …Main} calls. */
public final class ServiceLauncher {

  private static final Logger LOG = LoggerFactory.getLogger(ServiceLauncher.class);
  private static final long STOP_SECONDS = 30;

  private ServiceLauncher() {}

  /**
   * Reads the settings from the environment, deploys the verticle, serves health and metrics, and
   * stops in order on a signal. Settings that are wrong end the process with exit code 2 and a line
   * for each.
   */
  public static <C extends Record> void run(
      String service, Class<C> config, BiFunction<C, ServiceContext, Deployable> verticle) {
    Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(false));
    Settings.load(vertx)
        .compose(settings -> start(vertx, service, settings, config, verticle))
        .onSuccess(started -> LOG.atInfo().addKeyValue("service", service).log("ready"))
        .onFailure(cause -> giveUp(service, cause));
  }

  private static <C extends Record> Future<Void> start(
      Vertx vertx,
      String service,
      Settings settings,
      Class<C> type,
      BiFunction<C, ServiceContext, Deployable> verticle) {
    C config = settings.read(type);
    ManagementConfig management = settings.read(ManagementOnly.class).management();
    LOG.atInfo().addKeyValue("service", service).addKeyValue("settings", config).log("starting");
    Health health = new Health(service);
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    ManagementServer server = new ManagementServer(vertx, management, List.of(health), meters);
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> stop(vertx, health), service + "-shutdown"));
    return server
        .listen()
        .compose(
            listening ->
                vertx.deployVerticle(verticle.apply(config, new ServiceContext(health, meters))))
        .onSuccess(deployed -> health.started())
        .mapEmpty();
  }

  private static void stop(Vertx vertx, Health health) {
    health.stopping();
    try {
      vertx.close().await(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      LOG.atWarn().setCause(e).log("did not stop in order");
    }
  }

  private static void giveUp(String service, Throwable cause) {
    if (cause instanceof SettingsException) {
      LOG.atError().addKeyValue("service", service).log(cause.getMessage());
      Runtime.getRuntime().halt(2);
    }
    LOG.atError().addKeyValue("service", service).setCause(cause).log("could not start");
    Runtime.getRuntime().halt(1);
  }

  /** The part of every deployable's settings that is not its service's own. */
  public record ManagementOnly(ManagementConfig management) {}
}
