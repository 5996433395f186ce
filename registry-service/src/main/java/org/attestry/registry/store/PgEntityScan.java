package org.attestry.registry.store;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.domain.stored.EntityScan;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.postgres.Database;

/** Scans the partition of a type on the connections for what may take long. */
public record PgEntityScan(Database database) implements EntityScan {

  private static final UUID BEFORE_ALL = new UUID(0, 0);

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

  /** What a unique index counts as the same, it finds: neither no value nor JSON null. */
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
