package org.attestry.runtime.management;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.junit5.VertxExtension;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class CheckMetricsIT {

  private static final String DATABASE = "attestry_check{check=\"postgres\",service=\"one\"} ";
  private static final String PROVIDER = "attestry_check{check=\"provider\",service=\"one\"} ";

  @Test
  void failedChecksAndDependenciesAreZero(Vertx vertx) {
    AtomicBoolean there = new AtomicBoolean();
    Health health = new Health("one");
    health.check("postgres", () -> Future.succeededFuture(there.get()));
    health.dependency("provider", () -> Future.succeededFuture(there.get()));
    HttpServer server =
        await(
            new ManagementServer(
                    vertx,
                    new ManagementConfig("127.0.0.1", 0),
                    List.of(health),
                    new PrometheusMeterRegistry(PrometheusConfig.DEFAULT))
                .listen());

    String metrics = metrics(vertx, server.actualPort());
    assertTrue(metrics.contains(DATABASE + "0.0"), metrics);
    assertTrue(metrics.contains(PROVIDER + "0.0"), metrics);

    there.set(true);
    String later = metrics(vertx, server.actualPort());
    assertTrue(later.contains(DATABASE + "1.0"), later);
    assertTrue(later.contains(PROVIDER + "1.0"), later);
  }

  private static String metrics(Vertx vertx, int port) {
    return await(
        vertx
            .createHttpClient()
            .request(HttpMethod.GET, port, "127.0.0.1", "/metrics")
            .compose(request -> request.send().compose(HttpClientResponse::body))
            .map(Buffer::toString));
  }
}
