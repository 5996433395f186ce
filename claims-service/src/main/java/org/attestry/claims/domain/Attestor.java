package org.attestry.claims.domain;

import org.attestry.runtime.condition.AttestorValues;

/**
 * A caller who holds an attestor role.
 *
 * @param type the attestor type, which is the role's name too
 */
record Attestor(String type, AttestorValues values) {

  /** Whether the caller is among those who may decide. */
  boolean belongsTo(Audience audience) {
    return type.equals(audience.attestorEntity())
        && values.satisfy(audience.condition(), path -> audience.requester().get(path.toString()));
  }
}
