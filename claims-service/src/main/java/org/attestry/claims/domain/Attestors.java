package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.ConditionPaths;
import org.attestry.runtime.condition.AttestorValues;

/** Finds out whether the caller is an attestor of a type. Being an admin does not make one. */
final class Attestors {

  private final Registry registry;

  Attestors(Registry registry) {
    this.registry = registry;
  }

  /** The caller as an attestor of the type; empty without the role of its name. */
  Future<Optional<Attestor>> find(String type, CallContext context) {
    return find(type, null, context);
  }

  /**
   * @param fields what will be read of the caller's records; null for everything
   */
  private Future<Optional<Attestor>> find(
      String type, List<FieldPath> fields, CallContext context) {
    Caller caller = context.caller();
    if (!caller.known() || !caller.roles().contains(type)) {
      return Future.succeededFuture(Optional.empty());
    }
    return registry
        .findCallerRecords(type, fields, context)
        .map(records -> Optional.of(new Attestor(type, AttestorValues.of(caller, records))));
  }

  Future<Boolean> mayDecide(Claim claim, CallContext context) {
    List<FieldPath> fields = ConditionPaths.of(claim.audience().condition(), Side.ATTESTOR);
    return find(claim.audience().attestorEntity(), fields, context)
        .map(found -> found.filter(a -> a.belongsTo(claim.audience())).isPresent());
  }
}
