package org.attestry.registry.store;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.domain.search.EntityQuery;
import org.attestry.registry.domain.search.EntityScan;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.postgres.Database;

/** Scans the partition of a type on the connections for searches. */
public record PgEntityScan(Database database, SearchConnections connections) implements EntityScan {

  private static final UUID BEFORE_ALL = new UUID(0, 0);
  private static final int PAGE_BYTES = 4_000_000;

  private static final String NEXT =
      "SELECT {columns} FROM {entity} WHERE deleted_at IS NULL AND id > $1 ORDER BY id LIMIT $2";

  private static final String WAITING =
      """
      SELECT {columns} FROM {entity}
      WHERE attestations @> '[{"state": "ATTESTATION_REQUESTED"}]'
        AND deleted_at IS NULL AND id > $1
      ORDER BY id
      LIMIT $2
      """;

  private static final String FOUND =
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

  /** Finds what a unique index counts as the same; a missing value and JSON null do not count. */
  private static final String FIND_DUPLICATES =
      """
      WITH duplicates AS (
        SELECT array_agg(id ORDER BY id) AS ids FROM {entity}
        WHERE deleted_at IS NULL%2$s
        GROUP BY %1$s HAVING count(*) > 1
      )
      SELECT coalesce(sum(cardinality(ids)), 0)::bigint AS count,
        ARRAY(SELECT id FROM duplicates, unnest(ids) AS id LIMIT 3) AS ids
      FROM duplicates
      """;

  @Override
  public Future<List<StoredEntity>> next(PublishedType type, UUID after, int limit) {
    return read(NEXT, type, after, limit);
  }

  @Override
  public Future<List<StoredEntity>> waiting(PublishedType type, UUID after, int limit) {
    return read(WAITING, type, after, limit);
  }

  private Future<List<StoredEntity>> read(String sql, PublishedType type, UUID after, int limit) {
    return database
        .searches(EntitySql.named(sql, type))
        .execute(Tuple.of(after == null ? BEFORE_ALL : after, limit))
        .map(rows -> rows.stream().map(EntityRows::read).toList());
  }

  @Override
  public Future<Page> found(PublishedType type, EntityQuery query, UUID after, UUID until) {
    Parameters parameters = new Parameters();
    String condition = SearchStatement.condition(new TypeIndexes(type), query, parameters);
    String sql =
        EntitySql.named(FOUND, type)
            .formatted(
                parameters.id(until),
                parameters.id(after == null ? BEFORE_ALL : after),
                condition,
                parameters.count(query.limit()),
                PAGE_BYTES);
    return connections
        .execute(query.caller(), Database.PLANNED_ANEW + sql, parameters.tuple())
        .recover(cause -> Future.failedFuture(PgFailures.translated(type, cause)))
        .map(
            rows -> {
              List<StoredEntity> found = rows.stream().map(EntityRows::read).toList();
              long candidates = found.isEmpty() ? 0 : rows.iterator().next().getLong("candidates");
              return new Page(found, candidates == query.limit() || candidates > found.size());
            });
  }

  @Override
  public Future<Duplicates> duplicates(PublishedType type, List<FieldPath> fields) {
    String sql = FIND_DUPLICATES.formatted(TypeIndexes.columns(fields), TypeIndexes.given(fields));
    return database
        .searches(EntitySql.named(sql, type))
        .execute()
        .map(
            rows -> {
              Row row = rows.iterator().next();
              return new Duplicates(row.getLong("count"), List.of(row.getArrayOfUUIDs("ids")));
            });
  }
}
