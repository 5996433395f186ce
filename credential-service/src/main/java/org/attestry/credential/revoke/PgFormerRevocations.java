package org.attestry.credential.revoke;

import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** Stores revocations of former systems in PostgreSQL. */
public record PgFormerRevocations(Database database) {

  /** Rows are inserted in one order, so that two simultaneous imports cannot deadlock. */
  private static final String INSERT =
      """
      WITH sent AS (
        SELECT * FROM unnest($1::integer[], $2::text[], $3::text[], $4::timestamptz[])
          AS row (line, credential_id, signed_hash, revoked_at)
      ), issued AS (
        SELECT line FROM sent
        WHERE EXISTS (
            SELECT FROM issued_credential
            WHERE credential_id = sent.credential_id AND NOT adopted)
          OR EXISTS (
            SELECT FROM issued_credential WHERE signed_hash = sent.signed_hash AND NOT adopted)
      ), named AS (
        SELECT line, 'ID' AS kind, credential_id AS value, revoked_at FROM sent
        WHERE credential_id IS NOT NULL
        UNION ALL
        SELECT line, 'HASH', signed_hash, revoked_at FROM sent WHERE signed_hash IS NOT NULL
      ), stored AS (
        INSERT INTO imported_revocation (kind, value, revoked_at, user_id)
        SELECT kind, value, min(revoked_at), $5 FROM named
        WHERE line NOT IN (SELECT line FROM issued)
        GROUP BY kind, value
        ORDER BY kind, value
        ON CONFLICT DO NOTHING
        RETURNING kind, value
      )
      SELECT line, true AS issued FROM issued
      UNION ALL
      SELECT min(line), false FROM named JOIN stored USING (kind, value) GROUP BY kind, value
      """;

  /**
   * Stores revocations, all of them or none. A revocation of a credential that was issued here is
   * not stored.
   *
   * @param userId the importing user
   * @return the lines that were stored now, and those of credentials issued here
   */
  public Future<Outcome> insert(List<ImportedRevocation> revocations, String userId) {
    if (revocations.isEmpty()) {
      return Future.succeededFuture(new Outcome(Set.of(), Set.of()));
    }
    return database
        .writes(INSERT)
        .execute(values(revocations, userId))
        .map(
            rows -> {
              Set<Integer> stored = new HashSet<>();
              Set<Integer> issuedHere = new HashSet<>();
              rows.forEach(
                  row ->
                      (row.getBoolean("issued") ? issuedHere : stored).add(row.getInteger("line")));
              return new Outcome(stored, issuedHere);
            });
  }

  private static Tuple values(List<ImportedRevocation> all, String userId) {
    return Tuple.tuple()
        .addArrayOfInteger(all.stream().map(ImportedRevocation::line).toArray(Integer[]::new))
        .addArrayOfString(all.stream().map(ImportedRevocation::credentialId).toArray(String[]::new))
        .addArrayOfString(all.stream().map(ImportedRevocation::signedHash).toArray(String[]::new))
        .addArrayOfOffsetDateTime(
            all.stream().map(one -> Rows.utc(one.revokedAt())).toArray(OffsetDateTime[]::new))
        .addString(userId);
  }

  /**
   * @param stored lines that were not known before
   * @param issuedHere lines that were skipped
   */
  public record Outcome(Set<Integer> stored, Set<Integer> issuedHere) {}
}
