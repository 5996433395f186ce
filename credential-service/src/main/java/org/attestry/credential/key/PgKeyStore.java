package org.attestry.credential.key;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.credential.call.Page;
import org.attestry.credential.call.Pages;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** Stores signing keys in PostgreSQL. */
public record PgKeyStore(Database database) {

  private static final String COLUMNS =
      "verification_method, issuer, key_type, state, public_key_pem, held_by, sealed_private_key,"
          + " key_reference, context_digests, created_at, signed_from, signed_until, revoked_at";

  private static final String ISSUERS =
      """
      SELECT issuer.did, issuer.named_by, issuer.created_at AS registered_at, issuer.disabled_at, %s
      FROM issuer LEFT JOIN
      """
          .formatted(
              Stream.of(COLUMNS.split(", ")).map("key."::concat).collect(Collectors.joining(", ")));

  private static final String FIND_ISSUER =
      ISSUERS
          + """
          signing_key key ON key.issuer = issuer.did AND key.key_type = $1 AND key.state = 'ACTIVE'
          WHERE issuer.did = $2
          """;

  /** Selects issuers, each with its key of the preferred type, else one of another type. */
  private static final String SHOWN_ISSUERS =
      ISSUERS
          + """
          LATERAL (
            SELECT * FROM signing_key
            WHERE signing_key.issuer = issuer.did AND state = 'ACTIVE'
            ORDER BY key_type <> $1, key_type
            LIMIT 1
          ) key ON true
          """;

  private static final String SHOW_ISSUER = SHOWN_ISSUERS + "WHERE issuer.did = $2";

  private static final String LIST_ISSUERS =
      SHOWN_ISSUERS + "ORDER BY issuer.did LIMIT $2 OFFSET $3";

  private static final String COUNT_ISSUERS = "SELECT count(*) FROM issuer";

  private static final String FIND_ACTIVE =
      "SELECT %s FROM signing_key WHERE issuer = $1 AND key_type = $2 AND state = 'ACTIVE'"
          .formatted(COLUMNS);

  private static final String FIND =
      "SELECT %s FROM signing_key WHERE verification_method = $1".formatted(COLUMNS);

  /** The condition that a public key, the parameter, is revoked under any name. */
  public static final String KEY_REVOKED =
      "EXISTS (SELECT FROM signing_key WHERE public_key_pem = %s AND state = 'REVOKED')";

  private static final String IS_REVOKED = "SELECT " + KEY_REVOKED.formatted("$1");

  private static final String LIST_KEYS =
      """
      SELECT %s FROM signing_key
      WHERE issuer = $1
      ORDER BY created_at DESC, verification_method
      LIMIT $2 OFFSET $3
      """
          .formatted(COLUMNS);

  private static final String COUNT_KEYS = "SELECT count(*) FROM signing_key WHERE issuer = $1";

  private static final String METHODS =
      "SELECT verification_method FROM signing_key WHERE issuer = $1";

  private static final String VALUES = "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13";

  private static final String INSERT =
      "INSERT INTO signing_key (%s) VALUES (%s)".formatted(COLUMNS, VALUES);

  private static final String INSERT_ACTIVE =
      """
      INSERT INTO signing_key (%s)
      SELECT %s
      WHERE (SELECT count(DISTINCT issuer) FROM signing_key WHERE state = 'ACTIVE' AND issuer <> $2)
        < $14
      ON CONFLICT DO NOTHING
      """
          .formatted(COLUMNS, VALUES);

  private static final String INSERT_IMPORTED =
      """
      INSERT INTO signing_key (%s) VALUES (%s)
      ON CONFLICT (verification_method) DO UPDATE
      SET context_digests =
        ARRAY(SELECT DISTINCT unnest(signing_key.context_digests || EXCLUDED.context_digests))
      WHERE signing_key.issuer = EXCLUDED.issuer
        AND signing_key.public_key_pem = EXCLUDED.public_key_pem
        AND signing_key.state = 'VERIFY_ONLY'
        AND signing_key.held_by IS NULL
      """
          .formatted(COLUMNS, VALUES);

  private static final String SEALED =
      "SELECT %s FROM signing_key WHERE held_by = 'DATABASE'".formatted(COLUMNS);

  private static final String RESEAL =
      """
      UPDATE signing_key SET sealed_private_key = $3
      WHERE verification_method = $1 AND sealed_private_key = $2
      """;

  private static final String RETIRE =
      """
      UPDATE signing_key SET
        state = $2,
        signed_until = CASE state WHEN 'ACTIVE' THEN $3 ELSE signed_until END,
        revoked_at = CASE $2 WHEN 'REVOKED' THEN $3 END
      WHERE verification_method = $1 AND state = $4
      """;

