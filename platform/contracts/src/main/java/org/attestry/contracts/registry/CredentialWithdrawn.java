package org.attestry.contracts.registry;

/**
 * A credential is no longer valid.
 *
 * @param credentialId the credential's {@code id}, which others of the entity may have too
 * @param digest which of them: SHA-256 of the signed credential's text, lower-case hex; null in
 *     facts of former versions
 * @param userId the caller whose request caused it, or null
 */
public record CredentialWithdrawn(
    String type, String osid, String credentialId, String digest, String userId, Reason reason) {

  /** A client revoked it, the entity was changed and signed again, or an attestation ended. */
  public enum Reason {
    REVOKED,
    REPLACED,
    ATTESTATION_ENDED
  }
}
