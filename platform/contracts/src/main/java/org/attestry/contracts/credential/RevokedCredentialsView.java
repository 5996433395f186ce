package org.attestry.contracts.credential;

import java.time.Instant;
import java.util.List;

/**
 * @param revoked newest first
 */
public record RevokedCredentialsView(List<RevokedCredential> revoked) {

  public RevokedCredentialsView {
    revoked = List.copyOf(revoked);
  }

  /**
   * A RevokedCredential record.
   *
   * @param signedHash SHA-256 of the canonical form, lower-case hex
   * @param userId who revoked it, or null
   */
  public record RevokedCredential(
      String osid,
      String entity,
      String entityId,
      String credentialId,
      String signedHash,
      String signedData,
      String userId,
      Instant osCreatedAt) {}
}
