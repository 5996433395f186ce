package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.attestry.contracts.Fact;
import org.attestry.contracts.schema.EntityType;

/** Stores schemas, their versions and the published types. */
public interface SchemaStore {

  Future<Optional<Schema>> find(UUID id);

  /** Returns a page of schemas, ordered by name; shorter than the limit if documents are large. */
  Future<SchemaFilter.Page> search(SchemaFilter filter);

  /**
   * Returns the last thousand published versions of the schema, oldest first, without documents.
   */
  Future<List<SchemaVersion>> versions(UUID schema);

  Future<Optional<SchemaVersion>> version(UUID schema, int number);

  /**
   * Resolves the names of references: to the schema with that name, else with that title. Drafts
   * and the referencing schema are left out.
   */
  Future<Map<String, LibraryVersion>> libraries(Collection<String> names, UUID own);

  /** Returns the current schemas, by id. */
  Future<Map<UUID, Schema>> documents(Collection<LibraryVersion> libraries);

  /** Returns the types that the schema has published. */
  Future<List<EntityType>> typesOf(UUID schema);

  /** Returns the names of the published schemas into which this one is bundled. */
  Future<List<String>> dependents(UUID schema);

  /** Returns the names of the published types. */
  Future<Set<String>> typeNames();

  /**
   * Returns the published types after a name, in the order of names; as many as fit into a reply.
   */
  Future<TypePage> types(String after);

  /**
   * @param next cursor of the next page, or null
   */
  record TypePage(List<EntityType> types, String next) {}

  Future<Optional<EntityType>> type(String name);

  /** Returns a fingerprint that changes with every change of the published types. */
  Future<String> fingerprint();

  /**
   * Runs the work in one transaction under a lock that all replicas share, so that publications run
   * one after the other and revisions grow in the order of commits.
   */
  <T> Future<T> exclusively(Function<Writer, Future<T>> work);

  /**
   * Runs the work as {@link #exclusively} does, but once for each call: its outcome is stored in
   * the same transaction, and every retry of the call returns the stored outcome without running
   * its work.
   *
   * @param callId null if the call is never retried
   */
  <T> Future<Outcome<T>> once(
      UUID callId, Class<T> reply, Function<Writer, Future<Outcome<T>>> work);

  /** Returns the outcome that {@link #once} has stored for the call. */
  <T> Future<Optional<Outcome<T>>> reply(UUID callId, Class<T> reply);

  /** The operations within {@link #exclusively}. */
  interface Writer {

    Future<Optional<Schema>> find(UUID id);

    /** Resolves names as {@link SchemaStore#libraries} does. */
    Future<Map<String, LibraryVersion>> libraries(Collection<String> names, UUID own);

    /**
     * Returns those of the type names that other schemas have published, with the names of these
     * schemas.
     */
    Future<Map<String, String>> publishedByOthers(Collection<String> types, UUID schema);

    /** Returns the types that the schema has published. */
    Future<List<EntityType>> typesOf(UUID schema);

    /** Returns the names of the published schemas into which this one is bundled. */
    Future<List<String>> dependents(UUID schema);

    /** Returns the next revision, which is larger than all before. */
    Future<Long> nextRevision();

    /**
     * @return fails CONFLICT if there is a schema with the same name
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