  private static final String DISABLE =
      """
      UPDATE issuer
      SET disabled_at = CASE WHEN $2::timestamptz IS NULL THEN NULL ELSE coalesce(disabled_at, $2) END
      WHERE did = $1
      """;

  private static final String REGISTER =
      """
      INSERT INTO issuer (did, named_by) VALUES ($1, $2)
      ON CONFLICT (did) DO UPDATE SET named_by = EXCLUDED.named_by
      WHERE issuer.named_by = 'ADMIN' AND EXCLUDED.named_by <> 'ADMIN'
      """;

  /**
   * Returns a registered issuer with its ACTIVE key of the type, as committed when the call begins
   * or later.
   */
  public Future<Optional<RegisteredIssuer>> findIssuer(String issuer, KeyType type) {
    return database
        .shortReads(FIND_ISSUER)
        .execute(Tuple.of(type.name(), issuer))
        .map(rows -> Rows.first(rows, PgKeyStore::issuer));
  }

  /**
   * Returns a registered issuer, with an ACTIVE key if it has one.
   *
   * @param preferred the type of the key, if the issuer has several
   */
  public Future<Optional<RegisteredIssuer>> showIssuer(String issuer, KeyType preferred) {
    return database
        .shortReads(SHOW_ISSUER)
        .execute(Tuple.of(preferred.name(), issuer))
        .map(rows -> Rows.first(rows, PgKeyStore::issuer));
  }

  /**
   * Returns the registered issuers in the order of their DIDs, in the form of {@link #showIssuer}.
   */
  public Future<Page<RegisteredIssuer>> listIssuers(KeyType preferred, int limit, int offset) {
    return Pages.of(
        database.orderedScans(LIST_ISSUERS).execute(Tuple.of(preferred.name(), limit, offset)),
        database.shortReads(COUNT_ISSUERS).execute(),
        PgKeyStore::issuer);
  }

  /**
   * Registers an issuer. The source of a registered one changes from an admin to a schema or the
   * default, never the other way round.
   */
  public Future<Void> register(String issuer, IssuerSource namedBy) {
    return database.writes(REGISTER).execute(Tuple.of(issuer, namedBy.name())).mapEmpty();
  }

  /**
   * @param at the time at which it is disabled; null enables it
   * @return whether it is registered; an issuer that is disabled already keeps its time
   */
  public Future<Boolean> setDisabled(String issuer, Instant at) {
    return database
        .writes(DISABLE)
        .execute(Tuple.of(issuer, Rows.utc(at)))
        .map(updated -> updated.rowCount() > 0);
  }

  /** Returns the key with this verificationMethod; empty if it is not stored here. */
  public Future<Optional<StoredKey>> find(String verificationMethod) {
    return database.shortReads(FIND).execute(Tuple.of(verificationMethod)).map(PgKeyStore::first);
  }

  /** Says whether this public key is revoked, under any name and of any issuer. */
  public Future<Boolean> isRevoked(String publicKeyPem) {
    return database
        .shortReads(IS_REVOKED)
        .execute(Tuple.of(publicKeyPem))
        .map(rows -> Rows.one(rows).getBoolean(0));
  }

  /** Returns the issuer's keys, newest first. */
  public Future<Page<StoredKey>> findOfIssuer(String issuer, int limit, int offset) {
    return Pages.of(
        database.orderedScans(LIST_KEYS).execute(Tuple.of(issuer, limit, offset)),
        database.shortReads(COUNT_KEYS).execute(Tuple.of(issuer)),
        PgKeyStore::key);
  }

  /** Returns the names of all of the issuer's keys, in any state. */
  public Future<Set<String>> methodsOf(String issuer) {
    return database
        .shortReads(METHODS)
        .execute(Tuple.of(issuer))
        .map(rows -> rows.stream().map(row -> row.getString(0)).collect(Collectors.toSet()));
  }

  /**
   * Stores an issuer's key, unless it has an ACTIVE one of that type by now or the number of
   * issuers has reached its limit. Issuers without a signing key do not count.
   *
   * @param most the largest number of issuers
   * @return the issuer's ACTIVE key, also one that another replica stored; empty if there are too
   *     many issuers; fails with {@link KeyNameTaken} if a key of another type or issuer has its
   *     name
   */
  public Future<Optional<StoredKey>> insertActive(StoredKey key, int most) {
    return database
        .writes(INSERT_ACTIVE)
        .execute(values(key).addLong((long) most))
        .compose(
            inserted ->
                database.shortReads(FIND_ACTIVE).execute(Tuple.of(key.issuer(), key.type().name())))
        .map(PgKeyStore::first)
        .compose(
            active ->
                active.isPresent()
                    ? Future.succeededFuture(active)
                    : find(key.verificationMethod()).map(PgKeyStore::requireNameFree));
  }

