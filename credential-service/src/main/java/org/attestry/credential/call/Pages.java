package org.attestry.credential.call;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.function.Function;
import org.attestry.runtime.postgres.Rows;

/** Pages of lists. */
public final class Pages {

  private Pages() {}

  /**
   * @param counted one row with the number of rows on all pages
   */
  public static <T> Future<Page<T>> of(
      Future<RowSet<Row>> rows, Future<RowSet<Row>> counted, Function<Row, T> row) {
    return Future.all(rows, counted)
        .map(
            read ->
                new Page<>(Rows.one(counted.result()).getLong(0), Rows.list(rows.result(), row)));
  }
}
