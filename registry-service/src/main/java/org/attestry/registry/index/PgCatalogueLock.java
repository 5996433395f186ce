package org.attestry.registry.index;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.function.Function;
import org.attestry.runtime.postgres.Database;

/**
 * Serialises, across all replicas, the transactions that change a type together with its learned
 * indexes, because they lock the rows of both tables in different orders. They take milliseconds; a
 * publication, which locks the same row first, waits for them.
 */
public final class PgCatalogueLock {

  private static final String LOCK = "SELECT FROM catalogue FOR UPDATE";

  private PgCatalogueLock() {}

  public static <T> Future<T> holding(Database database, Function<SqlConnection, Future<T>> work) {
    return database.inTransaction(
        transaction ->
            transaction.preparedQuery(LOCK).execute().compose(locked -> work.apply(transaction)));
  }
}
