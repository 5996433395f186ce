package org.attestry.registry.stored;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.document.SystemFields;
import org.attestry.runtime.json.Json;

/**
 * An entity as it is stored. Its body is never changed in place.
 *
 * @param version 1 for a new entity, increased by one with each change
 * @param body the caller's data and the osids of nested objects
 * @param owners identity-provider user ids
 * @param complete whether all members that the type requires are present
 * @param credential the credential of the content, or {@link Credential#NONE}
 * @param adopted null for an entity that was made here
 */
public record StoredEntity(
    UUID id,
    long version,
    ObjectNode body,
    List<String> owners,
    boolean complete,
    List<Attestation> attestations,
    Credential credential,
    Stamp created,
    Stamp updated,
    boolean deleted,
    Adopted adopted) {

  /**
   * The former system that an entity was adopted from.
   *
   * @param from what it is called
   * @param at when the entity was adopted first, in milliseconds
   */
  public record Adopted(String from, Instant at) {

    public Adopted {
      at = at.truncatedTo(ChronoUnit.MILLIS);
    }

    /** Returns what clients see of it. */
    public ObjectNode shown() {
      return Json.object().put("from", from).put("at", SystemFields.shown(at));
    }
  }

  /**
   * @param at stored as it is shown: in milliseconds
   * @param by user id, or null
   */
  public record Stamp(Instant at, String by) {

    public Stamp {
      at = at.truncatedTo(ChronoUnit.MILLIS);
    }
  }

  public StoredEntity {
    owners = List.copyOf(owners);
    attestations = List.copyOf(attestations);
  }

  /**
   * Returns a new entity. Its creation time is the time in its id (UUIDv7), so that both give the
   * same order.
   */
  public static StoredEntity first(
      UUID id, ObjectNode body, List<String> owners, boolean complete, String by) {
    Stamp now = new Stamp(Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16), by);
    return new StoredEntity(
        id, 1, body, owners, complete, List.of(), Credential.NONE, now, now, false, null);
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
        credential,
        created,
        updated,
        deleted,
        adopted);
  }

  public StoredEntity withOwners(List<String> owners) {
    return new StoredEntity(
        id,
        version,
        body,
        owners,
        complete,
        attestations,
        credential,
        created,
        updated,
        deleted,
        adopted);
  }

  public StoredEntity withAttestations(List<Attestation> attestations) {
    return new StoredEntity(
        id,
        version,
        body,
        owners,
        complete,
        attestations,
        credential,
        created,
        updated,
        deleted,
        adopted);
  }

  public StoredEntity withCredential(Credential credential) {
    return new StoredEntity(
        id,
        version,
        body,
        owners,
        complete,
        attestations,
        credential,
        created,
        updated,
        deleted,
        adopted);
  }

  /** Returns the entity as deleted; the credential of its content is no longer due. */
  public StoredEntity asDeleted() {
    Credential last =
        new Credential(credential.id(), credential.json(), false, credential.status());
    return new StoredEntity(
        id, version, body, owners, complete, attestations, last, created, updated, true, adopted);
  }

  /** Whether a credential of its content or of an attestation is yet to be signed. */
  public boolean isDue() {
    return credential.due() || attestations.stream().anyMatch(one -> one.due().isPresent());
  }

  /** Returns the same entity with another version number. */
  public StoredEntity at(long version) {
    return new StoredEntity(
        id,
        version,
        body,
        owners,
        complete,
        attestations,
        credential,
        created,
        updated,
        deleted,
        adopted);
  }

  /** Returns the next version. */
  public StoredEntity next(Instant at, String by) {
    Stamp now = new Stamp(at, by);
    return new StoredEntity(
        id,
        version + 1,
        body,
        owners,
        complete,
        attestations,
        credential,
        created,
        now,
        deleted,
        adopted);
  }
}
