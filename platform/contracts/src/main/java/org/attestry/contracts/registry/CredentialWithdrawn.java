package org.attestry.contracts.registry;

/**
 * A credential is no longer valid.
 *
 * @param credentialId the credential's {@code id}
 * @param userId the caller whose request caused it, or null
 */
public record CredentialWithdrawn(
    String type, String osid, String credentialId, String userId, Reason reason) {

  /** A client revoked it, the entity was changed and signed again, or an attestation ended. */
  public enum Reason {
    REVOKED,
    REPLACED,
    ATTESTATION_ENDED
  }
}
