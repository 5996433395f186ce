package org.attestry.registry.store;

import org.attestry.registry.domain.stored.EntityStore.Written;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.runtime.json.Json;

/**
 * An entity that is to be stored, with what is written beside it.
 *
 * @param type the number of its type
 * @param body the entity's content as text, so that numbers keep every digit
 * @param attestations the same of its attestations
 */
record EntityWrite(
    int type, StoredEntity entity, Written written, String body, String attestations) {

  static EntityWrite of(int type, StoredEntity entity, Written written) {
    return new EntityWrite(
        type,
        entity,
        written,
        Json.write(entity.body()).text(),
        EntityRows.written(entity.attestations()));
  }
}
