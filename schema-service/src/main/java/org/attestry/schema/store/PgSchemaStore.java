package org.attestry.schema.store;

import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.attestry.contracts.schema.EntityType;
import org.attestry.runtime.facts.Outbox;
import org.attestry.runtime.postgres.Database;
import org.attestry.schema.domain.Schema;
import org.attestry.schema.domain.SchemaFilter;
import org.attestry.schema.domain.SchemaStore;
import org.attestry.schema.domain.SchemaVersion;

/** Schemas in PostgreSQL. */
public final class PgSchemaStore implements SchemaStore {

  private static final long PUBLISHING_LOCK = 0x736368656d6173L; // "schemas"
  private static final String LOCK = "SELECT pg_advisory_xact_lock($1)";

  private static final String SEARCH =
      """
      SELECT id, name, title, document, status, version, created_at, updated_at, created_by,
             updated_by, owners
      FROM schema_document
      WHERE %s
      ORDER BY name, id
      LIMIT $%d OFFSET $%d
      """;

  private static final String TOTAL = "SELECT count(*) FROM schema_document WHERE %s";

  private static final String VERSIONS =
      """
      SELECT schema_id, version, name, document, published_at, published_by
      FROM schema_version
      WHERE schema_id = $1 AND ($2::int IS NULL OR version = $2)
      ORDER BY version
      """;

  private static final String FINGERPRINT =
      """
      SELECT count(*) || '.' || coalesce(max(revision), 0) AS fingerprint
      FROM entity_type
      """;
  private static final String TYPES = "SELECT type FROM entity_type ORDER BY name";

  private final Database database;
  private final Outbox outbox;
  private final Runnable committed;

  /**
   * @param committed is run after each commit that may have facts in the outbox
   */
  public PgSchemaStore(Database database, Outbox outbox, Runnable committed) {
    this.database = database;
    this.outbox = outbox;
    this.committed = committed;
  }

  @Override
  public Future<Optional<Schema>> find(UUID id) {
    return PgSchemaWriting.find(database.statements(), id);
  }

  @Override
  public Future<SchemaFilter.Page> search(SchemaFilter filter) {
    SchemaConditions conditions = SchemaConditions.of(filter);
    Tuple paged = conditions.parameters().addInteger(filter.limit()).addLong(filter.offset());
    String page = SEARCH.formatted(conditions.sql(), paged.size() - 1, paged.size());
    return database
        .statement(page)
        .execute(paged)
        .compose(
            rows ->
                total(filter).map(total -> new SchemaFilter.Page(SchemaRows.schemas(rows), total)));
  }

  private Future<Long> total(SchemaFilter filter) {
    SchemaConditions conditions = SchemaConditions.of(filter);
    return database
        .statement(TOTAL.formatted(conditions.sql()))
        .execute(conditions.parameters())
        .map(rows -> rows.iterator().next().getLong(0));
  }

  @Override
  public Future<List<SchemaVersion>> versions(UUID schema) {
    return versions(schema, null);
  }

  @Override
  public Future<Optional<SchemaVersion>> version(UUID schema, int number) {
    return versions(schema, number).map(found -> found.stream().findFirst());
  }

  private Future<List<SchemaVersion>> versions(UUID schema, Integer number) {
    return database.statement(VERSIONS).execute(Tuple.of(schema, number)).map(SchemaRows::versions);
  }

  @Override
  public Future<List<EntityType>> types() {
    return database.statement(TYPES).execute().map(SchemaRows::types);
  }

  /** A publication gives a larger revision than all before, a deletion leaves fewer types. */
  @Override
  public Future<String> fingerprint() {
    return database
        .statement(FINGERPRINT)
        .execute()
        .map(rows -> rows.iterator().next().getString("fingerprint"));
  }

  @Override
  public <T> Future<T> exclusively(Function<Writing, Future<T>> work) {
    return database
        .inTransaction(
            transaction ->
                transaction
                    .preparedQuery(LOCK)
                    .execute(Tuple.of(PUBLISHING_LOCK))
                    .compose(locked -> work.apply(new PgSchemaWriting(transaction, outbox))))
        .onSuccess(done -> committed.run());
  }
}
