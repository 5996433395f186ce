package org.attestry.registry.owners;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/**
 * The pending steps between the database and the identity provider, in the tables whose names begin
 * with {@code owner_}. Any replica can complete or undo them.
 */
public record PgProvisionStore(Database database) {

  /**
   * Inserts rows, which are deleted in the transaction that stores the entity and its first history
   * row.
   */
  private static final String BEGIN =
      """
      INSERT INTO owner_provision (entity_id, username, begun_at, held_until)
      SELECT $1, username, now(), now() + $3 * interval '1 millisecond'
      FROM unnest($2::text[]) AS username
      WHERE NOT EXISTS (SELECT FROM owner_provision WHERE entity_id = $1)
        AND NOT EXISTS (SELECT FROM history WHERE id = $1)
      ON CONFLICT DO NOTHING
      """;

  /**
   * Inserts or keeps rows, which are deleted in the transaction that stores the row of the import.
   * That transaction updates the import first, and FOR SHARE waits for it: either it deletes these
   * rows too, or none is inserted.
   */
  private static final String HOLD =
      """
      WITH ahead AS MATERIALIZED (
        SELECT id FROM entity_import
        WHERE id = $4 AND started_at = $5 AND rows < $6 AND NOT completed FOR SHARE
      ), held AS (
        INSERT INTO owner_provision AS held (entity_id, username, begun_at, held_until)
        SELECT $1, username, now(), now() + $3 * interval '1 millisecond'
        FROM ahead, unnest($2::text[]) AS username
        ON CONFLICT (entity_id, username) DO UPDATE SET held_until = excluded.held_until
        WHERE NOT held.undoing
        RETURNING username
      )
      SELECT (SELECT count(*) FROM ahead) AS ahead, (SELECT count(*) FROM held) AS held
      """;

  private static final String IS_UNDER_WAY =
      "SELECT entity_id FROM owner_provision WHERE entity_id = $1 LIMIT 1";

  private static final String IS_ANY_UNDER_WAY =
      "SELECT entity_id FROM owner_provision WHERE username = ANY($1) LIMIT 1";

  private static final String UNDO =
      """
      UPDATE owner_provision SET undoing = true, held_until = now() + interval '5 seconds'
      WHERE entity_id = $1 AND NOT undoing
      RETURNING username
      """;

  private static final String UNDONE =
      "DELETE FROM owner_provision WHERE entity_id = $1 AND username = $2";

  private static final String IS_ANY_DUE =
      """
      SELECT EXISTS (SELECT FROM owner_provision WHERE held_until < now())
        OR EXISTS (SELECT FROM owner_link WHERE due < now())
        OR EXISTS (SELECT FROM owner_release WHERE due < now())
        OR EXISTS (SELECT FROM owner_request WHERE due < now())
        OR EXISTS (SELECT FROM owner_change WHERE held_until < now())
      """;

  private static final String TAKE_LAPSED =
      """
      UPDATE owner_provision SET undoing = true, held_until = now() + interval '30 seconds'
      WHERE (entity_id, username) IN (
        SELECT entity_id, username FROM owner_provision
        WHERE held_until < now() ORDER BY held_until LIMIT $1 FOR UPDATE SKIP LOCKED)
      RETURNING entity_id, username, begun_at < now() - interval '2 minutes' AS settled
      """;

  private static final String TAKE_DUE_LINKS =
      """
      UPDATE owner_link SET due = now() + interval '30 seconds'
      WHERE (entity_id, user_id) IN (
        SELECT entity_id, user_id FROM owner_link
        WHERE due < now() ORDER BY due LIMIT $1 FOR UPDATE SKIP LOCKED)
      RETURNING entity_id, user_id, type
      """;

  private static final String LINKED =
      "DELETE FROM owner_link WHERE entity_id = $1 AND user_id = $2";

  private static final String DELETE_REQUEST =
      "DELETE FROM owner_request WHERE entity_id = $1 AND user_id = $2";

  private static final String TAKE_DUE_REQUESTS =
      """
      UPDATE owner_request
      SET attempts = attempts + 1,
          due = now() + least(interval '30 seconds' * power(2, least(attempts, 10)), interval '1 hour')
      WHERE (entity_id, user_id) IN (
        SELECT entity_id, user_id FROM owner_request
        WHERE due < now() ORDER BY due LIMIT $1 FOR UPDATE SKIP LOCKED)
      RETURNING entity_id, user_id
      """;

  private static final String TAKE_DUE_RELEASES =
      """
      UPDATE owner_release SET due = now() + interval '30 seconds'
      WHERE (entity_id, user_id) IN (
        SELECT entity_id, user_id FROM owner_release AS r
        WHERE due < now() AND NOT EXISTS (
          SELECT FROM owner_link AS l WHERE l.user_id = r.user_id AND l.type = r.type)
        ORDER BY due LIMIT $1 FOR UPDATE SKIP LOCKED)
      RETURNING entity_id, user_id, type, taking
      """;

  private static final String TAKING =
      "UPDATE owner_release SET taking = true WHERE entity_id = $1 AND user_id = $2";

  private static final String RELEASED =
      "DELETE FROM owner_release WHERE entity_id = $1 AND user_id = $2";

  /**
   * Records the users that are about to be created for an entity that is not stored yet.
   *
   * @param usernames the user names, folded
   * @return false if another attempt of the same call has begun, or has stored the entity
   */
  public Future<Boolean> begin(UUID entity, List<String> usernames, Duration hold) {
    return database
        .writes(BEGIN)
        .execute(recording(entity, usernames, hold))
        .map(begun -> begun.rowCount() == usernames.size());
  }

