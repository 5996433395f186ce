package org.attestry.contracts.registry;

/**
 * A credential is valid again after a suspension.
 *
 * @param version the entity's version, by which suspensions and reinstatements are ordered
 * @param userId the caller whose request caused the reinstatement, or null
 * @param credentialId the id of an attestation's credential; null for those of the entity's content
 * @param digest SHA-256 of the text of this credential, lower-case hex; null for those of the
 *     entity's content
 */
public record CredentialReinstated(
    String type, String osid, long version, String userId, String credentialId, String digest) {

  /** A reinstatement of the credential of the entity's content. */
  public CredentialReinstated(String type, String osid, long version, String userId) {
    this(type, osid, version, userId, null, null);
  }
}
