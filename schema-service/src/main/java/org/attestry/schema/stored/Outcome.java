package org.attestry.schema.stored;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;

/**
 * The outcome of a committed change.
 *
 * @param reply the reply to the client
 * @param fact the fact that is delivered to the registry before the client receives the reply, or
 *     null
 */
public record Outcome<T>(T reply, Fact fact) {

  Future<T> deliver(BusEntityRegistry registry, CallContext context) {
    return fact == null
        ? Future.succeededFuture(reply)
        : registry.deliver(fact, context).map(reply);
  }
}
