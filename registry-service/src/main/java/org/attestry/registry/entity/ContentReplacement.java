package org.attestry.registry.entity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.registry.attestation.Attestations;
import org.attestry.registry.credential.EntityCredentials;
import org.attestry.registry.document.NestedOsids;
import org.attestry.registry.memory.EntityMemory;
import org.attestry.registry.owners.EntityOwners;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;

/**
 * Replaces the content of an entity, for the operations replace, add property, change property and
 * import.
 */
public record ContentReplacement(
    EntityChecks checks, EntityCredentials credentials, EntityMemory memory) {

  /**
   * Returns the entity with the new body after validation: nested objects have osids, attestations
   * of changed values are withdrawn, and credentials are issued.
   *
   * @param wholly whether required members must be present; an entity that was complete must stay
   *     complete
   */
  public Future<StoredEntity> replace(
      PublishedType type,
      StoredEntity before,
      ObjectNode body,
      boolean wholly,
      CallContext context) {
    EntityOwners.refuseChange(type, before, body);
    return replaceAll(type, before, body, wholly, context);
  }

  /** Does the same as {@link #replace}, for a body that may name other owners. */
  public Future<StoredEntity> replaceWithOwners(
      PublishedType type, StoredEntity before, ObjectNode body, CallContext context) {
    return replaceAll(type, before, body, false, context);
  }

  private Future<StoredEntity> replaceAll(
      PublishedType type,
      StoredEntity before,
      ObjectNode body,
      boolean wholly,
      CallContext context) {
    return memory
        .work(context.deadline(), () -> keepOsids(body, before))
        .compose(kept -> complete(type, before, body, wholly, context))
        .compose(
            whole -> memory.work(context.deadline(), () -> replaced(type, before, body, whole)))
        .compose(after -> credentials.withCredentials(type, before, after, context));
  }

  private static StoredEntity replaced(
      PublishedType type, StoredEntity before, ObjectNode body, boolean whole) {
    EntityOwners.dropPasswords(type, body);
    return before
        .withBody(body, whole)
        .withAttestations(Attestations.afterChange(before.attestations(), type, body));
  }

  private static Void keepOsids(ObjectNode body, StoredEntity before) {
    NestedOsids.keep(body, before.body());
    return null;
  }

  private Future<Boolean> complete(
      PublishedType type,
      StoredEntity before,
      ObjectNode body,
      boolean wholly,
      CallContext context) {
    return wholly || before.complete()
        ? checks.requireComplete(type, body, context.deadline()).map(true)
        : checks.requireValid(type, body, context.deadline());
  }
}
