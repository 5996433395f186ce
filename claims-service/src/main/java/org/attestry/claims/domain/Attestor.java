package org.attestry.claims.domain;

import org.attestry.condition.AttestorValues;

/**
 * A caller who holds an attestor role and, where there is a type of its name, owns a record of it.
 *
 * @param type the attestor type, which is the role's name too
 */
record Attestor(String type, String userId, AttestorValues values) {

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
