package org.attestry.registry.catalogue;

import io.vertx.core.Future;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.EntityType;
import org.attestry.registry.index.PgFailures;
import org.attestry.registry.index.PgPartitions;
import org.attestry.registry.index.TypeIndexes;
import org.attestry.registry.search.PgEntityScan;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** The service's copy of the published types, in its table {@code entity_type}. */
public record PgTypeStore(Database database, PgPartitions partitions, PgEntityScan scan) {

  private static final String REGISTER =
      """
      INSERT INTO entity_type (name, schema_id, revision, published, type, catalogue)
      VALUES ($1, $2, -1, false, $3, 0)
      ON CONFLICT (name) DO NOTHING
      """;

  private static final String FIND = "SELECT number, revision FROM entity_type WHERE name = $1";

  private static final String RESERVE =
      """
      UPDATE entity_type SET indexed = -1, reserved_until = now() + interval '2 minutes'
      WHERE name = ANY($1) AND published
      RETURNING number
      """;

  private static final String UNINDEXED =
      """
      SELECT number, type, indexed < revision AS due
      FROM entity_type
      WHERE published AND ($1 OR indexed < revision)
        AND (reserved_until IS NULL OR reserved_until < now())
      ORDER BY number
      """;

  private static final String CURRENT =
      """
      SELECT EXISTS (
        SELECT FROM entity_type
        WHERE number = $1 AND revision = $2 AND published
          AND (reserved_until IS NULL OR reserved_until < now()))
      """;

  /**
   * Constraints that were prepared during the build are processed when the reservation ends, and
   * changes that were published during it by the next build.
   */
  private static final String INDEXED =
      """
      UPDATE entity_type SET indexed = revision
      WHERE number = $1 AND revision = $2
        AND (reserved_until IS NULL OR reserved_until < now())
      """;

  private static final String PUBLISH =
      """
      WITH next AS (UPDATE catalogue SET revision = revision + 1 RETURNING revision)
      UPDATE entity_type
      SET schema_id = $2, revision = $3, published = true, type = $4,
          catalogue = (SELECT revision FROM next), reserved_until = NULL,
          indexed = CASE WHEN $5 THEN $3 ELSE -1 END
      WHERE name = $1 AND revision < $3
      """;

  private static final String WITHDRAW =
      """
      WITH next AS (UPDATE catalogue SET revision = revision + 1 RETURNING revision)
      UPDATE entity_type
      SET published = false, revision = $2, catalogue = (SELECT revision FROM next)
      WHERE name = ANY($1) AND revision < $2
      """;

  private static final String NAMES =
      "SELECT name FROM entity_type WHERE schema_id = $1 AND published";

  private static final String CHANGED =
      """
      SELECT name, number, published, type, catalogue FROM entity_type
      WHERE catalogue > $1 ORDER BY catalogue
      """;

  /**
   * Makes a type usable: once its row is stored, its partition and constraints exist, and it is
   * open for new entities. A revision that is not newer changes nothing. Indexes of a type with
   * entities are built by {@link #index}.
   */
  public Future<Void> publish(EntityType type) {
    String json = Json.write(type).text();
    return database
        .writes(REGISTER)
        .execute(Tuple.of(type.name(), type.schemaId(), json))
        .compose(registered -> find(type.name()))
        .compose(
            row ->
                row.getLong("revision") >= type.revision()
                    ? Future.succeededFuture()
                    : publish(type, json, row.getInteger("number")));
  }

  private Future<Row> find(String name) {
    return database.shortReads(FIND).execute(Tuple.of(name)).map(Rows::one);
  }

  /**
   * Publishes the type, unless a later revision was published while this one waited for the lock.
   */
  private Future<Void> publish(EntityType type, String json, int number) {
    return partitions
        .exclusively(
            number,
            connection ->
                find(type.name())
                    .map(row -> row.getLong("revision") < type.revision())
                    .compose(
                        later ->
                            later
                                ? publish(connection, type, json, number).map(true)
                                : Future.succeededFuture(false)))
        .mapEmpty();
  }

  private Future<Void> publish(PgConnection connection, EntityType type, String json, int number) {
    PublishedType published = new PublishedType(type, number);
    return partitions
        .constrain(connection, published)
        .recover(cause -> refused(published, cause))
        .compose(whole -> partitions.open(number).map(whole))
        .compose(
            whole ->
                database
                    .writes(PUBLISH)
                    .execute(Tuple.of(type.name(), type.schemaId(), type.revision(), json, whole)))
        .mapEmpty();
  }

  /**
   * Creates the unique constraints of a coming revision of a published type. They are kept for two
   * minutes, within which that revision must be published. Nothing is done for an unknown type.
   *
   * @return fails with CONFLICT, naming fields and entities, if stored values are not unique
   */
  public Future<Void> prepare(EntityType type) {
    return database
        .writes(RESERVE)
        .execute(Tuple.of(new String[] {type.name()}))
        .compose(
            rows -> {
              if (rows.size() == 0) {
                return Future.succeededFuture();
              }
              PublishedType coming = new PublishedType(type, Rows.one(rows).getInteger(0));
              return partitions
                  .exclusively(
                      coming.number(), connection -> partitions.constrain(connection, coming))
                  .recover(cause -> refused(coming, cause))
                  .mapEmpty();
            });
  }

