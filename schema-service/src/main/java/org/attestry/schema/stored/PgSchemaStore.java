package org.attestry.schema.stored;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attestry.contracts.Fact;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.EntityType;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.KeptReplies;
import org.attestry.runtime.postgres.Rows;

/**
 * Stores schemas in PostgreSQL.
 *
 * @param committed runs after each commit that may have written facts to the outbox
 */
public record PgSchemaStore(Database database, Outbox outbox, Runnable committed) {

  private static final long PUBLISHING_LOCK = 0x736368656d6173L; // "schemas"
  private static final String LOCK = "SELECT pg_advisory_xact_lock($1)";

  /** Selects a page, which contains at most 1 MB of documents, but at least one document. */
  private static final String SEARCH =
      """
      SELECT id, name, title, document, status, version, created_at, updated_at, created_by,
             updated_by, owners
      FROM (
        SELECT *, sum(octet_length(document)) OVER (ORDER BY name, id) AS bytes,
               row_number() OVER (ORDER BY name, id) AS place
        FROM (
          SELECT * FROM schema_document WHERE %s ORDER BY name, id LIMIT $%d OFFSET $%d
        ) AS page
      ) AS measured
      WHERE bytes <= 1000000 OR place = 1
      ORDER BY name, id
      """;

  private static final String TOTAL = "SELECT count(*) FROM schema_document WHERE %s";

  private static final String VERSION =
      """
      SELECT schema_id, version, name, document, published_at, published_by
      FROM schema_version
      WHERE schema_id = $1 AND version = $2
      """;

  private static final String VERSIONS =
      """
      SELECT schema_id, version, name, NULL AS document, published_at, published_by
      FROM (
        SELECT * FROM schema_version WHERE schema_id = $1 ORDER BY version DESC LIMIT 1000
      ) AS latest
      ORDER BY version
      """;

  private static final String FINGERPRINT =
      """
      SELECT count(*) || '.' || coalesce(max(revision), 0) AS fingerprint
      FROM entity_type
      """;

  /**
   * Selects a page limited as in {@link #SEARCH}; each row also has the name of the last of all
   * types.
   */
  private static final String TYPES =
      """
      SELECT type, (SELECT max(name) FROM entity_type) AS last
      FROM (
        SELECT name, type, sum(octet_length(type)) OVER (ORDER BY name) AS bytes,
               row_number() OVER (ORDER BY name) AS place
        FROM (
          SELECT name, type FROM entity_type WHERE name > $1 ORDER BY name LIMIT 1000
        ) AS page
      ) AS measured
      WHERE bytes <= 1000000 OR place = 1
      ORDER BY name
      """;

  private static final String TYPE_NAMES = "SELECT name FROM entity_type";

  private static final String TYPE = "SELECT type FROM entity_type WHERE name = $1";

  public Future<Optional<Schema>> find(UUID id) {
    return on(database.searches()).find(id);
  }

  /** Returns a page of schemas, ordered by name; shorter than the limit if documents are large. */
  public Future<SchemaFilter.Page> search(SchemaFilter filter) {
    SchemaConditions conditions = SchemaConditions.of(filter);
    Tuple paged = conditions.parameters().addInteger(filter.limit()).addLong(filter.offset());
    String page = SEARCH.formatted(conditions.sql(), paged.size() - 1, paged.size());
    return database
        .searches(page)
        .execute(paged)
        .compose(
            rows ->
                total(filter)
                    .map(
                        total ->
                            new SchemaFilter.Page(Rows.list(rows, SchemaRows::schema), total)));
  }

  private Future<Long> total(SchemaFilter filter) {
    SchemaConditions conditions = SchemaConditions.of(filter);
    return database
        .searches(TOTAL.formatted(conditions.sql()))
        .execute(conditions.parameters())
        .map(rows -> Rows.one(rows).getLong(0));
  }

  /**
   * Returns the last thousand published versions of the schema, oldest first, without documents.
   */
  public Future<List<SchemaVersion>> versions(UUID schema) {
    return database
        .shortReads(VERSIONS)
        .execute(Tuple.of(schema))
        .map(rows -> Rows.list(rows, SchemaRows::version));
  }

  public Future<Optional<SchemaVersion>> version(UUID schema, int number) {
    return database
        .searches(VERSION)
        .execute(Tuple.of(schema, number))
        .map(rows -> Rows.first(rows, SchemaRows::version));
  }

