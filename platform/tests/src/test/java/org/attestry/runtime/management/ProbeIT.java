package org.attestry.runtime.management;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.net.URI;
import java.util.List;
import org.attestry.testkit.servers.Port;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class ProbeIT {

  private final Health health = new Health("probed");

  @Test
  void isHealthyOnceTheServiceIsReady(Vertx vertx) throws Exception {
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    int port =
        await(
                new ManagementServer(
                        vertx, new ManagementConfig("127.0.0.1", 0), List.of(health), meters)
                    .listen())
            .actualPort();

    Probe.Result starting = Probe.probe(ready(port));
    health.started();
    Probe.Result started = Probe.probe(ready(port));

    assertFalse(starting.healthy());
    assertTrue(starting.response().contains("probed"), starting.response());
    assertTrue(started.healthy(), started.response());
  }

  @Test
  void isNotHealthyWhenNoServerResponds() {
    assertFalse(Probe.probe(ready(Port.free().settled().number())).healthy());
  }

  private static URI ready(int port) {
    return URI.create("http://127.0.0.1:" + port + "/health/ready");
  }
}
