package org.attestry.contracts.registry;

/**
 * The registry no longer stands behind a credential.
 *
 * @param credentialId the credential's {@code id}
 * @param userId who caused it, or null
 */
public record CredentialWithdrawn(
    String type, String osid, String credentialId, String userId, Reason reason) {

  /** Why: a client revoked it, the entity changed and was signed anew, or an attestation ended. */
  public enum Reason {
    REVOKED,
    REPLACED,
    ATTESTATION_ENDED
  }
}
