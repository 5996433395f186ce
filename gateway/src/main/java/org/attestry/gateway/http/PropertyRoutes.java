package org.attestry.gateway.http;

import static org.attestry.contracts.registry.RegistryOperations.ADD_PROPERTY;
import static org.attestry.contracts.registry.RegistryOperations.CHANGE_PROPERTY;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.registry.AddPropertyRequest;
import org.attestry.contracts.registry.ChangePropertyRequest;
import org.attestry.runtime.bus.BusClient;

/** Properties of an entity, at any depth (interface 4.1). */
public final class PropertyRoutes {

  private static final String PROPERTY = "/api/v1/{type}/{id}/{property+}";

  private final BusClient bus;

  public PropertyRoutes(BusClient bus) {
    this.bus = bus;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.post("addProperty", PROPERTY)
            .op(Op.UPDATE)
            .summary("Adds a property; deeper ones by a longer path.")
            .allows(AllowedCallers.CONTRIBUTORS)
            .fails(409, 422)
            .typed()
            .reads(RequestHeader.IF_MATCH, RequestHeader.IDEMPOTENCY_KEY)
            .takes(Body.any())
            .replies(ReplyFormat.envelope().with(ResponseHeader.ETAG), this::addProperty),
        Endpoint.put("changeProperty", PROPERTY)
            .summary("Changes a property, and sends it for attestation if asked to.")
            .allows(AllowedCallers.CHANGERS)
            .fails(409)
            .typed()
            .reads(RequestHeader.IF_MATCH)
            .query("send", "boolean", "true sends the property for attestation")
            .query("policy", "string", "which policy, where several attest the property")
            .takes(Body.any())
            .replies(ReplyFormat.envelope().with(ResponseHeader.ETAG), this::changeProperty));
  }

  private Future<Reply> addProperty(Call call) {
    var request =
        new AddPropertyRequest(
            call.type(), call.id(), call.rest("property"), call.body(), call.ifMatch());
    return bus.request(ADD_PROPERTY, request, call.context()).map(Reply::updated);
  }

  private Future<Reply> changeProperty(Call call) {
    var request =
        new ChangePropertyRequest(
            call.type(),
            call.id(),
            call.rest("property"),
            call.body(),
            call.flag("send"),
            call.query("policy"),
            call.ifMatch());
    return bus.request(CHANGE_PROPERTY, request, call.context()).map(Reply::updated);
  }
}
