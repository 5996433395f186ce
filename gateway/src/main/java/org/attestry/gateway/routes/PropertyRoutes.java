package org.attestry.gateway.routes;

import static org.attestry.contracts.registry.EntityOperations.ADD_PROPERTY;
import static org.attestry.contracts.registry.EntityOperations.CHANGE_PROPERTY;

import io.vertx.core.Future;
import java.util.Map;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.registry.EntityOperations.AddPropertyRequest;
import org.attestry.contracts.registry.EntityOperations.ChangePropertyRequest;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.Reply;

/** Properties of an entity, at any depth (interface 4.1). */
public final class PropertyRoutes {

  /** Adds the handlers of the operations, by operationId. */
  public void bind(Map<String, Endpoint.Handler> handlers) {
    handlers.put("addProperty", this::addProperty);
    handlers.put("changeProperty", this::changeProperty);
  }

  private Future<Reply> addProperty(Call call) {
    var request =
        new AddPropertyRequest(
            call.type(), call.id(), call.rest("property"), call.body(), call.ifMatch());
    return call.request(ADD_PROPERTY, request).map(Reply::updated);
  }

  private Future<Reply> changeProperty(Call call) {
    boolean send = call.flag("send");
    String policy = call.query("policy");
    if (policy != null && !send) {
      throw FailureException.invalid(
          "gateway.query", "", "send", "'policy' goes with send=true; add it, or leave both out.");
    }
    var request =
        new ChangePropertyRequest(
            call.type(),
            call.id(),
            call.rest("property"),
            call.body(),
            send,
            policy,
            call.ifMatch());
    return call.request(CHANGE_PROPERTY, request).map(Reply::updated);
  }
}
