package org.attestry.registry.search;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** The key that signs the cursors of searches, in the table {@code search_key}. */
public final class PgSearchKey {

  private static final String SEARCH_KEY =
      """
      SELECT (SELECT key FROM search_key) AS key, EXISTS (SELECT FROM catalogue) AS numbered
      """;

  private PgSearchKey() {}

  /**
   * Returns the key with which all replicas sign the cursors of searches.
   *
   * @return fails with a message for operators if one of the single rows that migrations insert is
   *     missing
   */
  public static Future<byte[]> read(Database database) {
    return database
        .shortReads(SEARCH_KEY)
        .execute()
        .map(
            rows -> {
              Row row = Rows.one(rows);
              require(row.getBuffer("key") != null, "search_key");
              require(row.getBoolean("numbered"), "catalogue");
              return row.getBuffer("key").getBytes();
            });
  }

  private static void require(boolean exists, String table) {
    if (!exists) {
      throw new IllegalStateException(
          "The table %s of registry-service's database has lost its row. Restore the database from a backup."
              .formatted(table));
    }
  }
}
