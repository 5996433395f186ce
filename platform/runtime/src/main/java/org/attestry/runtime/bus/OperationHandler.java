package org.attestry.runtime.bus;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;

/** What answers an operation: a use case. */
@FunctionalInterface
public interface OperationHandler<Q, R> {

  Future<R> handle(Q request, CallContext context);
}
