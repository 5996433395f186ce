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

/** Where schemas, their versions and the published types are kept. */
public interface SchemaStore {

  Future<Optional<Schema>> find(UUID id);

  /** A page of schemas, by name; it ends early when their documents are large. */
  Future<SchemaFilter.Page> search(SchemaFilter filter);

  /**
   * The versions of the schema that were ever in force, the last thousand, the first one first;
   * without their documents.
   */
  Future<List<SchemaVersion>> versions(UUID schema);

  Future<Optional<SchemaVersion>> version(UUID schema, int number);

  /**
   * Which schemas the names of references mean: the one that bears the name, else the one that has
   * it as its title; no draft, and not the schema that references.
   */
  Future<Map<String, LibraryVersion>> libraries(Collection<String> names, UUID own);

  /** These schemas, by their ids, as they are now. */
  Future<Map<UUID, Schema>> documents(Collection<LibraryVersion> libraries);

  /** The types that the schema has published. */
  Future<List<EntityType>> typesOf(UUID schema);

  /** The names of the published schemas that were bundled with this one. */
  Future<List<String>> dependents(UUID schema);

  /**
   * The published types whose names come after this one, by name; not more than one answer holds.
   */
  Future<TypePage> types(String after);

  /**
   * @param next the name after which the next page begins, null where there is none
   */
  record TypePage(List<EntityType> types, String next) {}

  Future<Optional<EntityType>> type(String name);

  /** Says which types are published: another text after every change of them. */
  Future<String> fingerprint();

  /**
   * Runs the work in one transaction, and no other work of any replica beside it: of two
   * publications the later one sees all of the earlier, and revisions grow in the order of the
   * commits.
   */
  <T> Future<T> exclusively(Function<Writing, Future<T>> work);

  /**
   * As {@link #exclusively}, once for each call: what it leaves to do is kept with it, and is what
   * every repetition of the call gets, in the place of its own work.
   *
   * @param callId null where there are no repetitions
   */
  <T> Future<AfterCommit<T>> once(
      UUID callId, Class<T> reply, Function<Writing, Future<AfterCommit<T>>> work);

  /** What {@link #once} has kept of the call. */
  <T> Future<Optional<AfterCommit<T>>> reply(UUID callId, Class<T> reply);

  /** What the work of {@link #exclusively} may do. */
  interface Writing {

    Future<Optional<Schema>> find(UUID id);

    /** As {@link SchemaStore#libraries}. */
    Future<Map<String, LibraryVersion>> libraries(Collection<String> names, UUID own);

    /** Of these type names, those that other schemas have published, with these schemas' names. */
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

    /** Keeps the schema's document as a version that was in force. */
    Future<Void> keepVersion(Schema schema);

    /** Makes these the schema's types, in the place of those it had. */
    Future<Void> replaceTypes(UUID schema, List<EntityType> types);

    /** Notes which schemas, at which versions, were bundled with this one. */
    Future<Void> replacePins(UUID schema, Map<UUID, Integer> pins);

    /** Removes the schema and its types; its versions stay as a record. */
    Future<Void> delete(UUID schema);

    Future<Void> publish(Fact fact);
  }
}
