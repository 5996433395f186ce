package org.attestry.registry.domain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.registry.domain.attestation.Attestation;

/**
 * An entity as it is stored. Its body is never changed in place.
 *
 * @param version 1 for a new one; it grows by one with each change
 * @param body the caller's data and the osids of nested objects
 * @param owners identity-provider user ids
 * @param complete whether nothing that the type requires is missing
 * @param credentialId the id of the credential that the registry stands behind, or null
 * @param signedData that credential as a JSON string; empty when it was revoked, null when there
 *     never was one
 * @param createdBy user id, or null
 * @param updatedBy user id, or null
 */
public record StoredEntity(
    UUID id,
    long version,
    ObjectNode body,
    List<String> owners,
    boolean complete,
    List<Attestation> attestations,
    String credentialId,
    String signedData,
    Instant createdAt,
    String createdBy,
    Instant updatedAt,
    String updatedBy,
    boolean deleted) {

  public StoredEntity {
    owners = List.copyOf(owners);
    attestations = List.copyOf(attestations);
  }

  public String osid() {
    return id.toString();
  }

  public boolean ownedBy(Caller caller) {
    return caller.known() && owners.contains(caller.userId());
  }

  public StoredEntity withBody(ObjectNode body, boolean complete) {
    return new StoredEntity(
        id,
        version,
        body,
        owners,
        complete,
        attestations,
        credentialId,
        signedData,
        createdAt,
        createdBy,
        updatedAt,
        updatedBy,
        deleted);
  }

  public StoredEntity withAttestations(List<Attestation> attestations) {
    return new StoredEntity(
        id,
        version,
        body,
        owners,
        complete,
        attestations,
        credentialId,
        signedData,
        createdAt,
        createdBy,
        updatedAt,
        updatedBy,
        deleted);
  }

  public StoredEntity withCredential(String credentialId, String signedData) {
    return new StoredEntity(
        id,
        version,
        body,
        owners,
        complete,
        attestations,
        credentialId,
        signedData,
        createdAt,
        createdBy,
        updatedAt,
        updatedBy,
        deleted);
  }

  public StoredEntity asDeleted() {
    return new StoredEntity(
        id,
        version,
        body,
        owners,
        complete,
        attestations,
        credentialId,
        signedData,
        createdAt,
        createdBy,
        updatedAt,
        updatedBy,
        true);
  }

  /** The next version, changed by somebody now. */
  public StoredEntity next(Instant at, String by) {
    return new StoredEntity(
        id,
        version + 1,
        body,
        owners,
        complete,
        attestations,
        credentialId,
        signedData,
        createdAt,
        createdBy,
        at,
        by,
        deleted);
  }
}
