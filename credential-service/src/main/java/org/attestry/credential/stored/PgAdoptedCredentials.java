package org.attestry.credential.stored;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** Stores the credentials of former systems, as credentials of their entities. */
public record PgAdoptedCredentials(Database database) {

  /** A credential that is stored already keeps its text, whose digest revocations name. */
  private static final String INSERT =
      """
      INSERT INTO issued_credential (
        id, credential_id, entity_type, entity_id, attestation_name, issuer, signed_hash,
        proof_hash, context_digest, credential, issued_at, adopted, revoked_at)
      SELECT g.*, true,
        CASE WHEN EXISTS (
            SELECT FROM imported_revocation
            WHERE kind = 'HASH' AND value = g.signed_hash
              OR kind = 'ID' AND value = g.credential_id)
          THEN now()
        END
      FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
          $7::text[], $8::text[], $9::text[], $10::text[], $11::timestamptz[])
        AS g(id, credential_id, entity_type, entity_id, attestation_name, issuer, signed_hash,
          proof_hash, context_digest, credential, issued_at)
      ORDER BY g.proof_hash
      ON CONFLICT (proof_hash) DO NOTHING
      """;

  private static final String FIND =
      """
      SELECT proof_hash, entity_id, attestation_name, adopted, credential,
        revoked_at IS NOT NULL OR EXISTS (
          SELECT FROM imported_revocation
          WHERE kind = 'HASH' AND value = signed_hash OR kind = 'ID' AND value = credential_id
        ) AS revoked
      FROM issued_credential
      WHERE proof_hash = ANY ($1::text[])
      """;

  /**
   * A credential as it is stored.
   *
   * @param adopted false for one that was issued here
   * @param text as it was stored first
   */
  public record Kept(
      String proofHash,
      String entityId,
      String attestationName,
      boolean adopted,
      String text,
      boolean revoked) {}

  /**
   * Stores credentials; those that are stored already stay what they are.
   *
   * @param credentials each with another signature
   * @return what is stored, by the hash of the signature
   */
  public Future<Map<String, Kept>> insert(List<StoredCredential> credentials) {
    if (credentials.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    String[] proofs = texts(credentials, StoredCredential::proofHash);
    return database
        .writes(INSERT)
        .execute(values(credentials))
        .compose(
            inserted -> database.shortReads(FIND).execute(Tuple.tuple().addArrayOfString(proofs)))
        .map(
            rows ->
                Rows.list(rows, PgAdoptedCredentials::kept).stream()
                    .collect(Collectors.toMap(Kept::proofHash, Function.identity())));
  }

  private static Kept kept(Row row) {
    return new Kept(
        row.getString("proof_hash"),
        row.getString("entity_id"),
        row.getString("attestation_name"),
        row.getBoolean("adopted"),
        row.getString("credential"),
        row.getBoolean("revoked"));
  }

  private static Tuple values(List<StoredCredential> all) {
    return Tuple.tuple()
        .addArrayOfUUID(all.stream().map(StoredCredential::id).toArray(UUID[]::new))
        .addArrayOfString(texts(all, StoredCredential::credentialId))
        .addArrayOfString(texts(all, StoredCredential::entityType))
        .addArrayOfString(texts(all, StoredCredential::entityId))
        .addArrayOfString(texts(all, StoredCredential::attestationName))
        .addArrayOfString(texts(all, StoredCredential::issuer))
        .addArrayOfString(texts(all, StoredCredential::signedHash))
        .addArrayOfString(texts(all, StoredCredential::proofHash))
        .addArrayOfString(texts(all, StoredCredential::contextDigest))
        .addArrayOfString(texts(all, one -> one.credential().text()))
        .addArrayOfOffsetDateTime(
            all.stream().map(one -> Rows.utc(one.issuedAt())).toArray(OffsetDateTime[]::new));
  }

  private static String[] texts(
      List<StoredCredential> all, Function<StoredCredential, String> text) {
    return all.stream().map(text).toArray(String[]::new);
  }
}
