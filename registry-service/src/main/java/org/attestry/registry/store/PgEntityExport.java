package org.attestry.registry.store;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.attestry.registry.domain.search.EntityExport;
import org.attestry.registry.domain.search.EntityQuery;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.postgres.Database;

/** Reads the partition of a type in the order of its primary key. */
public record PgEntityExport(SearchConnections connections) implements EntityExport {

  private static final int PAGE_BYTES = 4_000_000;

  private static final String NEXT =
      """
      SELECT * FROM (
        SELECT page.*,
          sum(octet_length(body) + octet_length(attestations) + coalesce(octet_length(signed_data), 0))
            OVER (ORDER BY id ROWS UNBOUNDED PRECEDING) AS bytes,
          row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS candidates
        FROM (
          SELECT {columns} FROM {entity}
          WHERE deleted_at IS NULL AND id <= %s AND id > %s%s ORDER BY id LIMIT %s
        ) AS page
      ) AS sized
      WHERE place = 1 OR bytes <= %d ORDER BY id
      """;

  private static final UUID FIRST = new UUID(0, 0);

  @Override
  public Future<Page> next(PublishedType type, EntityQuery query, UUID after, UUID until) {
    Parameters parameters = new Parameters();
    String condition = SearchStatement.condition(new TypeIndexes(type), query, parameters);
    String sql =
        EntitySql.named(NEXT, type)
            .formatted(
                parameters.id(until),
                parameters.id(after == null ? FIRST : after),
                condition,
                parameters.count(query.limit()),
                PAGE_BYTES);
    return connections
        .execute(query.caller(), Database.PLANNED_ANEW + sql, parameters.tuple())
        .recover(cause -> Future.failedFuture(PgFailures.translated(type, cause)))
        .map(
            rows -> {
              List<StoredEntity> found = new ArrayList<>();
              long candidates = 0;
              for (Row row : rows) {
                found.add(EntityRows.read(row));
                candidates = row.getLong("candidates");
              }
              boolean full = candidates == query.limit();
              return new Page(found, full || candidates > found.size());
            });
  }
}
