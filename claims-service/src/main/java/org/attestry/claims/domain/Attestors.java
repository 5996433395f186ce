package org.attestry.claims.domain;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import org.attestry.condition.AttestorValues;
import org.attestry.condition.ConditionPaths;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.Condition.Side;

/** Whether the caller is an attestor of a type. The admin role does not make one. */
final class Attestors {

  private final AttestationRegistry registry;

  Attestors(AttestationRegistry registry) {
    this.registry = registry;
  }

  /**
   * @param records the caller's own of the type; empty where there is no such type
   */
  static Optional<Attestor> of(Caller caller, String type, Optional<List<JsonNode>> records) {
    boolean owns = records.map(own -> !own.isEmpty()).orElse(true);
    return caller.known() && caller.roles().contains(type) && owns
        ? Optional.of(
            new Attestor(
                type, caller.userId(), AttestorValues.of(caller, records.orElse(List.of()))))
        : Optional.empty();
  }

  Future<Boolean> mayDecide(Claim claim, CallContext context) {
    String type = claim.audience().attestorEntity();
    if (!context.caller().roles().contains(type)) {
      return Future.succeededFuture(false);
    }
    List<FieldPath> fields = ConditionPaths.of(claim.audience().condition(), Side.ATTESTOR);
    return registry
        .findCallerRecords(type, fields, context)
        .map(
            records ->
                of(context.caller(), type, records)
                    .filter(a -> a.belongsTo(claim.audience(), claim.raisedBy()))
                    .isPresent());
  }
}
