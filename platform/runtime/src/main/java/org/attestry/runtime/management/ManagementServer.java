package org.attestry.runtime.management;

import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.stream.Stream;
import org.attestry.runtime.json.Json;

/**
 * Serves {@code /health/live}, {@code /health/started}, {@code /health/ready} and {@code /metrics}
 * (Prometheus text) for the services of this process.
 */
public final class ManagementServer {

  private final Vertx vertx;
  private final ManagementConfig config;
  private final List<Health> services;
  private final PrometheusMeterRegistry meters;
  private final MultiGauge checks;

  public ManagementServer(
      Vertx vertx, ManagementConfig config, List<Health> services, PrometheusMeterRegistry meters) {
    this.vertx = vertx;
    this.config = config;
    this.services = List.copyOf(services);
    this.meters = meters;
    this.checks =
        MultiGauge.builder("attestry.check")
            .description("1 if a check or dependency of a service is healthy, 0 if not")
            .register(meters);
    new JvmMemoryMetrics().bindTo(meters);
    new JvmThreadMetrics().bindTo(meters);
    new ProcessorMetrics().bindTo(meters);
  }

  /** Starts the server, which is closed with the Vert.x instance. */
  public Future<HttpServer> listen() {
    Router router = Router.router(vertx);
    router.get("/health/live").handler(request -> request.response().end("OK"));
    router.get("/health/started").handler(this::started);
    router.get("/health/ready").handler(this::ready);
    router.get("/metrics").handler(this::metrics);
    return vertx.createHttpServer().requestHandler(router).listen(config.port(), config.host());
  }

  private void started(RoutingContext request) {
    boolean all = services.stream().allMatch(Health::isStarted);
    request.response().setStatusCode(all ? 200 : 503).end(all ? "OK" : "starting");
  }

  private void ready(RoutingContext request) {
    check()
        .onSuccess(
            results -> {
              boolean healthy = results.stream().allMatch(Health.ServiceHealth::healthy);
              request
                  .response()
                  .setStatusCode(healthy ? 200 : 503)
                  .putHeader("content-type", "application/json")
                  .end(Buffer.buffer(Json.write(new Report(healthy, results)).utf8()));
            })
        .onFailure(request::fail);
  }

  private Future<List<Health.ServiceHealth>> check() {
    List<Future<Health.ServiceHealth>> requested = services.stream().map(Health::ready).toList();
    return Future.join(requested).map(done -> requested.stream().map(Future::result).toList());
  }

  /** Checks first, because the results and numbers of health are also metrics. */
  private void metrics(RoutingContext request) {
    check()
        .onSuccess(results -> checks.register(results.stream().flatMap(this::rows).toList(), true))
        .transform(checked -> vertx.executeBlocking(() -> meters.scrape(), false))
        .onSuccess(
            text ->
                request
                    .response()
                    .putHeader("content-type", "text/plain; version=0.0.4; charset=utf-8")
                    .end(text))
        .onFailure(request::fail);
  }

  private Stream<MultiGauge.Row<?>> rows(Health.ServiceHealth service) {
    return Stream.of(service.checks(), service.dependencies())
        .flatMap(List::stream)
        .map(
            check ->
                MultiGauge.Row.of(
                    Tags.of("service", service.name(), "check", check.name()),
                    check.healthy() ? 1 : 0));
  }

  private record Report(boolean healthy, List<Health.ServiceHealth> services) {}
}
