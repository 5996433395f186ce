package org.attestry.registry.adoption;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attestry.registry.stored.EntitySql;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** What is known of the ids of records, in PostgreSQL. */
public record PgAdoptions(Database database) {

  /**
   * Ids that are given here are UUIDv7, so that only such an id is looked up in the partitions of
   * all types.
   */
  private static final String FIND =
      Database.PLANNED_ANEW
          + """
          SELECT k.id, a.type, a.version, a.digest, e.version AS stored,
            a.entity_id IS NULL AND CASE
              WHEN substr(k.id::text, 15, 1) = '7'
                THEN EXISTS (SELECT FROM entity WHERE entity.id = k.id)
              ELSE e.id IS NOT NULL
            END AS taken
          FROM unnest($1::uuid[]) AS k(id)
          LEFT JOIN adopted_entity AS a ON a.entity_id = k.id
          LEFT JOIN {entity} AS e ON e.id = k.id
          """;

  /**
   * What is known of an id.
   *
   * @param type the number of the type of the adopted record; null if there is none
   * @param version the version as which it was adopted last; 0 if there is none
   * @param digest of the record as it was adopted last; null if there is none
   * @param stored the version of the entity of the given type, or null
   * @param taken whether an entity that was not adopted has the id
   */
  record Known(UUID id, Integer type, long version, byte[] digest, Long stored, boolean taken) {

    boolean isNew() {
      return type == null && !taken;
    }

    /** Whether an entity has it that was not adopted, or is of another type. */
    boolean isOfOther(PublishedType given) {
      return taken || (type != null && (type != given.number() || stored == null));
    }

    boolean isSame(byte[] other) {
      return Arrays.equals(digest, other);
    }

    boolean hasChangedHere() {
      return stored != version;
    }
  }

  Future<Map<UUID, Known>> find(PublishedType type, List<UUID> ids) {
    return database
        .searches(EntitySql.named(FIND, type))
        .execute(Tuple.of(ids.toArray(UUID[]::new)))
        .map(
            rows ->
                Rows.list(rows, PgAdoptions::known).stream()
                    .collect(Collectors.toMap(Known::id, Function.identity(), (one, same) -> one)));
  }

  private static Known known(Row row) {
    Long version = row.getLong("version");
    return new Known(
        row.getUUID("id"),
        row.getInteger("type"),
        version == null ? 0 : version,
        row.getBuffer("digest") == null ? null : row.getBuffer("digest").getBytes(),
        row.getLong("stored"),
        row.getBoolean("taken"));
  }
}
