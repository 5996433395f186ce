package org.attestry.contracts.credential;

import org.attestry.contracts.FactType;

/** The facts that credential-service publishes. The subject is the entity's osid. */
public final class CredentialFacts {

  public static final FactType<CredentialIssued> CREDENTIAL_ISSUED =
      FactType.of("credential", CredentialIssued.class);

  public static final FactType<CredentialRevoked> CREDENTIAL_REVOKED =
      FactType.of("credential", CredentialRevoked.class);

  private CredentialFacts() {}

  /**
   * @param credentialId the credential's {@code id}
   */
  public record CredentialIssued(String credentialId, String entityType, String entityId) {}

  /**
   * @param credentialId the credential's {@code id}
   */
  public record CredentialRevoked(String credentialId, String entityType, String entityId) {}
}
