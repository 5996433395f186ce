package org.attestry.runtime.facts;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;

/**
 * Acts on a fact, once: an implementation takes the fact from the {@link Inbox} in the transaction
 * of its effect, or its effect is idempotent by itself.
 */
@FunctionalInterface
public interface FactHandler<T> {

  /**
   * @param context on behalf of nobody, with the fact's trace
   */
  Future<Void> handle(Fact fact, T data, CallContext context);
}
