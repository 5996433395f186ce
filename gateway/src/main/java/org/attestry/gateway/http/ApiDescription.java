package org.attestry.gateway.http;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.JsonBytes;

/** Describes the interface in a form that machines read. */
@FunctionalInterface
public interface ApiDescription {

  /** The description of these endpoints and of the types that are published now. */
  Future<JsonBytes> describe(List<Endpoint> endpoints, CallContext context);
}
