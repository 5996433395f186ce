package org.attestry.contracts.registry;

/**
 * A credential is no longer valid.
 *
 * @param credentialId the credential's {@code id}, which other credentials of the entity may share
 * @param digest identifies the credential among them: SHA-256 of the signed credential's text,
 *     lower-case hex; null in facts that a former version of the service published
 * @param userId the caller whose request caused the withdrawal, or null
 */
public record CredentialWithdrawn(
    String type, String osid, String credentialId, String digest, String userId, Reason reason) {

  /**
   * Why the credential is no longer valid: a client revoked it, the entity was changed and signed
   * again, or an attestation ended.
   */
  public enum Reason {
    REVOKED,
    REPLACED,
    ATTESTATION_ENDED
  }
}
