package org.attestry.credential.store;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.attestry.contracts.credential.RevokedCredential;
import org.attestry.credential.domain.RevokedQuery;
import org.attestry.credential.domain.RevokedQuery.Field;
import org.attestry.credential.domain.RevokedQuery.Filter;
import org.attestry.credential.domain.RevokedQuery.Filter.Compare;
import org.attestry.credential.domain.RevokedStore;
import org.attestry.runtime.postgres.Database;

/** RevokedCredential records in PostgreSQL. */
public final class PgRevokedStore implements RevokedStore {

  private static final long PAGE_BYTES = 2_000_000;

  private static final String COLUMNS =
      "osid, entity, entity_id, credential_id, signed_hash, signed_data, user_id, created_at";

  private static final String FIND =
      "SELECT %s FROM revoked_credential WHERE osid = $1".formatted(COLUMNS);

  /** One record more than a page has is looked for, so that a page knows whether it is the last. */
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

  private final Database database;

  public PgRevokedStore(Database database) {
    this.database = database;
  }

  @Override
  public Future<Optional<RevokedCredential>> find(UUID osid) {
    return database
        .shortReads(FIND)
        .execute(Tuple.of(osid))
        .map(rows -> rows.stream().findFirst().map(PgRevokedStore::revoked));
  }

  @Override
  public Future<Page> search(RevokedQuery query) {
    Statement page = new Statement();
    String sql =
        SEARCH.formatted(
            COLUMNS,
            page.condition(query.filter()),
            page.order(query),
            page.number(query.limit()),
            page.number(query.offset()),
            page.number(PAGE_BYTES));
    return database
        .searches(sql)
        .execute(page.parameters)
        .compose(rows -> total(query, rows).map(total -> page(rows, total)));
  }

  /** Without a statement where the page shows it. */
  private Future<Long> total(RevokedQuery query, RowSet<Row> rows) {
    if (!query.counted()) {
      return Future.succeededFuture();
    }
    if (rows.size() > 0 && !hasMore(rows)) {
      return Future.succeededFuture(query.offset() + rows.size());
    }
    Statement count = new Statement();
    String sql = COUNT.formatted(count.condition(query.filter()));
    return database
        .searches(sql)
        .execute(count.parameters)
        .map(counted -> counted.iterator().next().getLong(0));
  }

  private static Page page(RowSet<Row> rows, Long total) {
    return new Page(rows.stream().map(PgRevokedStore::revoked).toList(), total, hasMore(rows));
  }

  private static boolean hasMore(RowSet<Row> rows) {
    return rows.size() > 0 && rows.iterator().next().getLong("found") > rows.size();
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

  /** The parts of a statement; values are its parameters. */
  private static final class Statement {
    private final Tuple parameters = Tuple.tuple();

    String number(long value) {
      parameters.addLong(value);
      return "$" + parameters.size() + "::bigint";
    }

    String condition(Filter filter) {
      return switch (filter) {
        case Filter.All all when all.filters().isEmpty() -> "TRUE";
        case Filter.All all -> joined(all.filters(), " AND ");
        case Filter.Any any -> joined(any.filters(), " OR ");
        case Filter.Not not -> "(%s) IS NOT TRUE".formatted(condition(not.filter()));
        case Compare compare when compare.operator().negated() ->
            "(%s) IS NOT TRUE".formatted(comparison(compare));
        case Compare compare -> comparison(compare);
      };
    }

    private String joined(List<Filter> filters, String by) {
      return filters.stream().map(this::condition).collect(Collectors.joining(by, "(", ")"));
    }

    private String comparison(Compare compare) {
      String value = expression(compare.field(), compare.operator().ignoreCase());
      return switch (compare.operator().comparison()) {
        case EQUAL -> value + " = " + parameter(compare, 0);
        case AMONG -> "%s = ANY (%s)".formatted(value, array(compare));
        case GREATER -> value + " > " + parameter(compare, 0);
        case GREATER_OR_EQUAL -> value + " >= " + parameter(compare, 0);
        case LESS -> value + " < " + parameter(compare, 0);
        case LESS_OR_EQUAL -> value + " <= " + parameter(compare, 0);
        case BETWEEN ->
            "%s BETWEEN %s AND %s".formatted(value, parameter(compare, 0), parameter(compare, 1));
        case CONTAINS -> "strpos(%s, %s) > 0".formatted(value, parameter(compare, 0));
        case STARTS_WITH -> "starts_with(%s, %s)".formatted(value, parameter(compare, 0));
        case ENDS_WITH -> {
          String part = parameter(compare, 0);
          yield "right(%s, char_length(%s)) = %s".formatted(value, part, part);
        }
        case EXISTS -> column(compare.field()) + " IS NOT NULL";
      };
    }

    private String parameter(Compare compare, int index) {
      parameters.addString(compare.values().get(index));
      String text = "$" + parameters.size() + "::text";
      if (compare.field() == Field.CREATED_AT) {
        return text + "::timestamptz";
      }
      return compare.operator().ignoreCase() ? lower(text) : text;
    }

    private String array(Compare compare) {
      parameters.addArrayOfString(compare.values().toArray(String[]::new));
      String texts = "$" + parameters.size() + "::text[]";
      if (compare.field() == Field.CREATED_AT) {
        return texts + "::timestamptz[]";
      }
      return compare.operator().ignoreCase()
          ? "SELECT %s FROM unnest(%s) AS t(t)".formatted(lower("t"), texts)
          : texts;
    }

    /** Texts compare by code point. */
    private static String expression(Field field, boolean ignoreCase) {
      if (field == Field.CREATED_AT) {
        return column(field);
      }
      return ignoreCase ? lower(column(field)) : column(field) + " COLLATE \"C\"";
    }

    /** By Unicode's simple mapping. */
    private static String lower(String text) {
      return "lower(%s COLLATE \"pg_c_utf8\") COLLATE \"C\"".formatted(text);
    }

    private static String column(Field field) {
      return switch (field) {
        case OSID -> "osid::text";
        case ENTITY -> "entity";
        case ENTITY_ID -> "entity_id";
        case CREDENTIAL_ID -> "credential_id";
        case SIGNED_HASH -> "signed_hash";
        case SIGNED_DATA -> "signed_data";
        case USER_ID -> "user_id";
        case CREATED_AT -> "created_at";
      };
    }

    String order(RevokedQuery query) {
      if (query.sort().isEmpty()) {
        return "created_at, osid";
      }
      boolean descending = query.sort().getLast().descending();
      return query.sort().stream()
              .map(
                  key ->
                      expression(key.field(), false)
                          + (key.descending() ? " DESC NULLS LAST" : " NULLS LAST"))
              .collect(Collectors.joining(", "))
          + (descending ? ", osid DESC" : ", osid");
    }
  }
}
