package org.attestry.runtime.postgres;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads the rows that an SQL statement returned, and writes times as its parameters. */
public final class Rows {

  private Rows() {}

  public static <T> List<T> list(RowSet<Row> rows, Function<Row, T> read) {
    return rows.stream().map(read).toList();
  }

  /** Reads the first row; empty if there is none. */
  public static <T> Optional<T> first(RowSet<Row> rows, Function<Row, T> read) {
    return rows.stream().findFirst().map(read);
  }

  /** Returns the row of a statement that always returns exactly one. */
  public static Row one(RowSet<Row> rows) {
    return rows.iterator().next();
  }

  /** Returns the time as a parameter of a statement; null for null. */
  public static OffsetDateTime utc(Instant time) {
    return time == null ? null : time.atOffset(ZoneOffset.UTC);
  }

  /** Reads a time; null where the column is. */
  public static Instant instant(Row row, String column) {
    OffsetDateTime time = row.getOffsetDateTime(column);
    return time == null ? null : time.toInstant();
  }
}
