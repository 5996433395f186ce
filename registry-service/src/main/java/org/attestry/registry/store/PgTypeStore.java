package org.attestry.registry.store;

import io.vertx.core.Future;
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
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.domain.types.TypeStore;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.work.AsyncLoop;

/** The service's copy of the published types, in its table {@code entity_type}. */
public record PgTypeStore(Database database, EntityPartitions partitions, PgEntityScan scan)
    implements TypeStore {

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
      SELECT number, type FROM entity_type
      WHERE published AND indexed < revision
        AND (reserved_until IS NULL OR reserved_until < now())
      ORDER BY number
      """;

  private static final String INDEXED =
      "UPDATE entity_type SET indexed = revision WHERE number = $1 AND revision = $2";

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

  @Override
  public Future<Void> publish(EntityType type) {
    String json = Json.write(type).text();
    return database
        .shortReads(REGISTER)
        .execute(Tuple.of(type.name(), type.schemaId(), json))
        .compose(registered -> database.shortReads(FIND).execute(Tuple.of(type.name())))
        .compose(
            rows -> {
              Row row = rows.iterator().next();
              return row.getLong("revision") >= type.revision()
                  ? Future.succeededFuture()
                  : publish(type, json, row.getInteger("number"));
            });
  }

  private Future<Void> publish(EntityType type, String json, int number) {
    PublishedType published = new PublishedType(type, number);
    return partitions
        .constrain(published)
        .recover(cause -> refused(published, cause))
        .compose(whole -> partitions.open(number).map(whole))
        .compose(
            whole ->
                database
                    .shortReads(PUBLISH)
                    .execute(Tuple.of(type.name(), type.schemaId(), type.revision(), json, whole)))
        .mapEmpty();
  }

  @Override
  public Future<Void> prepare(EntityType type) {
    return database
        .shortReads(RESERVE)
        .execute(Tuple.of(new String[] {type.name()}))
        .compose(
            rows -> {
              if (rows.size() == 0) {
                return Future.succeededFuture();
              }
              PublishedType coming = new PublishedType(type, rows.iterator().next().getInteger(0));
              return partitions
                  .constrain(coming)
                  .recover(cause -> refused(coming, cause))
                  .mapEmpty();
            });
  }

  @Override
  public Future<Boolean> close(List<String> names) {
    return database
        .shortReads(RESERVE)
        .execute(Tuple.of(names.toArray(String[]::new)))
        .map(rows -> rows.stream().map(row -> row.getInteger(0)).sorted().toList())
        .compose(partitions::close);
  }

  @Override
  public Future<Void> index() {
    return database
        .shortReads(UNINDEXED)
        .execute()
        .compose(
            rows ->
                AsyncLoop.each(
                    rows,
                    row -> {
                      EntityType type =
                          Json.read(JsonBytes.of(row.getString("type")), EntityType.class);
                      return index(new PublishedType(type, row.getInteger("number")));
                    }));
  }

  @Override
  public Future<Void> interrupt() {
    return partitions.interrupt();
  }

  private Future<Void> index(PublishedType type) {
    return partitions
        .index(type)
        .compose(
            built ->
                built
                    ? partitions.open(type.number()).compose(open -> indexed(type))
                    : Future.succeededFuture());
  }

  private Future<Void> indexed(PublishedType type) {
    return database
        .shortReads(INDEXED)
        .execute(Tuple.of(type.number(), type.revision()))
        .mapEmpty();
  }

  /** When entities break a constraint, up to three of them are named. */
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

  @Override
  public Future<Void> withdraw(List<String> names, long revision) {
    return database
        .shortReads(WITHDRAW)
        .execute(Tuple.of(names.toArray(String[]::new), revision))
        .mapEmpty();
  }

  @Override
  public Future<List<String>> namesOf(String schemaId) {
    return database
        .shortReads(NAMES)
        .execute(Tuple.of(schemaId))
        .map(rows -> rows.stream().map(row -> row.getString("name")).toList());
  }

  @Override
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
        EntityType type = Json.read(JsonBytes.of(row.getString("type")), EntityType.class);
        published.add(new PublishedType(type, row.getInteger("number")));
      } else {
        withdrawn.add(row.getString("name"));
      }
    }
    return new CatalogueChanges(revision, published, withdrawn);
  }
}
