package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.schema.CheckedEntities;
import org.attestry.contracts.schema.EntityType;

/** The service that stores entities of the published types. */
public interface EntityRegistry {

  /**
   * Hands over a committed fact, so that its effect is there when the client is answered. It never
   * fails: the same fact is on its way through Kafka.
   */
  Future<Void> tell(Fact fact, CallContext context);

  /** How many entities of the types are stored; fails with UNAVAILABLE when nobody can say. */
  Future<Long> countEntities(List<String> types, CallContext context);

  /**
   * The same for types that are about to end: when none is stored, none will be for two minutes.
   */
  Future<Long> prepareDeletion(List<String> types, CallContext context);

  /**
   * What the stored entities say of a type as it would be; it looks at as many as the time allows.
   */
  Future<CheckedEntities> checkEntities(EntityType type, CallContext context);

  /** Makes the type's unique constraints hold; fails with CONFLICT when stored values do not. */
  Future<Void> prepareType(EntityType type, CallContext context);
}
