package org.attestry.registry.store;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.JsonBytes;
import org.attestry.registry.domain.document.DocumentDiff.Change;
import org.attestry.registry.domain.history.HistoryStore;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.Database;

/** The table {@code history}. */
public record PgHistoryStore(Database database, StoreLimits limits) implements HistoryStore {

  /** A page ends at its limit of bytes, but has at least one change. */
  private static final String FIND =
      """
      SELECT version, operation, changed_at, changed_by, changes
      FROM (
        SELECT page.*, row_number() OVER (ROWS UNBOUNDED PRECEDING) AS place,
          sum(octet_length(changes)) OVER (ROWS UNBOUNDED PRECEDING) AS bytes
        FROM (
          SELECT version, operation, changed_at, changed_by, changes::text AS changes
          FROM history WHERE id = $1 ORDER BY version DESC LIMIT $2 OFFSET $3
        ) AS page
      ) AS sized WHERE place = 1 OR bytes <= $4 ORDER BY version DESC
      """;

  private static final String COUNT = "SELECT count(*) FROM history WHERE id = $1";

  @Override
  public Future<Page> find(UUID id, int limit, int offset) {
    Future<RowSet<Row>> count = database.shortReads(COUNT).execute(Tuple.of(id));
    Future<RowSet<Row>> page =
        database.orderedScans(FIND).execute(Tuple.of(id, limit, offset, (long) limits.pageBytes()));
    return Future.all(page, count)
        .map(both -> new Page(read(page.result()), count.result().iterator().next().getLong(0)));
  }

  private static List<Past> read(RowSet<Row> rows) {
    return rows.stream()
        .map(
            row ->
                new Past(
                    row.getLong("version"),
                    row.getString("operation"),
                    row.getOffsetDateTime("changed_at").toInstant(),
                    row.getString("changed_by"),
                    List.of(Json.read(JsonBytes.of(row.getString("changes")), Change[].class))))
        .toList();
  }
}
