package org.attestry.registry.store;

import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.registry.domain.EntityStore;
import org.attestry.registry.domain.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.facts.Outbox;
import org.attestry.runtime.postgres.Database;

/**
 * Entities in PostgreSQL. Each statement stands alone, is its own transaction, and names the type's
 * own partition, so that a thousand types cost what one costs. Used on one event loop.
 */
public final class PgEntityStore implements EntityStore {

  /** The entity is another version by now; it keeps a transaction from being committed. */
  private static final FailureException MOVED_ON =
      Failure.of(FailureKind.STALE, "registry.store.moved-on", "The entity has moved on.")
          .exception();

  private final Database database;
  private final Outbox outbox;
  private final Runnable committed;
  private final Map<Integer, EntitySql> statements = new HashMap<>();

  /**
   * @param committed is run after each write that has facts
   */
  public PgEntityStore(Database database, Outbox outbox, Runnable committed) {
    this.database = database;
    this.outbox = outbox;
    this.committed = committed;
  }

  @Override
  public Future<StoredEntity> find(PublishedType type, UUID id) {
    return database
        .statement(sql(type).find())
        .execute(Tuple.of(id))
        .map(rows -> rows.iterator().hasNext() ? EntityRows.read(rows.iterator().next()) : null);
  }

  @Override
  public Future<Void> insert(PublishedType type, StoredEntity entity, Written written) {
    return write(sql(type).insert(), EntityRows.bind(entity, written, outbox), written)
        .onSuccess(done -> committed.run())
        .recover(cause -> refused(type, cause))
        .mapEmpty();
  }

  @Override
  public Future<Boolean> update(PublishedType type, StoredEntity after, Written written) {
    Tuple parameters = EntityRows.bind(after, written, outbox).addBoolean(after.deleted());
    return write(sql(type).update(), parameters, written)
        .map(true)
        .onSuccess(done -> committed.run())
        .recover(
            cause ->
                cause == MOVED_ON
                    ? Future.succeededFuture(false)
                    : refused(type, cause).map(false));
  }

  @Override
  public Future<Boolean> hasOwned(PublishedType type, String userId) {
    return database
        .statement(sql(type).hasOwned())
        .execute(Tuple.of(userId))
        .map(rows -> rows.iterator().next().getBoolean(0));
  }

  @Override
  public Future<Long> count(PublishedType type) {
    return database
        .searching(sql(type).count())
        .execute()
        .map(rows -> rows.iterator().next().getLong(0));
  }

  @Override
  public Future<Void> tell(List<Fact> facts) {
    return outbox.insert(database.writing(), facts).onSuccess(done -> committed.run());
  }

  /** One statement, or with what is committed along with it one transaction. */
  private Future<Void> write(String sql, Tuple parameters, Written written) {
    if (written.along().isEmpty()) {
      return database.writing(sql).execute(parameters).compose(PgEntityStore::unlessMovedOn);
    }
    return database.inTransaction(
        transaction ->
            transaction
                .preparedQuery(sql)
                .execute(parameters)
                .compose(PgEntityStore::unlessMovedOn)
                .compose(done -> PgAlong.write(transaction, written.along())));
  }

  /** An update says how many rows it found. */
  private static Future<Void> unlessMovedOn(RowSet<Row> done) {
    boolean none = done.iterator().hasNext() && done.iterator().next().getLong(0) == 0;
    return none ? Future.failedFuture(MOVED_ON) : Future.succeededFuture();
  }

  private EntitySql sql(PublishedType type) {
    return statements.computeIfAbsent(type.number(), EntitySql::of);
  }

  private static Future<Void> refused(PublishedType type, Throwable cause) {
    return Future.failedFuture(
        cause instanceof PgException sql ? PgRefusals.of(type, sql).exception() : cause);
  }
}
