package org.attestry.claims.domain;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import org.attestry.condition.AttestorValues;
import org.attestry.contracts.Caller;

/**
 * A caller who holds an attestor role and, where there is a type of its name, owns a record of it.
 *
 * @param type the attestor type, which is the role's name too
 */
record Attestor(String type, String userId, AttestorValues values) {

  /**
   * The caller as an attestor of a type; the admin role does not make one.
   *
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

  /**
   * Whether the caller is among those who may decide.
   *
   * @param raisedBy who raised the claim, or null
   */
  boolean belongsTo(Audience audience, String raisedBy) {
    boolean own = userId.equals(raisedBy) || audience.owners().contains(userId);
    return type.equals(audience.attestorEntity())
        && (audience.selfAttestation() || !own)
        && values.satisfy(audience.condition(), path -> audience.requester().get(path.toString()));
  }
}
