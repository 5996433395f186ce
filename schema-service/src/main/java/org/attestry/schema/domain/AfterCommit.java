package org.attestry.schema.domain;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;

/**
 * What a transaction leaves to do after its commit.
 *
 * @param answer what the client gets
 * @param fact what the registry is told before the client gets it, or null
 */
public record AfterCommit<T>(T answer, Fact fact) {

  Future<T> make(EntityRegistry registry, CallContext context) {
    return fact == null ? Future.succeededFuture(answer) : registry.tell(fact, context).map(answer);
  }
}
