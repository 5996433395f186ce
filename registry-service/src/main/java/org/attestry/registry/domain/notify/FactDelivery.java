package org.attestry.registry.domain.notify;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;

/**
 * Hands a committed fact to a service that a client waits for. Kafka brings the same fact later.
 */
public interface FactDelivery {

  /** Fails when the service did not say that it acted on the fact. */
  Future<Void> deliver(String service, Fact fact, CallContext context);
}
