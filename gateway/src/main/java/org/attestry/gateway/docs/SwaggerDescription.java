package org.attestry.gateway.docs;

import static org.attestry.contracts.schema.SchemaOperations.FIND_TYPES;

import io.vertx.core.Future;
import java.net.URI;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.FindTypesRequest;
import org.attestry.gateway.http.ApiDescription;
import org.attestry.gateway.http.Definitions;
import org.attestry.gateway.http.Endpoint;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.service.Workers;

/**
 * The interface as a Swagger 2.0 document. It is written again only when the published types are
 * others than last time. Used on the event loop of one verticle.
 */
public final class SwaggerDescription implements ApiDescription {

  private final BusClient bus;
  private final Workers workers;
  private final Definitions definitions;
  private final URI address;
  private Written last;

  /**
   * @param address where clients reach the gateway
   */
  public SwaggerDescription(BusClient bus, Workers workers, Definitions definitions, URI address) {
    this.bus = bus;
    this.workers = workers;
    this.definitions = definitions;
    this.address = address;
  }

  @Override
  public Future<JsonBytes> describe(List<Endpoint> endpoints, CallContext context) {
    return bus.ask(FIND_TYPES, new FindTypesRequest(), context)
        .compose(found -> describe(endpoints, found.types()));
  }

  private Future<JsonBytes> describe(List<Endpoint> endpoints, List<EntityType> types) {
    List<Version> versions = types.stream().map(Version::of).toList();
    if (last != null && last.versions().equals(versions)) {
      return Future.succeededFuture(last.document());
    }
    return workers
        .run(() -> SwaggerDocument.write(endpoints, types, definitions.all(), address))
        .onSuccess(document -> last = new Written(versions, document));
  }

  private record Version(String type, long revision) {
    static Version of(EntityType type) {
      return new Version(type.name(), type.revision());
    }
  }

  private record Written(List<Version> versions, JsonBytes document) {}
}
