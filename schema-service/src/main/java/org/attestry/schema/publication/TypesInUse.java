package org.attestry.schema.publication;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.schema.stored.BusEntityRegistry;
import org.attestry.schema.stored.SchemaFailures;

/** Checks that no entities of types are stored before the types are removed. */
final class TypesInUse {

  private TypesInUse() {}

  /**
   * Closes the types for new entities. Fails CONFLICT if entities are stored, UNAVAILABLE if the
   * registry is unavailable.
   */
  static Future<Void> requireNone(
      BusEntityRegistry registry, List<String> types, CallContext context) {
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

  /** Returns a failure if entities of the types are currently stored, else null. */
  static Future<Failure> find(BusEntityRegistry registry, List<String> types, CallContext context) {
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
