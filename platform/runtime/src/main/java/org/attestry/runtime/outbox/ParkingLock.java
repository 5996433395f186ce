package org.attestry.runtime.outbox;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.function.Function;
import org.attestry.runtime.postgres.Database;

/**
 * Serializes relay, consumers and operators when they change parked facts, so that the facts before
 * a parked fact do not change between reading and writing.
 */
public final class ParkingLock {

  private static final long KEY = 0x7061726b6564L; // "parked"
  private static final String TAKE = "SELECT pg_advisory_xact_lock($1)";

  private ParkingLock() {}

  /** Runs the work in a transaction that holds the lock. */
  public static <T> Future<T> holding(Database database, Function<SqlConnection, Future<T>> work) {
    return database.inTransaction(
        transaction -> take(transaction).compose(_ -> work.apply(transaction)));
  }

  /** Waits for the lock; the end of the transaction releases it. */
  static Future<Void> take(SqlClient transaction) {
    return transaction.preparedQuery(TAKE).execute(Tuple.of(KEY)).mapEmpty();
  }
}