  /**
   * Resolves the names of references: to the schema with that name, else with that title. Drafts
   * and the referencing schema are left out.
   */
  public Future<Map<String, LibraryVersion>> libraries(Collection<String> names, UUID own) {
    return on(database.statements()).libraries(names, own);
  }

  /** Returns the current schemas, by id. */
  public Future<Map<UUID, Schema>> documents(Collection<LibraryVersion> libraries) {
    UUID[] ids = libraries.stream().map(LibraryVersion::id).distinct().toArray(UUID[]::new);
    return on(database.searches())
        .schemas(ids)
        .map(found -> found.stream().collect(Collectors.toMap(Schema::id, schema -> schema)));
  }

  /** Returns the types that the schema has published. */
  public Future<List<EntityType>> typesOf(UUID schema) {
    return on(database.searches()).typesOf(schema);
  }

  /** Returns the names of the published schemas into which this one is bundled. */
  public Future<List<String>> dependents(UUID schema) {
    return on(database.statements()).dependents(schema);
  }

  /** Returns the names of the published types. */
  public Future<Set<String>> typeNames() {
    return database
        .searches(TYPE_NAMES)
        .execute()
        .map(rows -> Set.copyOf(Rows.list(rows, row -> row.getString("name"))));
  }

  /**
   * Returns the published types after a name, in the order of names; as many as fit into a reply.
   */
  public Future<TypePage> types(String after) {
    return database.searches(TYPES).execute(Tuple.of(after)).map(SchemaRows::typePage);
  }

  public Future<Optional<EntityType>> type(String name) {
    return database
        .searches(TYPE)
        .execute(Tuple.of(name))
        .map(rows -> Rows.first(rows, SchemaRows::type));
  }

  /**
   * Reads the number of types and the largest revision: a publication has a larger revision than
   * all before, and a deletion leaves fewer types.
   */
  public Future<String> fingerprint() {
    return database
        .shortReads(FINGERPRINT)
        .execute()
        .map(rows -> Rows.one(rows).getString("fingerprint"));
  }

  /**
   * Runs the work in one transaction under a lock that all replicas share, so that publications run
   * one after the other and revisions grow in the order of commits.
   */
  public <T> Future<T> exclusively(Function<Writer, Future<T>> work) {
    return database
        .inTransaction(transaction -> locked(transaction).compose(_ -> work.apply(on(transaction))))
        .onSuccess(done -> committed.run());
  }

  /**
   * Runs the work as {@link #exclusively} does, but once for each call: its outcome is stored in
   * the same transaction, and every retry of the call returns the stored outcome without running
   * its work.
   *
   * @param callId null if the call is never retried
   */
  public <T> Future<Outcome<T>> once(
      UUID callId, Class<T> reply, Function<Writer, Future<Outcome<T>>> work) {
    return KeptReplies.once(
            database,
            callId,
            Kept.class,
            transaction ->
                locked(transaction)
                    .compose(_ -> work.apply(on(transaction)))
                    .map(done -> new Kept(Json.write(done.reply()), done.fact())))
        .onSuccess(done -> committed.run())
        .map(kept -> kept.as(reply));
  }

  /** Returns the outcome that {@link #once} has stored for the call. */
  public <T> Future<Optional<Outcome<T>>> reply(UUID callId, Class<T> reply) {
    return callId == null
        ? Future.succeededFuture(Optional.empty())
        : KeptReplies.find(database.statements(), callId, Kept.class)
            .map(found -> found.map(kept -> kept.as(reply)));
  }

  private PgSchemaWriter on(SqlClient client) {
    return new PgSchemaWriter(client, outbox);
  }

  private static Future<Void> locked(SqlClient transaction) {
    return transaction.preparedQuery(LOCK).execute(Tuple.of(PUBLISHING_LOCK)).mapEmpty();
  }

  /** An {@link Outcome} in its stored form. */
  private record Kept(JsonBytes answer, Fact fact) {

    <T> Outcome<T> as(Class<T> reply) {
      return new Outcome<>(Json.read(answer, reply), fact);
    }
  }

  /**
   * @param next cursor of the next page, or null
   */
  public record TypePage(List<EntityType> types, String next) {}

  /** The operations within {@link #exclusively}. */
  public interface Writer {

    Future<Optional<Schema>> find(UUID id);

    /** Resolves names as {@link PgSchemaStore#libraries} does. */
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