  /**
   * Closes types to new entities for two minutes, within which they must be withdrawn. An unknown
   * type counts as closed.
   *
   * @return false, with every type open as before, if an entity of one of them is stored; fails
   *     with UNAVAILABLE if other transactions lock a type's partition for too long
   */
  public Future<Boolean> close(List<String> names) {
    return database
        .writes(RESERVE)
        .execute(Tuple.of(names.toArray(String[]::new)))
        .map(rows -> rows.stream().map(row -> row.getInteger(0)).sorted().toList())
        .compose(partitions::close);
  }

  /**
   * Builds the indexes that published types lack, drops those they no longer declare, and opens
   * types whose closing has expired. A type on which another replica works is skipped. The next
   * call retries what failed.
   *
   * @param all whether to check, too, the types whose indexes were complete after their last build
   * @return whether this call built indexes; then there may be more to do, because a type that is
   *     changed during a build is left to the next call
   */
  public Future<Boolean> index(boolean all) {
    List<Boolean> built = new ArrayList<>();
    return database
        .shortReads(UNINDEXED)
        .execute(Tuple.of(all))
        .compose(rows -> AsyncLoop.each(rows, row -> index(row).onSuccess(built::add)))
        .map(done -> built.contains(true));
  }

  private Future<Boolean> index(Row row) {
    PublishedType type = published(row);
    return (row.getBoolean("due") ? Future.succeededFuture(false) : partitions.isIndexed(type))
        .compose(indexed -> indexed ? Future.succeededFuture(false) : build(type));
  }

  /** Cancels builds in flight; the next {@link #index} on any replica resumes them. */
  public Future<Void> interrupt() {
    return partitions.interrupt();
  }

  /** Builds the indexes of a type; returns whether this replica did. */
  private Future<Boolean> build(PublishedType type) {
    return partitions
        .ifFree(
            type.number(),
            connection ->
                isCurrent(type)
                    .compose(
                        current ->
                            current
                                ? partitions
                                    .index(connection, type)
                                    .compose(indexed -> built(type))
                                    .map(true)
                                : Future.succeededFuture(false)))
        .map(built -> built.orElse(false));
  }

  /** Whether the type is still as it was read, and no change or deletion of it is prepared. */
  private Future<Boolean> isCurrent(PublishedType type) {
    return database
        .shortReads(CURRENT)
        .execute(Tuple.of(type.number(), type.revision()))
        .map(rows -> Rows.one(rows).getBoolean(0));
  }

  /**
   * Opens the type and records that it has its indexes. The type stays closed if its deletion was
   * prepared during the build.
   */
  private Future<Void> built(PublishedType type) {
    return isCurrent(type)
        .compose(
            current -> current ? partitions.open(type.number()) : Future.<Void>succeededFuture())
        .compose(
            done ->
                database
                    .writes(INDEXED)
                    .execute(Tuple.of(type.number(), type.revision()))
                    .mapEmpty());
  }

  private static PublishedType published(Row row) {
    EntityType type = Json.read(JsonBytes.of(row.getString("type")), EntityType.class);
    return new PublishedType(type, row.getInteger("number"));
  }

  /**
   * Fails with the translated refusal. If entities break a constraint, up to three of them are
   * named.
   */
  private Future<Boolean> refused(PublishedType type, Throwable cause) {
    if (!(cause instanceof PgException sql)) {
      return Future.failedFuture(cause);
    }
    Failure refusal = PgFailures.ofStored(type, sql);
    Optional<List<FieldPath>> broken = new TypeIndexes(type).uniqueFields(sql.getConstraint());
    if (broken.isEmpty()) {
      return Future.failedFuture(refusal.exception());
    }
    return scan.duplicates(type, broken.get())
        .transform(
            found ->
                Future.failedFuture(
                    (found.succeeded() ? PgFailures.naming(refusal, found.result()) : refusal)
                        .exception()));
  }

  /**
   * Withdraws types; their entities stay stored.
   *
   * @param revision types of a newer revision are not withdrawn
   */
  public Future<Void> withdraw(List<String> names, long revision) {
    return database
        .writes(WITHDRAW)
        .execute(Tuple.of(names.toArray(String[]::new), revision))
        .mapEmpty();
  }

  /** Returns the names of the published types of a schema. */
  public Future<List<String>> namesOf(String schemaId) {
    return database
        .shortReads(NAMES)
        .execute(Tuple.of(schemaId))
        .map(rows -> Rows.list(rows, row -> row.getString("name")));
  }

  /** Returns the changes after a revision of the catalogue. */
  public Future<CatalogueChanges> changedSince(long catalogueRevision) {
    return database
        .shortReads(CHANGED)
        .execute(Tuple.of(catalogueRevision))
        .map(rows -> changes(rows, catalogueRevision));
  }

  private static CatalogueChanges changes(RowSet<Row> rows, long since) {
    List<PublishedType> published = new ArrayList<>();
    List<String> withdrawn = new ArrayList<>();
    long revision = since;
    for (Row row : rows) {
      revision = row.getLong("catalogue");
      if (row.getBoolean("published")) {
        published.add(published(row));
      } else {
        withdrawn.add(row.getString("name"));
      }
    }
    return new CatalogueChanges(revision, published, withdrawn);
  }

  /**
   * @param revision the catalogue's revision that these changes lead to
   */
  public record CatalogueChanges(
      long revision, List<PublishedType> published, List<String> withdrawn) {}
}
