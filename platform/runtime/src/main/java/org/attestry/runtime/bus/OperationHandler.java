package org.attestry.runtime.bus;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;

/** Handles an operation: a use case. */
@FunctionalInterface
public interface OperationHandler<Q, R> {

  Future<R> handle(Q request, CallContext context);
}
