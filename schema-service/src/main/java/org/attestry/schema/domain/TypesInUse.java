package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;

/** Types of which entities are stored must stay. */
final class TypesInUse {

  private TypesInUse() {}

  /**
   * Makes sure that the types may end: nothing is stored of them, and nothing will be. Fails with
   * CONFLICT when entities are stored, UNAVAILABLE when nobody can say.
   */
  static Future<Void> refuse(EntityRegistry registry, List<String> types, CallContext context) {
    if (types.isEmpty()) {
      return Future.succeededFuture();
    }
    return registry
        .prepareDeletion(types, context)
        .map(
            count -> {
              if (count > 0) {
                throw stored(count, types).exception();
              }
              return null;
            });
  }

  /** Why the types have to stay as things are now, or null. */
  static Future<Failure> find(EntityRegistry registry, List<String> types, CallContext context) {
    if (types.isEmpty()) {
      return Future.succeededFuture();
    }
    return registry
        .countEntities(types, context)
        .map(count -> count == 0 ? null : stored(count, types));
  }

  private static Failure stored(long count, List<String> types) {
    return Failure.of(
        FailureKind.CONFLICT,
        "schema.in-use",
        "%d entities of %s are stored; delete them first."
            .formatted(count, SchemaFailures.named(types)));
  }
}
