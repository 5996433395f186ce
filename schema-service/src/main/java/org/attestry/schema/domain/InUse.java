package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;

/** Types of which entities are stored must stay. */
final class InUse {

  private InUse() {}

  /** Fails with CONFLICT when entities of the types are stored, UNAVAILABLE when nobody can say. */
  static Future<Void> refuse(Registry registry, List<String> types, CallContext context) {
    if (types.isEmpty()) {
      return Future.succeededFuture();
    }
    return registry
        .countEntities(types, context)
        .map(
            count -> {
              if (count > 0) {
                throw SchemaFailures.conflict(
                    "schema.in-use",
                    "%d entities of %s are stored; delete them first."
                        .formatted(count, String.join(", ", types)));
              }
              return null;
            });
  }
}
