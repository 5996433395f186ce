package org.attestry.credential.key;

import java.time.Instant;

/**
 * An issuer that is registered.
 *
 * @param did its DID, or other IRI
 * @param disabledAt the time since when nothing is signed for it, or null
 * @param active its ACTIVE key of the requested or preferred type; null for none
 */
public record RegisteredIssuer(
    String did, IssuerSource namedBy, Instant createdAt, Instant disabledAt, StoredKey active) {

  public boolean disabled() {
    return disabledAt != null;
  }

  /** Says whether the registration stays unchanged when this source names the issuer. */
  boolean staysFor(IssuerSource source) {
    return source == IssuerSource.ADMIN || namedBy != IssuerSource.ADMIN;
  }
}
