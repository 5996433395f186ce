package org.attestry.registry.stored;

import java.util.UUID;
import org.attestry.contracts.FailureException;
import org.attestry.runtime.identifier.Ids;

/** Ids that clients send, and the failures for an id without an entity. */
public final class EntityIds {

  private EntityIds() {}

  /** Reads an id, with or without the {@code 1-} prefix; a malformed id is NOT_FOUND. */
  public static UUID parse(String id) {
    return Ids.parse(Ids.bare(id)).orElseThrow(EntityIds::notFound);
  }

  public static StoredEntity requireFound(StoredEntity entity) {
    if (entity == null) {
      throw notFound();
    }
    return entity;
  }

  public static StoredEntity requireActive(StoredEntity entity) {
    if (entity.deleted()) {
      throw FailureException.notFound("registry.entity.inactive", "entity status is inactive");
    }
    return entity;
  }

  private static FailureException notFound() {
    return FailureException.notFound(
        "registry.entity.not-found", "There is no such entity; check its type and osid.");
  }
}
