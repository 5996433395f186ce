package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.schema.CheckedEntities;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.TypeIndex;

/** The service that stores entities of the published types. */
public interface EntityRegistry {

  /**
   * Delivers a committed fact, so that the registry has applied it when the client gets the reply.
   * Never fails: the same fact also arrives through Kafka.
   */
  Future<Void> deliver(Fact fact, CallContext context);

  /** How many entities of the types are stored; fails UNAVAILABLE when the registry is. */
  Future<Long> countEntities(List<String> types, CallContext context);

  /**
   * Closes the types for new entities for two minutes if none is stored.
   *
   * @return how many entities are stored
   */
  Future<Long> prepareDeletion(List<String> types, CallContext context);

  /** Checks stored entities against a changed type, as many as the time allows. */
  Future<CheckedEntities> checkEntities(EntityType type, CallContext context);

  /** The indexes of a schema's types; fails UNAVAILABLE when the registry is. */
  Future<List<TypeIndex>> indexes(String schemaId, CallContext context);

  /** Establishes the type's unique constraints; fails CONFLICT when stored values violate one. */
  Future<Void> prepareType(EntityType type, CallContext context);
}
