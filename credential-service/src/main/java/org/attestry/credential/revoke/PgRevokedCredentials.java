package org.attestry.credential.revoke;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.attestry.contracts.credential.CredentialOperations.RevokedCredential;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** Reads RevokedCredential records from PostgreSQL. */
public record PgRevokedCredentials(Database database) {

  private static final long PAGE_BYTES = 2_000_000;

  private static final String COLUMNS =
      "osid, entity, entity_id, credential_id, signed_hash, signed_data, user_id, created_at";

  private static final String FIND =
      "SELECT %s FROM revoked_credential WHERE osid = $1".formatted(COLUMNS);

  /** Selects one record more than a page has, so that a page knows whether it is the last. */
  private static final String SEARCH =
      """
      SELECT %1$s, found
      FROM (
        SELECT page.*, row_number() OVER pages AS place, count(*) OVER () AS found,
          sum(octet_length(signed_data)) OVER pages AS bytes
        FROM (
          SELECT %1$s FROM revoked_credential WHERE %2$s ORDER BY %3$s LIMIT %4$s + 1 OFFSET %5$s
        ) AS page
        WINDOW pages AS (ROWS UNBOUNDED PRECEDING)
      ) AS sized
      WHERE place <= %4$s AND (place = 1 OR bytes <= %6$s)
      ORDER BY place
      """;

  private static final String COUNT = "SELECT count(*) FROM revoked_credential WHERE %s";

  public Future<Optional<RevokedCredential>> find(UUID osid) {
    return database
        .shortReads(FIND)
        .execute(Tuple.of(osid))
        .map(rows -> Rows.first(rows, PgRevokedCredentials::revoked));
  }

  /** Returns a page. It ends early if its records are large, but it has at least one record. */
  public Future<RevokedPage> search(RevokedQuery query) {
    RevokedSql page = new RevokedSql();
    String sql =
        SEARCH.formatted(
            COLUMNS,
            page.condition(query),
            RevokedSql.order(query),
            page.number(query.limit()),
            page.number(query.offset()),
            page.number(PAGE_BYTES));
    return database
        .searches(sql)
        .execute(page.parameters())
        .compose(rows -> total(query, rows).map(total -> page(rows, total)));
  }

  /** Counts the matches, with a statement only if the page does not show their number. */
  private Future<Long> total(RevokedQuery query, RowSet<Row> rows) {
    if (!query.counted()) {
      return Future.succeededFuture();
    }
    if (rows.size() > 0 && !hasMore(rows)) {
      return Future.succeededFuture(query.offset() + rows.size());
    }
    RevokedSql count = new RevokedSql();
    String sql = COUNT.formatted(count.condition(query));
    return database
        .searches(sql)
        .execute(count.parameters())
        .map(counted -> Rows.one(counted).getLong(0));
  }

  private static RevokedPage page(RowSet<Row> rows, Long total) {
    return new RevokedPage(Rows.list(rows, PgRevokedCredentials::revoked), total, hasMore(rows));
  }

  private static boolean hasMore(RowSet<Row> rows) {
    return rows.size() > 0 && Rows.one(rows).getLong("found") > rows.size();
  }

  private static RevokedCredential revoked(Row row) {
    return new RevokedCredential(
        row.getUUID("osid").toString(),
        row.getString("entity"),
        row.getString("entity_id"),
        row.getString("credential_id"),
        row.getString("signed_hash"),
        row.getString("signed_data"),
        row.getString("user_id"),
        row.getOffsetDateTime("created_at").toInstant());
  }

  /**
   * A page of records.
   *
   * @param total the number of matches, or null if they were not counted
   * @param more whether there is a next page
   */
  public record RevokedPage(List<RevokedCredential> records, Long total, boolean more) {}
}
