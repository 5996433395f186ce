package org.attestry.credential.presentation;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.PresentationOperations.PresentationQuery;
import org.attestry.credential.call.Page;
import org.attestry.credential.call.Pages;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** Stores queries for presentations in PostgreSQL. */
public record PgPresentationQueries(Database database) {

  private static final int MOST = 1_000;

  private static final String STORE =
      """
      INSERT INTO presentation_query (name, description, query, updated_at)
      SELECT $1::text, $2::text, $3::text, $4::timestamptz
      WHERE EXISTS (SELECT FROM presentation_query WHERE name = $1)
        OR (SELECT count(*) FROM presentation_query) < $5
      ON CONFLICT (name) DO UPDATE
      SET description = excluded.description, query = excluded.query, updated_at = excluded.updated_at
      """;

  private static final String FIND =
      """
      SELECT name, description, query, updated_at FROM presentation_query WHERE name = $1
      """;

  private static final String COUNT = "SELECT count(*) FROM presentation_query";

  private static final String LIST =
      """
      SELECT name, description, NULL AS query, updated_at FROM presentation_query
      ORDER BY name LIMIT $1 OFFSET $2
      """;

  private static final String DELETE =
      """
      DELETE FROM presentation_query WHERE name = $1
      RETURNING name, description, query, updated_at
      """;

  /**
   * Stores a query, and replaces one of the same name.
   *
   * @return false if the number of queries has reached its limit
   */
  public Future<Boolean> store(PresentationQuery query) {
    Tuple values =
        Tuple.of(query.name(), query.description(), query.dcqlQuery().text())
            .addOffsetDateTime(Rows.utc(query.osUpdatedAt()))
            .addInteger(MOST);
    return database.writes(STORE).execute(values).map(stored -> stored.rowCount() > 0);
  }

  public Future<Optional<PresentationQuery>> find(String name) {
    return database
        .searches(FIND)
        .execute(Tuple.of(name))
        .map(rows -> Rows.first(rows, PgPresentationQueries::query));
  }

  /** Returns the queries, ordered by name, without their content. */
  public Future<Page<PresentationQuery>> list(int limit, int offset) {
    return Pages.of(
        database.shortReads(LIST).execute(Tuple.of(limit, offset)),
        database.shortReads(COUNT).execute(),
        PgPresentationQueries::query);
  }

  /** Deletes a query; empty if there is none of the name. */
  public Future<Optional<PresentationQuery>> delete(String name) {
    return database
        .writes(DELETE)
        .execute(Tuple.of(name))
        .map(rows -> Rows.first(rows, PgPresentationQueries::query));
  }

  private static PresentationQuery query(Row row) {
    String query = row.getString("query");
    return new PresentationQuery(
        row.getString("name"),
        row.getString("description"),
        query == null ? null : JsonBytes.of(query),
        row.getOffsetDateTime("updated_at").toInstant());
  }
}
