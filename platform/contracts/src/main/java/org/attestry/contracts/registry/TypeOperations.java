package org.attestry.contracts.registry;

import java.time.Duration;
import java.util.List;
import org.attestry.contracts.Done;
import org.attestry.contracts.Operation;
import org.attestry.contracts.schema.CheckedEntities;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.TypeIndex;

/**
 * The operations of registry-service about types: what they store, for schema-service, and their
 * indexes.
 */
public final class TypeOperations {

  private static final Duration LONG = Duration.ofSeconds(60);

  /** How many entities are stored: for schema-service, to show what a change would mean. */
  public static final Operation<CountEntitiesRequest, EntityCount> COUNT_ENTITIES =
      Operation.of("registry.countEntities.v1", CountEntitiesRequest.class, EntityCount.class);

  /**
   * Holds the stored entities of a type against a definition before it is published: for
   * schema-service. It looks at as many as the deadline allows, and replies how many those are.
   */
  public static final Operation<CheckEntitiesRequest, CheckedEntities> CHECK_ENTITIES =
      Operation.of("registry.checkEntities.v1", CheckEntitiesRequest.class, CheckedEntities.class)
          .within(LONG);

  /**
   * Makes the unique constraints of a known type hold before it is published with them: for
   * schema-service. Fails CONFLICT, naming fields and entities, when stored values are not unique;
   * TIMEOUT while an index is still being built, which goes on. What is not published within two
   * minutes is taken back.
   */
  public static final Operation<PrepareTypeRequest, Done> PREPARE_TYPE =
      Operation.of("registry.prepareType.v1", PrepareTypeRequest.class, Done.class).within(LONG);

  /**
   * Makes sure that nothing is stored of types that are about to end, and that nothing will be: for
   * schema-service before it deletes them. Replies how many entities are stored. When none is,
   * every new one is NOT_FOUND from then on; what has not ended within two minutes is open again.
   */
  public static final Operation<PrepareDeletionRequest, EntityCount> PREPARE_DELETION =
      Operation.of("registry.prepareDeletion.v1", PrepareDeletionRequest.class, EntityCount.class);

  /** The indexes of a schema's types, declared and learned; for admins. */
  public static final Operation<ListIndexesRequest, IndexesView> LIST_INDEXES =
      Operation.of("registry.listIndexes.v1", ListIndexesRequest.class, IndexesView.class);

  /** Pins a learned index, so that it stays when no search uses it, or unpins it; for admins. */
  public static final Operation<ChangeIndexRequest, Done> CHANGE_INDEX =
      Operation.of("registry.changeIndex.v1", ChangeIndexRequest.class, Done.class);

  /** Drops a learned index, in the background; for admins. Searches may have it added again. */
  public static final Operation<DropIndexRequest, Done> DROP_INDEX =
      Operation.of("registry.dropIndex.v1", DropIndexRequest.class, Done.class);

  private TypeOperations() {}

  /**
   * @param schemaId the osid of the schema that defines the types
   */
  public record ListIndexesRequest(String schemaId) {}

  /**
   * @param indexes by type, declared ones first
   */
  public record IndexesView(List<TypeIndex> indexes) {

    public IndexesView {
      indexes = List.copyOf(indexes);
    }
  }

  /**
   * @param schemaId the osid of the schema that defines the type
   * @param id the id of a learned index
   * @param pinned whether it stays although no search uses it
   */
  public record ChangeIndexRequest(String schemaId, String id, boolean pinned) {}

  /**
   * @param schemaId the osid of the schema that defines the type
   * @param id the id of a learned index
   */
  public record DropIndexRequest(String schemaId, String id) {}

  /**
   * @param type the type as it would be published; stored entities of its name are validated
   *     against it
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
   * @param count entities that are not deleted
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
