package org.attestry.credential.store;

import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import org.attestry.credential.domain.certificate.CertificateStore;
import org.attestry.runtime.postgres.Database;

/** What certificates need of stored credentials, in PostgreSQL. */
public final class PgCertificateStore implements CertificateStore {

  private static final String REVOKED =
      """
      SELECT revoked_at IS NOT NULL FROM issued_credential
      WHERE credential_id = $1 ORDER BY number DESC LIMIT 1
      """;

  private final Database database;

  public PgCertificateStore(Database database) {
    this.database = database;
  }

  @Override
  public Future<Boolean> isRevoked(String credentialId) {
    return database
        .shortReads(REVOKED)
        .execute(Tuple.of(credentialId))
        .map(rows -> rows.size() > 0 && rows.iterator().next().getBoolean(0));
  }
}
