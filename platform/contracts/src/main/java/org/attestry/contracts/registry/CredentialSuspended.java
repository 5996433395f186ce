package org.attestry.contracts.registry;

import java.time.Instant;

/**
 * A credential is suspended: it is not valid until the suspension ends or it is reinstated.
 *
 * @param version the entity's version, by which suspensions and reinstatements are ordered
 * @param userId the caller whose request caused the suspension, or null
 * @param credentialId the id of an attestation's credential; null for those of the entity's content
 * @param digest SHA-256 of the text of this credential, lower-case hex; null for those of the
 *     entity's content
 * @param until when the suspension ends; null for one that does not end by itself
 */
public record CredentialSuspended(
    String type,
    String osid,
    long version,
    String userId,
    String credentialId,
    String digest,
    Instant until) {

  /** A suspension of the credential of the entity's content, without an end. */
  public CredentialSuspended(String type, String osid, long version, String userId) {
    this(type, osid, version, userId, null, null, null);
  }
}
