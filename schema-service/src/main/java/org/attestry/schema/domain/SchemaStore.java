package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.attestry.contracts.Fact;
import org.attestry.contracts.schema.EntityType;

/** Stores schemas, their versions and the published types. */
public interface SchemaStore {

  Future<Optional<Schema>> find(UUID id);

  /** A page of schemas, by name; shorter than the limit if documents are large. */
  Future<SchemaFilter.Page> search(SchemaFilter filter);

  /** The last thousand published versions of the schema, oldest first, without documents. */
  Future<List<SchemaVersion>> versions(UUID schema);

  Future<Optional<SchemaVersion>> version(UUID schema, int number);

  /**
   * Resolves the names of references: to the schema with that name, else with that title. Drafts
   * and the referencing schema are left out.
   */
  Future<Map<String, LibraryVersion>> libraries(Collection<String> names, UUID own);

  /** The present schemas, by id. */
  Future<Map<UUID, Schema>> documents(Collection<LibraryVersion> libraries);

  /** The types that the schema has published. */
  Future<List<EntityType>> typesOf(UUID schema);

  /** The names of the published schemas that were bundled with this one. */
  Future<List<String>> dependents(UUID schema);

  /** The published types after a name, in the order of names; as many as fit into a reply. */
  Future<TypePage> types(String after);

  /**
   * @param next cursor of the next page, or null
   */
  record TypePage(List<EntityType> types, String next) {}

  Future<Optional<EntityType>> type(String name);

  /** A text that changes with every change of the published types. */
  Future<String> fingerprint();

  /**
   * Runs the work in one transaction under a lock that all replicas share, so that publications run
   * one after the other and revisions grow in the order of commits.
   */
  <T> Future<T> exclusively(Function<Writer, Future<T>> work);

  /**
   * As {@link #exclusively}, once for each call: what it leaves to do is kept with it, and is what
   * every repetition of the call gets, in the place of its own work.
   *
   * @param callId null where there are no repetitions
   */
  <T> Future<Outcome<T>> once(
      UUID callId, Class<T> reply, Function<Writer, Future<Outcome<T>>> work);

  /** What {@link #once} has kept of the call. */
  <T> Future<Optional<Outcome<T>>> reply(UUID callId, Class<T> reply);

  /** The operations within {@link #exclusively}. */
  interface Writer {

    Future<Optional<Schema>> find(UUID id);

    /** As {@link SchemaStore#libraries}. */
    Future<Map<String, LibraryVersion>> libraries(Collection<String> names, UUID own);

    /**
     * Those of the type names that other schemas have published, with the names of these schemas.
     */
    Future<Map<String, String>> publishedByOthers(Collection<String> types, UUID schema);

    /** The types that the schema has published. */
    Future<List<EntityType>> typesOf(UUID schema);

    /** The names of the published schemas that were bundled with this one. */
    Future<List<String>> dependents(UUID schema);

    /** The next revision, larger than every one before. */
    Future<Long> nextRevision();

    /**
     * @return fails with a CONFLICT when the name is taken
     */
    Future<Void> insert(Schema schema);

    Future<Void> update(Schema schema);

    /** Stores the schema's document as a published version. */
    Future<Void> insertVersion(Schema schema);

    /** Replaces the schema's types. */
    Future<Void> replaceTypes(UUID schema, List<EntityType> types);

    /** Replaces the schemas, and their versions, that are bundled with this one. */
    Future<Void> replacePins(UUID schema, Map<UUID, Integer> pins);

    /** Deletes the schema and its types; its versions stay. */
    Future<Void> delete(UUID schema);

    Future<Void> publish(Fact fact);
  }
}
