package org.attestry.schema.stored;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.schema.CheckedEntities;
import org.attestry.contracts.schema.EntityType;

/** The service that stores entities of the published types. */
public interface EntityRegistry {

  /**
   * Delivers a committed fact, so that the registry has applied it when the client receives the
   * reply. Never fails: the same fact also arrives through Kafka.
   */
  Future<Void> deliver(Fact fact, CallContext context);

  /** Counts the stored entities of the types; fails UNAVAILABLE if the registry is unavailable. */
  Future<Long> countEntities(List<String> types, CallContext context);

  /**
   * Closes the types for new entities for two minutes, if no entity of them is stored.
   *
   * @return the number of stored entities
   */
  Future<Long> prepareDeletion(List<String> types, CallContext context);

  /** Checks as many stored entities against a changed type as the time allows. */
  Future<CheckedEntities> checkEntities(EntityType type, CallContext context);

  /** Creates the type's unique constraints; fails CONFLICT if stored values violate one. */
  Future<Void> prepareType(EntityType type, CallContext context);
}
