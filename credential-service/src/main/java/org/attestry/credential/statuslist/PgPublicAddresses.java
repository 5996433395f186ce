package org.attestry.credential.statuslist;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import org.attestry.credential.status.StatusAddresses;
import org.attestry.credential.status.StatusAddresses.Base;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores the public addresses of the gateway, with the lists that were made under each. */
public final class PgPublicAddresses {

  private static final Logger LOG = LoggerFactory.getLogger(PgPublicAddresses.class);

  private static final String LOCK =
      "SELECT pg_advisory_xact_lock(hashtextextended('public address', 0))";

  private static final String LIST =
      "SELECT first_list, address FROM public_address ORDER BY first_list";

  private static final String HAS_LISTS = "SELECT 1 AS one FROM status_list LIMIT 1";

  private static final String BEGIN =
      """
      INSERT INTO public_address (first_list, address) VALUES (0, $1)
      RETURNING first_list
      """;

  /** Lists that were made under the former address get no more entries. */
  private static final String CHANGE =
      """
      WITH closed AS (UPDATE status_list SET filling = false WHERE filling)
      INSERT INTO public_address (first_list, address)
      SELECT coalesce(max(id) + 1, 0), $1 FROM status_list
      ON CONFLICT (first_list) DO UPDATE SET address = excluded.address, since = now()
      RETURNING first_list
      """;

  private final Database database;
  private final String current;
  private final List<String> former;

  /**
   * @param current the present address, without trailing slash
   * @param former earlier ones that the settings name, the oldest first
   */
  public PgPublicAddresses(Database database, String current, List<String> former) {
    this.database = database;
    this.current = current;
    this.former = List.copyOf(former);
  }

  /** Stores the present address if it is new, and returns the addresses of all lists. */
  public Future<StatusAddresses> open() {
    return database
        .retryUntilUp(() -> database.inTransaction(this::open))
        .onSuccess(this::logUnnamed)
        .map(this::withFormer);
  }

  private Future<List<Base>> open(SqlConnection connection) {
    return connection
        .query(LOCK)
        .execute()
        .compose(locked -> connection.query(LIST).execute())
        .map(rows -> Rows.list(rows, PgPublicAddresses::base))
        .compose(stored -> stored.isEmpty() ? begin(connection) : Future.succeededFuture(stored))
        .compose(
            stored ->
                stored.getLast().address().equals(current)
                    ? Future.succeededFuture(stored)
                    : change(connection, stored));
  }

  /** Before addresses were stored, lists were made under the last one that the settings name. */
  private Future<List<Base>> begin(SqlConnection connection) {
    return connection
        .query(HAS_LISTS)
        .execute()
        .map(lists -> lists.size() > 0 && !former.isEmpty() ? former.getLast() : current)
        .compose(
            first ->
                connection
                    .preparedQuery(BEGIN)
                    .execute(Tuple.of(first))
                    .map(done -> List.of(new Base(0, first))));
  }

  private Future<List<Base>> change(SqlConnection connection, List<Base> stored) {
    LOG.atWarn()
        .addKeyValue("former", stored.getLast().address())
        .addKeyValue("address", current)
        .log("PUBLIC_URL has changed: let the former host go on leading to the gateway");
    return connection
        .preparedQuery(CHANGE)
        .execute(Tuple.of(current))
        .map(rows -> Rows.one(rows).getLong("first_list"))
        .map(
            first -> {
              List<Base> bases = new ArrayList<>(stored);
              bases.removeIf(base -> base.firstList() == first);
              bases.add(new Base(first, current));
              return bases;
            });
  }

  private void logUnnamed(List<Base> stored) {
    stored.stream()
        .map(Base::address)
        .filter(address -> !address.equals(current) && !former.contains(address))
        .forEach(
            address ->
                LOG.atWarn()
                    .addKeyValue("former", address)
                    .log(
                        "PUBLIC_URL_FORMER does not name a former PUBLIC_URL: its host gets no DID"
                            + " documents"));
  }

  private StatusAddresses withFormer(List<Base> stored) {
    List<Base> bases = new ArrayList<>();
    former.forEach(address -> bases.add(new Base(0, address)));
    bases.addAll(stored);
    return new StatusAddresses(bases);
  }

  private static Base base(Row row) {
    return new Base(row.getLong("first_list"), row.getString("address"));
  }
}
