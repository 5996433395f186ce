package org.attestry.registry.store;

import io.vertx.core.Future;
import org.attestry.runtime.postgres.Database;

/** The key that all replicas sign the cursors of searches with. */
public final class PgSearchKey {

  private static final String FIND = "SELECT key FROM search_key";

  private PgSearchKey() {}

  public static Future<byte[]> find(Database database) {
    return database
        .shortReads(FIND)
        .execute()
        .map(rows -> rows.iterator().next().getBuffer("key").getBytes());
  }
}
