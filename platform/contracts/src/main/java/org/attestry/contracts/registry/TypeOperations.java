package org.attestry.contracts.registry;

import java.time.Duration;
import java.util.List;
import org.attestry.contracts.Done;
import org.attestry.contracts.Operation;
import org.attestry.contracts.schema.CheckedEntities;
import org.attestry.contracts.schema.EntityType;

/** The operations of registry-service about types and their stored entities, for schema-service. */
public final class TypeOperations {

  private static final Duration LONG = Duration.ofSeconds(60);

  /** Counts stored entities: for schema-service, to show the effect of a change. */
  public static final Operation<CountEntitiesRequest, EntityCount> COUNT_ENTITIES =
      Operation.of("registry.countEntities.v1", CountEntitiesRequest.class, EntityCount.class);

  /**
   * Validates the stored entities of a type against a definition before it is published: for
   * schema-service. Validates as many entities as the deadline allows, and replies with their
   * number.
   */
  public static final Operation<CheckEntitiesRequest, CheckedEntities> CHECK_ENTITIES =
      Operation.of("registry.checkEntities.v1", CheckEntitiesRequest.class, CheckedEntities.class)
          .within(LONG);

  /**
   * Creates the unique constraints of an existing type before it is published with them: for
   * schema-service. Fails CONFLICT, naming fields and entities, if stored values are not unique;
   * fails TIMEOUT while an index is still being built, which continues. Constraints that are not
   * published within two minutes are removed.
   */
  public static final Operation<PrepareTypeRequest, Done> PREPARE_TYPE =
      Operation.of("registry.prepareType.v1", PrepareTypeRequest.class, Done.class).within(LONG);

  /**
   * Makes sure that no entities of the given types are stored, and that none will be: for
   * schema-service before it deletes the types. Replies with the number of stored entities. If it
   * is 0, the creation of an entity fails NOT_FOUND from then on; types that are not deleted within
   * two minutes accept entities again.
   */
  public static final Operation<PrepareDeletionRequest, EntityCount> PREPARE_DELETION =
      Operation.of("registry.prepareDeletion.v1", PrepareDeletionRequest.class, EntityCount.class);

  private TypeOperations() {}

  /**
   * @param type the type as it would be published; the stored entities of the type with this name
   *     are validated
   */
  public record CheckEntitiesRequest(EntityType type) {}

  /**
   * @param types the entity types to count together
   */
  public record CountEntitiesRequest(List<String> types) {

    public CountEntitiesRequest {
      types = List.copyOf(types);
    }
  }

  /**
   * @param count the number of entities that are not deleted
   */
  public record EntityCount(long count) {}

  /**
   * @param type a type that is about to be published
   */
  public record PrepareTypeRequest(EntityType type) {}

  /**
   * @param types the entity types that are about to be removed
   */
  public record PrepareDeletionRequest(List<String> types) {

    public PrepareDeletionRequest {
      types = List.copyOf(types);
    }
  }
}
