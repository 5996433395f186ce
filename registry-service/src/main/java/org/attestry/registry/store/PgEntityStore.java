package org.attestry.registry.store;

import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.Fact;
import org.attestry.registry.domain.EntityStore;
import org.attestry.registry.domain.StoredEntity;
import org.attestry.registry.domain.search.EntityQuery;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.facts.Outbox;
import org.attestry.runtime.postgres.Database;

/**
 * Entities in PostgreSQL. Each statement stands alone, is its own transaction, and names the type's
 * own partition, so that a thousand types cost what one costs. Used on one event loop.
 */
public final class PgEntityStore implements EntityStore {

  private static final String PAGE =
      "SELECT {columns} FROM {entity} WHERE deleted_at IS NULL%s ORDER BY id LIMIT $%d OFFSET $%d";
  private static final String TOTAL = "SELECT count(*) FROM {entity} WHERE deleted_at IS NULL%s";

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
    return database
        .statement(sql(type).insert())
        .execute(EntityRows.bind(entity, written, outbox))
        .onSuccess(done -> committed.run())
        .recover(cause -> refused(type, cause))
        .mapEmpty();
  }

  @Override
  public Future<Boolean> update(PublishedType type, StoredEntity after, Written written) {
    Tuple parameters = EntityRows.bind(after, written, outbox).addBoolean(after.deleted());
    return database
        .statement(sql(type).update())
        .execute(parameters)
        .onSuccess(done -> committed.run())
        .recover(cause -> refused(type, cause))
        .map(rows -> rows.iterator().next().getLong(0) == 1);
  }

  @Override
  public Future<EntityPage> search(PublishedType type, EntityQuery query) {
    Tuple parameters = Tuple.tuple();
    String condition = condition(query, parameters);
    Tuple paged = copy(parameters).addInteger(query.limit()).addLong(query.offset());
    String page = EntitySql.named(PAGE, type).formatted(condition, paged.size() - 1, paged.size());
    return database
        .statement(page)
        .execute(paged)
        .recover(cause -> refused(type, cause))
        .compose(
            rows -> {
              List<StoredEntity> found = new ArrayList<>();
              rows.forEach(row -> found.add(EntityRows.read(row)));
              return total(type, query, condition, parameters, found.size())
                  .map(total -> new EntityPage(found, total));
            });
  }

  /** Only a page that is full, or lies behind the last one, leaves open how many there are. */
  private Future<Long> total(
      PublishedType type, EntityQuery query, String condition, Tuple parameters, int found) {
    boolean behind = found == 0 && query.offset() > 0;
    if (found < query.limit() && !behind) {
      return Future.succeededFuture(query.offset() + found);
    }
    return database
        .statement(EntitySql.named(TOTAL, type).formatted(condition))
        .execute(parameters)
        .map(rows -> rows.iterator().next().getLong(0));
  }

  private static String condition(EntityQuery query, Tuple parameters) {
    StringBuilder condition = new StringBuilder();
    if (query.owner() != null) {
      parameters.addString(query.owner());
      condition.append(" AND owners @> ARRAY[$1::text]");
    }
    if (query.filter() != null) {
      condition.append(" AND ").append(new FilterSql(parameters).condition(query.filter()));
    }
    return condition.toString();
  }

  private static Tuple copy(Tuple parameters) {
    Tuple copy = Tuple.tuple();
    for (int i = 0; i < parameters.size(); i++) {
      copy.addValue(parameters.getValue(i));
    }
    return copy;
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
        .statement(sql(type).count())
        .execute()
        .map(rows -> rows.iterator().next().getLong(0));
  }

  @Override
  public Future<Void> tell(List<Fact> facts) {
    return outbox.insert(database.statements(), facts).onSuccess(done -> committed.run());
  }

  private EntitySql sql(PublishedType type) {
    return statements.computeIfAbsent(type.number(), number -> EntitySql.of(type));
  }

  private static Future<RowSet<Row>> refused(PublishedType type, Throwable cause) {
    return Future.failedFuture(
        cause instanceof PgException sql ? PgRefusals.of(type, sql).exception() : cause);
  }
}
