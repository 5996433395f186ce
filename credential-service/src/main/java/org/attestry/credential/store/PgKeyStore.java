package org.attestry.credential.store;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attestry.credential.domain.KeyState;
import org.attestry.credential.domain.KeyStore;
import org.attestry.credential.domain.NamedBy;
import org.attestry.credential.domain.StoredKey;
import org.attestry.runtime.postgres.Database;

/** Signing keys in PostgreSQL. */
public final class PgKeyStore implements KeyStore {

  private static final String COLUMNS =
      "verification_method, issuer, state, public_key_pem, sealed_private_key, created_at";

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

  private static final String INSERT_FIRST =
      """
      INSERT INTO signing_key (%s)
      SELECT $1, $2, $3, $4, $5, $6
      WHERE (SELECT count(*) FROM signing_key) < $7
      ON CONFLICT DO NOTHING
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
  public Future<Optional<NamedBy>> namedBy(String issuer) {
    return database
        .statement(NAMED_BY)
        .execute(Tuple.of(issuer))
        .map(rows -> rows.stream().findFirst().map(row -> NamedBy.valueOf(row.getString(0))));
  }

  @Override
  public Future<Void> register(String issuer, NamedBy namedBy) {
    return database.statement(REGISTER).execute(Tuple.of(issuer, namedBy.name())).mapEmpty();
  }

  @Override
  public Future<Optional<StoredKey>> findActive(String issuer) {
    return database.statement(FIND_ACTIVE).execute(Tuple.of(issuer)).map(PgKeyStore::first);
  }

  @Override
  public Future<Optional<StoredKey>> find(String verificationMethod) {
    return database.statement(FIND).execute(Tuple.of(verificationMethod)).map(PgKeyStore::first);
  }

  @Override
  public Future<List<StoredKey>> findOfIssuer(String issuer) {
    return database.statement(FIND_OF_ISSUER).execute(Tuple.of(issuer)).map(PgKeyStore::keys);
  }

  @Override
  public Future<Optional<StoredKey>> insertFirst(StoredKey key, int most) {
    Tuple values =
        Tuple.of(key.verificationMethod(), key.issuer(), key.state().name(), key.publicKeyPem());
    values
        .addBuffer(Buffer.buffer(key.sealedPrivateKey()))
        .addOffsetDateTime(key.createdAt().atOffset(ZoneOffset.UTC))
        .addLong((long) most);
    return database
        .statement(INSERT_FIRST)
        .execute(values)
        .compose(inserted -> findActive(key.issuer()));
  }

  private static Optional<StoredKey> first(RowSet<Row> rows) {
    return keys(rows).stream().findFirst();
  }

  private static List<StoredKey> keys(RowSet<Row> rows) {
    List<StoredKey> keys = new ArrayList<>();
    for (Row row : rows) {
      keys.add(
          new StoredKey(
              row.getString("verification_method"),
              row.getString("issuer"),
              KeyState.valueOf(row.getString("state")),
              row.getString("public_key_pem"),
              row.getBuffer("sealed_private_key").getBytes(),
              row.getOffsetDateTime("created_at").toInstant()));
    }
    return keys;
  }
}
