package org.attestry.credential.store;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.function.Function;
import org.attestry.credential.domain.Page;

/** Pages of lists. */
final class Pages {

  private Pages() {}

  /**
   * @param counted one row with the number of rows on all pages
   */
  static <T> Future<Page<T>> of(
      Future<RowSet<Row>> rows, Future<RowSet<Row>> counted, Function<Row, T> row) {
    return Future.all(rows, counted)
        .map(
            read ->
                new Page<>(
                    counted.result().iterator().next().getLong(0),
                    rows.result().stream().map(row).toList()));
  }
}
