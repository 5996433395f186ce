package org.attestry.credential.stored;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.Suspension;
import org.attestry.credential.status.StatusPlace;

/**
 * An issued credential.
 *
 * @param id of the row, a UUIDv7
 * @param credentialId the credential's own {@code id}
 * @param attestationName the policy, or null for a credential of the entity itself
 * @param signedHash SHA-256 of the canonical form, lower-case hex
 * @param proofHash SHA-256 of the signature's bytes, lower-case hex
 * @param contextDigest of its {@code @context}
 * @param credential the signed credential
 * @param status its entry in the status lists, or null
 * @param disclosable JSON Pointers to the claims that an SD-JWT of it discloses separately; null
 *     for all
 * @param suspension with which it is first stored; null for none, and when it is read
 */
public record StoredCredential(
    UUID id,
    String credentialId,
    String entityType,
    String entityId,
    String attestationName,
    String issuer,
    String signedHash,
    String proofHash,
    String contextDigest,
    JsonBytes credential,
    StatusPlace status,
    List<String> disclosable,
    Instant issuedAt,
    Suspension suspension) {

  public StoredCredential {
    disclosable = disclosable == null ? null : List.copyOf(disclosable);
  }

  /** Returns the credential with another entry in the status lists. */
  public StoredCredential withStatus(StatusPlace place) {
    return new StoredCredential(
        id,
        credentialId,
        entityType,
        entityId,
        attestationName,
        issuer,
        signedHash,
        proofHash,
        contextDigest,
        credential,
        place,
        disclosable,
        issuedAt,
        suspension);
  }
}
