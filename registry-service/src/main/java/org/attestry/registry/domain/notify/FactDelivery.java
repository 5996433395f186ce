package org.attestry.registry.domain.notify;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;

/** Delivers a committed fact to a service over the bus. Kafka delivers the same fact later. */
public interface FactDelivery {

  /** Fails unless the service confirms that it acted on the fact. */
  Future<Void> deliver(String service, Fact fact, CallContext context);
}
