package org.attestry.runtime.facts;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.runtime.outbox.Inbox;

/**
 * Handles a fact once: an implementation records the fact in the {@link Inbox} in the transaction
 * of its effect, or its effect is idempotent.
 */
@FunctionalInterface
public interface FactHandler<T> {

  /**
   * @param context a context without a caller, with the fact's trace
   */
  Future<Void> handle(Fact fact, T data, CallContext context);
}
