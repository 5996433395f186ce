package org.attestry.registry;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.attestry.contracts.Done;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FactType;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.json.Json;

/** A service that facts are delivered to, as far as registry-service can see it. */
public final class FactPeer {

  private final List<Fact> taken = new CopyOnWriteArrayList<>();

  FactPeer(Vertx vertx, String service) {
    new BusServer(vertx, new SimpleMeterRegistry())
        .bind(
            Fact.deliveryTo(service),
            (fact, context) -> {
              taken.add(fact);
              return Future.succeededFuture(Done.DONE);
            })
        .open();
  }

  /** The facts of a type about an entity, in the order in which they came. */
  public <T> List<T> received(FactType<T> type, String osid) {
    return taken.stream()
        .filter(fact -> fact.type().equals(type.name()) && fact.subject().equals(osid))
        .map(fact -> Json.read(fact.data(), type.data()))
        .toList();
  }
}
