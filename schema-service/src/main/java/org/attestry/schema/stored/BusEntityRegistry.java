package org.attestry.schema.stored;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Done;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Operation;
import org.attestry.contracts.registry.TypeOperations;
import org.attestry.contracts.registry.TypeOperations.CheckEntitiesRequest;
import org.attestry.contracts.registry.TypeOperations.CountEntitiesRequest;
import org.attestry.contracts.registry.TypeOperations.EntityCount;
import org.attestry.contracts.registry.TypeOperations.PrepareDeletionRequest;
import org.attestry.contracts.registry.TypeOperations.PrepareTypeRequest;
import org.attestry.contracts.schema.CheckedEntities;
import org.attestry.contracts.schema.EntityType;
import org.attestry.runtime.bus.BusClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls registry-service, which stores entities of the published types, with timeouts shorter than
 * the deadline of schema-service's own caller.
 */
public record BusEntityRegistry(BusClient bus) {

  private static final Logger LOG = LoggerFactory.getLogger(BusEntityRegistry.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(6);

  private static final Operation<Fact, Done> DELIVERY = Fact.deliveryTo("registry").within(TIMEOUT);
  private static final Operation<CountEntitiesRequest, EntityCount> COUNT =
      TypeOperations.COUNT_ENTITIES.within(TIMEOUT);

  private static final Operation<PrepareDeletionRequest, EntityCount> PREPARE_DELETION =
      TypeOperations.PREPARE_DELETION.within(TIMEOUT);

  /**
   * Delivers a committed fact, so that the registry has applied it when the client receives the
   * reply. Never fails: the same fact also arrives through Kafka.
   */
  public Future<Void> deliver(Fact fact, CallContext context) {
    return bus.request(DELIVERY, fact, context)
        .onFailure(
            cause ->
                LOG.atWarn()
                    .addKeyValue("fact", fact.id())
                    .addKeyValue("type", fact.type())
                    .addKeyValue("reason", cause.getMessage())
                    .log("the registry gets the fact through Kafka"))
        .otherwise(Done.DONE)
        .mapEmpty();
  }

  /** Counts the stored entities of the types; fails UNAVAILABLE if the registry is unavailable. */
  public Future<Long> countEntities(List<String> types, CallContext context) {
    return bus.request(COUNT, new CountEntitiesRequest(types), context).map(EntityCount::count);
  }

  /**
   * Closes the types for new entities for two minutes, if no entity of them is stored.
   *
   * @return the number of stored entities
   */
  public Future<Long> prepareDeletion(List<String> types, CallContext context) {
    return bus.request(PREPARE_DELETION, new PrepareDeletionRequest(types), context)
        .map(EntityCount::count);
  }

  /** Checks as many stored entities against a changed type as the time allows. */
  public Future<CheckedEntities> checkEntities(EntityType type, CallContext context) {
    Duration share = context.deadline().remaining().multipliedBy(3).dividedBy(5);
    return bus.request(
        TypeOperations.CHECK_ENTITIES.within(share), new CheckEntitiesRequest(type), context);
  }

  /** Creates the type's unique constraints; fails CONFLICT if stored values violate one. */
  public Future<Void> prepareType(EntityType type, CallContext context) {
    return bus.request(TypeOperations.PREPARE_TYPE, new PrepareTypeRequest(type), context)
        .mapEmpty();
  }
}
