package org.attestry.registry.bus;

import io.vertx.core.Future;
import java.time.Duration;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.registry.stored.FactNotifier.FactDelivery;
import org.attestry.runtime.bus.BusClient;

/** Delivers facts over the bus, with a short timeout because Kafka delivers them too. */
public record BusFactDelivery(BusClient bus) implements FactDelivery {

  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  @Override
  public Future<Void> deliver(String service, Fact fact, CallContext context) {
    return bus.request(Fact.deliveryTo(service).within(TIMEOUT), fact, context).mapEmpty();
  }
}