  private static Optional<StoredKey> requireNameFree(Optional<StoredKey> other) {
    if (other.isPresent()) {
      throw new KeyNameTaken();
    }
    return Optional.empty();
  }

  private static boolean isNamed(Throwable cause) {
    return cause instanceof PgException sql && "signing_key_pkey".equals(sql.getConstraint());
  }

  /**
   * Stores an imported key unless its name is taken; returns the key now stored under that name.
   * The contexts of a key that is stored already are added to its former ones.
   */
  public Future<StoredKey> insertImported(StoredKey key) {
    return database
        .writes(INSERT_IMPORTED)
        .execute(values(key))
        .compose(inserted -> find(key.verificationMethod()))
        .map(Optional::orElseThrow);
  }

  /** All keys that have a private part. */
  public Future<List<StoredKey>> sealedKeys() {
    return database.searches(SEALED).execute().map(PgKeyStore::keys);
  }

  /** Stores the newly sealed private part, unless it has changed since the key was read. */
  public Future<Void> reseal(StoredKey key, byte[] sealed) {
    Tuple change =
        Tuple.of(
            key.verificationMethod(),
            Buffer.buffer(key.privatePart().sealed()),
            Buffer.buffer(sealed));
    return database.writes(RESEAL).execute(change).mapEmpty();
  }

  /**
   * Changes a key's state, and stores its successor, in one transaction.
   *
   * @param key as it was read
   * @param next ACTIVE, or null for none
   * @return false, and nothing is changed, if the key has another state by now; fails with {@link
   *     KeyNameTaken} if another key has the name of the successor
   */
  public Future<Boolean> retire(StoredKey key, KeyState state, Instant at, StoredKey next) {
    Tuple change =
        Tuple.of(key.verificationMethod(), state.name(), Rows.utc(at), key.state().name());
    return database
        .inTransaction(
            transaction ->
                transaction
                    .preparedQuery(RETIRE)
                    .execute(change)
                    .compose(
                        updated ->
                            updated.rowCount() == 0 || next == null
                                ? Future.succeededFuture(updated.rowCount() > 0)
                                : transaction
                                    .preparedQuery(INSERT)
                                    .execute(values(next))
                                    .map(true)))
        .recover(cause -> Future.failedFuture(isNamed(cause) ? new KeyNameTaken() : cause));
  }

  private static Tuple values(StoredKey key) {
    PrivatePart privatePart = key.privatePart();
    KeyHolder holder = privatePart.heldBy();
    return Tuple.of(
            key.verificationMethod(),
            key.issuer(),
            key.type().name(),
            key.state().name(),
            key.publicKeyPem())
        .addString(holder == null ? null : holder.name())
        .addBuffer(Buffer.buffer(privatePart.sealed()))
        .addString(privatePart.reference())
        .addArrayOfString(key.contextDigests().toArray(String[]::new))
        .addOffsetDateTime(Rows.utc(key.createdAt()))
        .addOffsetDateTime(Rows.utc(key.signing().from()))
        .addOffsetDateTime(Rows.utc(key.signing().until()))
        .addOffsetDateTime(Rows.utc(key.revokedAt()));
  }

  private static RegisteredIssuer issuer(Row row) {
    return new RegisteredIssuer(
        row.getString("did"),
        IssuerSource.valueOf(row.getString("named_by")),
        Rows.instant(row, "registered_at"),
        Rows.instant(row, "disabled_at"),
        row.getString("verification_method") == null ? null : key(row));
  }

  private static Optional<StoredKey> first(RowSet<Row> rows) {
    return Rows.first(rows, PgKeyStore::key);
  }

  private static List<StoredKey> keys(RowSet<Row> rows) {
    return Rows.list(rows, PgKeyStore::key);
  }

  private static PrivatePart privatePart(Row row) {
    String holder = row.getString("held_by");
    return new PrivatePart(
        holder == null ? null : KeyHolder.valueOf(holder),
        row.getBuffer("sealed_private_key").getBytes(),
        row.getString("key_reference"));
  }

  private static StoredKey key(Row row) {
    return new StoredKey(
        row.getString("verification_method"),
        row.getString("issuer"),
        KeyType.valueOf(row.getString("key_type")),
        KeyState.valueOf(row.getString("state")),
        row.getString("public_key_pem"),
        privatePart(row),
        Set.of(row.getArrayOfStrings("context_digests")),
        Rows.instant(row, "created_at"),
        new SigningTime(Rows.instant(row, "signed_from"), Rows.instant(row, "signed_until")),
        Rows.instant(row, "revoked_at"));
  }
}
