package org.attestry.gateway.routes;

import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.Reply;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.management.Health;

/** Reports whether the gateway can serve requests. */
public record HealthRoutes(Health health) {

  /** Adds the handlers of the operations, by operationId. */
  public void bind(Map<String, Endpoint.Handler> handlers) {
    handlers.put("readHealth", this::readHealth);
  }

  private Future<Reply> readHealth(Call call) {
    return health.ready().map(HealthRoutes::reply);
  }

  private static Reply reply(Health.ServiceHealth now) {
    if (!now.healthy()) {
      throw unhealthy(now);
    }
    return Reply.result(now);
  }

  private static FailureException unhealthy(Health.ServiceHealth now) {
    return new Failure(
            FailureKind.UNAVAILABLE,
            "gateway.unhealthy",
            "A part of the service is not available; try again shortly.",
            List.of(),
            Json.write(now))
        .exception();
  }
}