  /**
   * Records the users that are about to be created for a row of an import, or keeps the record of
   * those that an earlier request has created for it. Records nothing for a row that is done: its
   * users may be owners by now.
   *
   * @param usernames the user names, folded
   */
  public Future<Hold> hold(RowAccounts row, List<String> usernames, Duration hold) {
    Tuple parameters =
        recording(row.id(), usernames, hold)
            .addUUID(row.importId())
            .addOffsetDateTime(Rows.utc(row.startedAt()))
            .addLong(row.row());
    return database
        .writes(HOLD)
        .execute(parameters)
        .map(Rows::one)
        .map(
            found -> {
              if (found.getLong("ahead") == 0) {
                return Hold.OVERTAKEN;
              }
              return found.getLong("held") == usernames.size() ? Hold.HELD : Hold.UNDOING;
            });
  }

  private static Tuple recording(UUID entity, List<String> usernames, Duration hold) {
    return Tuple.of(entity)
        .addArrayOfString(usernames.toArray(String[]::new))
        .addLong(hold.toMillis());
  }

  /** Whether users of this entity may still be removed. */
  public Future<Boolean> isUnderWay(UUID entity) {
    return exists(IS_UNDER_WAY, Tuple.of(entity));
  }

  /** Whether users of one of these names, folded, may still be created or removed. */
  public Future<Boolean> isAnyUnderWay(Set<String> usernames) {
    return exists(
        IS_ANY_UNDER_WAY, Tuple.tuple().addArrayOfString(usernames.toArray(String[]::new)));
  }

  private Future<Boolean> exists(String sql, Tuple parameters) {
    return database.shortReads(sql).execute(parameters).map(rows -> rows.iterator().hasNext());
  }

  /**
   * Records that the entity will not be stored; after that, it cannot be stored.
   *
   * @return the names of the users to remove; none if the entity has been stored
   */
  public Future<List<String>> undo(UUID entity) {
    return read(UNDO, Tuple.of(entity), row -> row.getString("username"));
  }

  /** Records that the user of this name was removed, or never existed. */
  public Future<Void> undone(UUID entity, String username) {
    return write(UNDONE, entity, username);
  }

  /** Whether any of the {@code take} methods may return something. */
  public Future<Boolean> isAnyDue() {
    return database.shortReads(IS_ANY_DUE).execute().map(rows -> Rows.one(rows).getBoolean(0));
  }

  /**
   * Leases users of entities that were not stored in time, each to one caller at a time. After
   * that, those entities cannot be stored.
   */
  public Future<List<Provision>> takeLapsed(int most) {
    return read(
        TAKE_LAPSED,
        Tuple.of(most),
        row ->
            new Provision(
                row.getUUID("entity_id"), row.getString("username"), row.getBoolean("settled")));
  }

  /** Leases accounts that should have been linked by now, each to one caller at a time. */
  public Future<List<Link>> takeDueLinks(int most) {
    return read(
        TAKE_DUE_LINKS,
        Tuple.of(most),
        row -> new Link(row.getUUID("entity_id"), row.getString("user_id"), row.getString("type")));
  }

  /** Records that the account has its role. */
  public Future<Void> linked(UUID entity, String userId) {
    return write(LINKED, entity, userId);
  }

  /** Records that the mail was sent, or is not needed. */
  public Future<Void> passwordRequested(UUID entity, String userId) {
    return write(DELETE_REQUEST, entity, userId);
  }

  /**
   * Leases users whose mail for setting a password is due, each to one caller at a time. The pause
   * before the next retry grows.
   */
  public Future<List<Request>> takeDueRequests(int most) {
    return read(
        TAKE_DUE_REQUESTS,
        Tuple.of(most),
        row -> new Request(row.getUUID("entity_id"), row.getString("user_id")));
  }

  /**
   * Leases owners of deleted entities who may lose a role, each to one caller at a time. Owners
   * whose link to that role is pending are left out.
   */
  public Future<List<Release>> takeDueReleases(int most) {
    return read(
        TAKE_DUE_RELEASES,
        Tuple.of(most),
        row ->
            new Release(
                row.getUUID("entity_id"),
                row.getString("user_id"),
                row.getString("type"),
                row.getBoolean("taking")));
  }

  /**
   * Records that the role may already have been removed, so that a user who owns another entity
   * gets it back.
   */
  public Future<Void> taking(UUID entity, String userId) {
    return write(TAKING, entity, userId);
  }

  /** Records that the owner's role has been checked: the owner has it only if entitled to it. */
  public Future<Void> released(UUID entity, String userId) {
    return write(RELEASED, entity, userId);
  }

  /** Writes the row of an entity and an account. */
  private Future<Void> write(String sql, UUID entity, String account) {
    return database.writes(sql).execute(Tuple.of(entity, account)).mapEmpty();
  }

  private <T> Future<List<T>> read(String sql, Tuple parameters, Function<Row, T> reading) {
    return database.writes(sql).execute(parameters).map(rows -> Rows.list(rows, reading));
  }

  /** The result of noting a row's users. */
  public enum Hold {
    /** The users are recorded. */
    HELD,
    /** Users of the row are being removed. */
    UNDOING,
    /** The import is past the row, or is gone. */
    OVERTAKEN
  }

  /** A user who gets a mail for setting a password. */
  public record Request(UUID entity, String userId) {}

  /**
   * An owner of a deleted entity.
   *
   * @param taking whether the role may already have been removed
   */
  public record Release(UUID entity, String userId, String type, boolean taking) {}

  /**
   * @param settled whether so much time has passed that no request can still create the user
   */
  public record Provision(UUID entity, String username, boolean settled) {}

  /** An account that is to have the role of a type, because it owns the entity. */
  public record Link(UUID entity, String userId, String type) {}
}
