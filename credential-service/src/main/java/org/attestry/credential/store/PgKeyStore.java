package org.attestry.credential.store;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.attestry.credential.domain.IssuerSource;
import org.attestry.credential.domain.KeyState;
import org.attestry.credential.domain.KeyStore;
import org.attestry.credential.domain.StoredKey;
import org.attestry.runtime.postgres.Database;

/** Signing keys in PostgreSQL. */
public final class PgKeyStore implements KeyStore {

  private static final String COLUMNS =
      "verification_method, issuer, state, public_key_pem, sealed_private_key, context_digests,"
          + " created_at";

  private static final String FIND_ACTIVE =
      "SELECT %s FROM signing_key WHERE issuer = $1 AND state = 'ACTIVE'".formatted(COLUMNS);

  private static final String FIND =
      "SELECT %s FROM signing_key WHERE verification_method = $1".formatted(COLUMNS);

  private static final String FIND_OF_ISSUER =
      """
      SELECT %s FROM signing_key
      WHERE issuer = $1 AND state <> 'REVOKED'
      ORDER BY created_at DESC, verification_method
      """
          .formatted(COLUMNS);

  private static final String METHODS =
      "SELECT verification_method FROM signing_key WHERE issuer = $1";

  private static final String INSERT_ACTIVE =
      """
      INSERT INTO signing_key (%s)
      SELECT $1, $2, $3, $4, $5, $6, $7
      WHERE (SELECT count(*) FROM signing_key WHERE state = 'ACTIVE') < $8
      ON CONFLICT DO NOTHING
      """
          .formatted(COLUMNS);

  private static final String INSERT_IMPORTED =
      """
      INSERT INTO signing_key (%s) VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (verification_method) DO UPDATE SET context_digests = EXCLUDED.context_digests
      WHERE signing_key.issuer = EXCLUDED.issuer
        AND signing_key.public_key_pem = EXCLUDED.public_key_pem
        AND signing_key.state = 'VERIFY_ONLY'
        AND octet_length(signing_key.sealed_private_key) = 0
      """
          .formatted(COLUMNS);

  private static final String NAMED_BY = "SELECT named_by FROM issuer WHERE did = $1";

  private static final String REGISTER =
      """
      INSERT INTO issuer (did, named_by) VALUES ($1, $2)
      ON CONFLICT (did) DO UPDATE SET named_by = EXCLUDED.named_by
      WHERE issuer.named_by = 'ADMIN' AND EXCLUDED.named_by <> 'ADMIN'
      """;

  private final Database database;

  public PgKeyStore(Database database) {
    this.database = database;
  }

  @Override
  public Future<Optional<IssuerSource>> namedBy(String issuer) {
    return database
        .shortReads(NAMED_BY)
        .execute(Tuple.of(issuer))
        .map(rows -> rows.stream().findFirst().map(row -> IssuerSource.valueOf(row.getString(0))));
  }

  @Override
  public Future<Void> register(String issuer, IssuerSource namedBy) {
    return database.shortReads(REGISTER).execute(Tuple.of(issuer, namedBy.name())).mapEmpty();
  }

  @Override
  public Future<Optional<StoredKey>> findActive(String issuer) {
    return database.shortReads(FIND_ACTIVE).execute(Tuple.of(issuer)).map(PgKeyStore::first);
  }

  @Override
  public Future<Optional<StoredKey>> find(String verificationMethod) {
    return database.shortReads(FIND).execute(Tuple.of(verificationMethod)).map(PgKeyStore::first);
  }

  @Override
  public Future<List<StoredKey>> findOfIssuer(String issuer) {
    return database.shortReads(FIND_OF_ISSUER).execute(Tuple.of(issuer)).map(PgKeyStore::keys);
  }

  @Override
  public Future<Set<String>> methodsOf(String issuer) {
    return database
        .shortReads(METHODS)
        .execute(Tuple.of(issuer))
        .map(rows -> rows.stream().map(row -> row.getString(0)).collect(Collectors.toSet()));
  }

  @Override
  public Future<Optional<StoredKey>> insertActive(StoredKey key, int most) {
    return database
        .shortReads(INSERT_ACTIVE)
        .execute(values(key).addLong((long) most))
        .compose(inserted -> findActive(key.issuer()));
  }

  @Override
  public Future<StoredKey> insertImported(StoredKey key) {
    return database
        .shortReads(INSERT_IMPORTED)
        .execute(values(key))
        .compose(inserted -> find(key.verificationMethod()))
        .map(Optional::orElseThrow);
  }

  private static Tuple values(StoredKey key) {
    Tuple values =
        Tuple.of(key.verificationMethod(), key.issuer(), key.state().name(), key.publicKeyPem());
    return values
        .addBuffer(Buffer.buffer(key.sealedPrivateKey()))
        .addArrayOfString(key.contextDigests().toArray(String[]::new))
        .addOffsetDateTime(key.createdAt().atOffset(ZoneOffset.UTC));
  }

  private static Optional<StoredKey> first(RowSet<Row> rows) {
    return rows.stream().findFirst().map(PgKeyStore::key);
  }

  private static List<StoredKey> keys(RowSet<Row> rows) {
    return rows.stream().map(PgKeyStore::key).toList();
  }

  private static StoredKey key(Row row) {
    return new StoredKey(
        row.getString("verification_method"),
        row.getString("issuer"),
        KeyState.valueOf(row.getString("state")),
        row.getString("public_key_pem"),
        row.getBuffer("sealed_private_key").getBytes(),
        Set.of(row.getArrayOfStrings("context_digests")),
        row.getOffsetDateTime("created_at").toInstant());
  }
}
