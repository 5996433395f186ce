package org.attestry.local;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import org.attestry.claims.ClaimsConfig;
import org.attestry.claims.ClaimsVerticle;
import org.attestry.credential.CredentialConfig;
import org.attestry.credential.CredentialVerticle;
import org.attestry.file.FileConfig;
import org.attestry.file.FileVerticle;
import org.attestry.gateway.GatewayConfig;
import org.attestry.gateway.GatewayVerticle;
import org.attestry.registry.RegistryConfig;
import org.attestry.registry.RegistryVerticle;
import org.attestry.runtime.config.OpenSettings;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.management.Health;
import org.attestry.runtime.management.ManagementConfig;
import org.attestry.runtime.management.ManagementServer;
import org.attestry.runtime.service.DirectMemoryWatch;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.schema.SchemaConfig;
import org.attestry.schema.SchemaVerticle;
import org.attestry.testkit.Eventually;

/**
 * The six services, deployed in one Vert.x instance; their code is the same as in any other
 * deployment.
 */
final class LocalServices implements Services {

  private static final long START_SECONDS = 120;
  private static final long STOP_SECONDS = 40;
  private static final long STARTS_END_SECONDS = 10;

  /** One event loop per processor: with more of them, they would only pass work to each other. */
  private final Vertx vertx =
      Vertx.vertx(
          new VertxOptions()
              .setPreferNativeTransport(true)
              .setEventLoopPoolSize(Runtime.getRuntime().availableProcessors()));

  private final PrometheusMeterRegistry meters =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final int managementPort;
  private final List<Health> healths = new ArrayList<>();
  private final List<Future<?>> deployments = new ArrayList<>();

  LocalServices(int managementPort) {
    DirectMemoryWatch.start();
    this.managementPort = managementPort;
  }

  @Override
  public List<Start> starts(Map<String, Map<String, String>> settings) {
    return List.of(new Start("services", () -> start(settings)));
  }

  private void start(Map<String, Map<String, String>> settings) throws TimeoutException {
    deploy("schema", settings, SchemaConfig.class, SchemaVerticle::new);
    deploy("registry", settings, RegistryConfig.class, RegistryVerticle::new);
    deploy("claims", settings, ClaimsConfig.class, ClaimsVerticle::new);
    deploy("credential", settings, CredentialConfig.class, CredentialVerticle::new);
    deploy("file", settings, FileConfig.class, FileVerticle::new);
    deploy("gateway", settings, GatewayConfig.class, GatewayVerticle::new);
    ManagementConfig management = new ManagementConfig("127.0.0.1", managementPort);
    deployments.add(new ManagementServer(vertx, management, healths, meters).listen());
    Future.all(deployments).await(START_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void awaitReady(Duration timeout) {
    Eventually.until(timeout, this::ready, ready -> ready);
  }

  @Override
  public List<Endpoints.Replica> replicas() {
    long pid = ProcessHandle.current().pid();
    return healths.stream()
        .map(health -> new Endpoints.Replica(health.service(), 1, pid, managementUrl()))
        .toList();
  }

  /** Marks the services as not ready, then has each service finish its work and close. */
  @Override
  public void close() {
    healths.forEach(Health::stopping);
    try {
      startsEnded();
      vertx.close().await(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      System.err.println("The services did not stop in order: " + e.getMessage());
    }
  }

  /**
   * Waits until no service is starting any more: after a failed start, others may still be
   * starting, and Vert.x logs "Promise already completed" for each verticle that is undeployed
   * before its start has ended.
   */
  private void startsEnded() {
    try {
      Future.join(deployments).otherwiseEmpty().await(STARTS_END_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      System.err.println("Services were still starting after %d s.".formatted(STARTS_END_SECONDS));
    }
  }

  private String managementUrl() {
    return "http://127.0.0.1:" + managementPort;
  }

  private boolean ready() {
    try {
      for (Health health : healths) {
        if (!health.ready().await(START_SECONDS, TimeUnit.SECONDS).healthy()) {
          return false;
        }
      }
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  private <C extends Record> void deploy(
      String service,
      Map<String, Map<String, String>> settings,
      Class<C> type,
      BiFunction<C, ServiceContext, Deployable> verticle) {
    C config = Settings.of(settings.get(service)).read(type);
    OpenSettings.log(service, config);
    Health health = new Health(service);
    healths.add(health);
    ServiceContext context = new ServiceContext(health, meters);
    deployments.add(
        vertx
            .deployVerticle(verticle.apply(config, context))
            .onSuccess(deployed -> health.started()));
  }
}
