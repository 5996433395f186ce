package org.attestry.contracts.credential;

import java.time.Instant;
import java.util.List;

/**
 * What may be said to anybody of a credential that we issued; nothing of its subject.
 *
 * @param types those of its document, without {@code VerifiableCredential}
 * @param entityId the entity that it is about
 * @param validUntil as its document has it, or null
 */
public record IssuedVerification(
    VerificationView verification,
    String credentialId,
    String issuer,
    List<String> types,
    String entityType,
    String entityId,
    Instant issuedAt,
    String validUntil) {

  public IssuedVerification {
    types = List.copyOf(types);
  }
}
