package org.attestry.registry.domain.types;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Done;
import org.attestry.contracts.registry.PrepareTypeRequest;

/** Creates new unique constraints of a type before schema-service publishes them. */
public record PrepareType(TypeStore store) {

  public Future<Done> handle(PrepareTypeRequest request, CallContext context) {
    return store.prepare(request.type()).map(Done.DONE);
  }
}
