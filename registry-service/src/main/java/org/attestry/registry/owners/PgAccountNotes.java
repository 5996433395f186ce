package org.attestry.registry.owners;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.attestry.contracts.JsonBytes;
import org.attestry.registry.owners.UserDirectory.Account;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/**
 * The changes of accounts that go with a change of an entity that is not stored yet, in the table
 * {@code owner_change}. Any replica can undo them, whichever replica began them. An account has one
 * at a time.
 */
public record PgAccountNotes(Database database) {

  private static final String BEGIN =
      """
      INSERT INTO owner_change (user_id, change, begun_at, held_until)
      VALUES ($1, $2, now(), now() + $3 * interval '1 millisecond')
      ON CONFLICT (user_id) DO NOTHING
      """;

  private static final String KEEP =
      "UPDATE owner_change SET former = $2, names = $3 WHERE change = $1 AND NOT undoing";

  private static final String IS_UNDER_WAY =
      """
      SELECT change FROM owner_change
      WHERE names && $1::text[] AND change IS DISTINCT FROM $2::uuid LIMIT 1
      """;

  private static final String UNDO =
      """
      UPDATE owner_change SET undoing = true, held_until = now() + interval '5 seconds'
      WHERE change = $1 AND NOT undoing
      RETURNING change, former, false AS settled
      """;

  private static final String UNDONE = "DELETE FROM owner_change WHERE change = $1";

  private static final String TAKE_LAPSED =
      """
      UPDATE owner_change SET undoing = true, held_until = now() + interval '30 seconds'
      WHERE change IN (
        SELECT change FROM owner_change
        WHERE held_until < now() ORDER BY held_until LIMIT $1 FOR UPDATE SKIP LOCKED)
      RETURNING change, former, begun_at < now() - interval '2 minutes' AS settled
      """;

  /**
   * Records that an account is about to be changed.
   *
   * @return false if another change of the account is not finished
   */
  public Future<Boolean> begin(UUID change, String userId, Duration hold) {
    return database
        .writes(BEGIN)
        .execute(Tuple.of(userId, change, hold.toMillis()))
        .map(begun -> begun.rowCount() == 1);
  }

  /**
   * Records the account's data before the change.
   *
   * @param names the user names and e-mail addresses that the change takes or frees, folded
   * @return false if the change is being undone; then the account must not be changed
   */
  public Future<Boolean> keep(UUID change, Account former, Set<String> names) {
    return database
        .writes(KEEP)
        .execute(Tuple.of(change, Json.write(former).text(), names.toArray(String[]::new)))
        .map(kept -> kept.rowCount() == 1);
  }

  /**
   * Whether an unfinished change takes or frees one of these names. Another account must not get
   * such a name, because the change may be undone.
   *
   * @param own a change that is ignored, or null
   */
  public Future<Boolean> isUnderWay(Set<String> names, UUID own) {
    return database
        .shortReads(IS_UNDER_WAY)
        .execute(Tuple.of(names.toArray(String[]::new), own))
        .map(rows -> rows.iterator().hasNext());
  }

  /**
   * Records that the entity will not be stored; after that, it cannot be stored.
   *
   * @return the change to undo; none if the entity has been stored
   */
  public Future<List<AccountNote>> undo(UUID change) {
    return notes(UNDO, Tuple.of(change));
  }

  /** Records that the account has its former data. */
  public Future<Void> undone(UUID change) {
    return database.writes(UNDONE).execute(Tuple.of(change)).mapEmpty();
  }

  /**
   * Leases changes of entities that were not stored in time, each to one caller at a time. After
   * that, those entities cannot be stored.
   */
  public Future<List<AccountNote>> takeLapsed(int most) {
    return notes(TAKE_LAPSED, Tuple.of(most));
  }

  private Future<List<AccountNote>> notes(String sql, Tuple parameters) {
    return database
        .writes(sql)
        .execute(parameters)
        .map(rows -> Rows.list(rows, PgAccountNotes::note));
  }

  private static AccountNote note(Row row) {
    String former = row.getString("former");
    return new AccountNote(
        row.getUUID("change"),
        former == null ? null : Json.read(JsonBytes.of(former), Account.class),
        row.getBoolean("settled"));
  }

  /**
   * A change to undo.
   *
   * @param former the account's former data, null if it was not changed
   * @param settled whether it is too late for any request to change the account
   */
  public record AccountNote(UUID change, Account former, boolean settled) {}
}
