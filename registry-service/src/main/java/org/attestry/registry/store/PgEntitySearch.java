package org.attestry.registry.store;

import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import org.attestry.registry.domain.EntitySearch;
import org.attestry.registry.domain.StoredEntity;
import org.attestry.registry.domain.search.EntityQuery;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.postgres.Database;

/** Searches the partition of a type. */
public final class PgEntitySearch implements EntitySearch {

  private static final String PAGE =
      "SELECT {columns} FROM {entity} WHERE deleted_at IS NULL%s ORDER BY id LIMIT $%d OFFSET $%d";
  private static final String TOTAL = "SELECT count(*) FROM {entity} WHERE deleted_at IS NULL%s";

  private final Database database;

  public PgEntitySearch(Database database) {
    this.database = database;
  }

  @Override
  public Future<EntityPage> search(PublishedType type, EntityQuery query) {
    Tuple parameters = Tuple.tuple();
    String condition = condition(query, parameters);
    Tuple paged = copy(parameters).addInteger(query.limit()).addLong(query.offset());
    String page = EntitySql.named(PAGE, type).formatted(condition, paged.size() - 1, paged.size());
    return database
        .searching(page)
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
        .searching(EntitySql.named(TOTAL, type).formatted(condition))
        .execute(parameters)
        .map(rows -> rows.iterator().next().getLong(0));
  }

  /** What the query asks of an entity, beginning with AND; nothing when it asks for nothing. */
  static String condition(EntityQuery query, Tuple parameters) {
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

  private static Future<RowSet<Row>> refused(PublishedType type, Throwable cause) {
    return Future.failedFuture(
        cause instanceof PgException sql ? PgRefusals.of(type, sql).exception() : cause);
  }
}
