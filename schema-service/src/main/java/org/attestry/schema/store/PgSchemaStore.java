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
import org.attestry.schema.domain.SchemaStore;

/** Schemas in PostgreSQL. */
public final class PgSchemaStore implements SchemaStore {

  private static final long PUBLISHING_LOCK = 0x736368656d6173L; // "schemas"
  private static final String LOCK = "SELECT pg_advisory_xact_lock($1)";

  private static final String LIST =
      """
      SELECT id, name, title, document, status, version, created_at, updated_at, created_by,
             updated_by, owners
      FROM schema_document
      WHERE $1 OR status <> 'DRAFT'
      ORDER BY name
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
  public Future<List<Schema>> list(boolean drafts) {
    return database.statement(LIST).execute(Tuple.of(drafts)).map(SchemaRows::schemas);
  }

  @Override
  public Future<List<EntityType>> types() {
    return database.statement(TYPES).execute().map(SchemaRows::types);
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
