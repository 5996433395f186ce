package org.attestry.registry.domain.bulk;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.attestry.registry.domain.bulk.Revocation.Found;
import org.attestry.registry.domain.search.EntityQuery;
import org.attestry.registry.domain.types.PublishedType;

/** Where revocations by a filter are kept, with the entities that the filter has found. */
public interface RevocationStore {

  /**
   * Stores the entities that a query finds at one moment, as far as they have such a credential.
   *
   * @param most entities
   * @return false, and nothing is stored, if it finds more
   */
  Future<Boolean> prepare(PublishedType type, Revocation wanted, EntityQuery query, int most);

  /** Null if there is none. */
  Future<Revocation> find(UUID id);

  /** Records that it revokes from now on. */
  Future<Void> begin(UUID id);

  /** Some of the entities that are not done. */
  Future<List<Found>> next(UUID id, int limit);

  /** Records that an entity has changed since it was found, unless it is done. */
  Future<Void> leave(UUID id, UUID entity);

  /** Deletes revocations that nobody has continued since a moment. */
  Future<Void> forgetBefore(Instant moment);
}
