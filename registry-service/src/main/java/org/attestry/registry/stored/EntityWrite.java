package org.attestry.registry.stored;

import java.util.UUID;
import org.attestry.contracts.CallerKey;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.stored.PgEntityStore.ChangeDetails;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.GroupCommit;

/**
 * An entity to be stored, with the data that is written together with it.
 *
 * @param type the number of its type
 * @param body the entity's content as text, so that numbers keep every digit
 * @param attestations the entity's attestations as text
 */
record EntityWrite(
    Integer type, StoredEntity entity, ChangeDetails written, String body, String attestations)
    implements GroupCommit.Write {

  static EntityWrite of(int type, StoredEntity entity, ChangeDetails written) {
    return new EntityWrite(
        type,
        entity,
        written,
        Json.write(entity.body()).text(),
        EntityRows.written(entity.attestations()));
  }

  @Override
  public UUID id() {
    return entity.id();
  }

  @Override
  public CallerKey caller() {
    return written.caller();
  }

  @Override
  public int characters() {
    return body.length() + attestations.length();
  }

  /** Returns the number of characters that count for the limit of an entity. */
  int counted() {
    return body.length()
        + EntityRows.written(entity.attestations().stream().map(Attestation::counted).toList())
            .length();
  }
}
