package org.attestry.claims.claim;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import org.attestry.condition.AttestorValues;
import org.attestry.contracts.Caller;
import org.attestry.runtime.fair.Budget;

/**
 * A caller who has an attestor role and, if there is an entity type with the role's name, owns a
 * record of this type.
 *
 * @param type the attestor type, which is also the name of the role
 */
public record Attestor(String type, String userId, AttestorValues values) {

  /**
   * Returns the caller as an attestor of a type; the admin role alone is not enough.
   *
   * @param records the caller's own records of the type; empty if there is no such type
   */
  public static Optional<Attestor> of(
      Caller caller, String type, Optional<List<JsonNode>> records) {
    boolean owns = records.map(own -> !own.isEmpty()).orElse(true);
    return caller.known() && caller.roles().contains(type) && owns
        ? Optional.of(
            new Attestor(
                type, caller.userId(), AttestorValues.of(caller, records.orElse(List.of()))))
        : Optional.empty();
  }

  /**
   * Whether the caller belongs to the audience, so that the caller may decide the claim.
   *
   * @param raisedBy id of the user who raised the claim, or null
   * @param budget is spent in proportion to the values that are compared
   */
  public boolean belongsTo(Audience audience, String raisedBy, Budget budget) {
    boolean own = userId.equals(raisedBy) || audience.owners().contains(userId);
    return type.equals(audience.attestorEntity())
        && (audience.selfAttestation() || !own)
        && values.satisfy(
            audience.condition(), path -> audience.requester().get(path.toString()), budget);
  }
}
