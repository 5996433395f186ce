package org.attestry.credential.token;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.attestry.credential.offer.Offer;
import org.attestry.credential.offer.PgOffers;
import org.attestry.credential.stored.PgCredentialStore;
import org.attestry.credential.stored.StoredCredential;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** Stores access tokens of wallets, and used nonces and proofs, in PostgreSQL. */
public record PgTokens(Database database) {

  /** How long an ended offer can still be read. */
  private static final Duration OFFERS_KEPT = Duration.ofDays(7);

  static final String ACCEPT =
      """
      WITH accepted AS (
        UPDATE wallet_offer SET accepted_at = $2
        WHERE id = $1 AND accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at > $2
        RETURNING id
      )
      INSERT INTO wallet_token (token_hash, offer, thumbprint, expires_at)
      SELECT $3, id, $4, $5 FROM accepted
      """;

  /**
   * Each new token clears the credential, because the record may have changed. A token that is sent
   * again keeps its used configurations.
   */
  private static final String OPEN_OWN =
      """
      WITH own AS (
        INSERT INTO wallet_offer (
          id, code_hash, entity_type, entity_id, attestation_name, attestation_id, issuer,
          owners_hash, offered_by, configurations, created_at, accepted_at, expires_at, own)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, true)
        ON CONFLICT (
          offered_by, entity_id, (coalesce(attestation_name, '')), (coalesce(attestation_id, '')))
        WHERE own
        DO UPDATE SET credential = NULL, issuer = excluded.issuer,
          owners_hash = excluded.owners_hash, configurations = excluded.configurations,
          expires_at = excluded.expires_at
        RETURNING id
      )
      INSERT INTO wallet_token (token_hash, offer, thumbprint, expires_at)
      SELECT $13, id, $14, $12 FROM own
      ON CONFLICT DO NOTHING
      """;

  private static final String TOKEN =
      """
      SELECT offer, thumbprint, used FROM wallet_token WHERE token_hash = $1 AND expires_at > $2
      """;

  /** Rows are inserted in one order, so that two statements cannot deadlock. */
  private static final String USE =
      """
      INSERT INTO wallet_used (hash, expires_at)
      SELECT hash, $2 FROM unnest($1::bytea[]) AS used (hash) ORDER BY hash
      ON CONFLICT DO NOTHING
      """;

  private static final List<String> DELETE =
      List.of(
          "DELETE FROM wallet_used WHERE expires_at < $1",
          "DELETE FROM wallet_token WHERE expires_at < $1",
          "DELETE FROM wallet_refresh WHERE expires_at < $1");

  private static final String DELETE_OFFERS =
      """
      DELETE FROM wallet_offer offer
      WHERE expires_at < $1
        AND NOT EXISTS (SELECT FROM wallet_refresh chain WHERE chain.offer = offer.id)
      """;

  /**
   * Marks an open offer as accepted and stores its access token.
   *
   * @return false if the offer is not open any more
   */
  public Future<Boolean> accept(UUID offer, Token token, Instant now) {
    return database
        .writes(ACCEPT)
        .execute(accepted(offer, token, now))
        .map(inserted -> inserted.rowCount() == 1);
  }

  /** Returns the parameters of {@link #ACCEPT}. */
  static Tuple accepted(UUID offer, Token token, Instant now) {
    return Tuple.tuple()
        .addUUID(offer)
        .addOffsetDateTime(Rows.utc(now))
        .addBuffer(Buffer.buffer(token.hash()))
        .addString(token.thumbprint())
        .addOffsetDateTime(Rows.utc(token.expiresAt()));
  }

  /** Stores the grant of a token of the identity provider, unless it is stored already. */
  public Future<Void> openOwn(Offer offer, Token token) {
    Tuple values =
        Tuple.tuple()
            .addUUID(offer.id())
            .addBuffer(Buffer.buffer(offer.codeHash()))
            .addString(offer.entityType())
            .addString(offer.entityId())
            .addString(offer.policy())
            .addString(offer.attestationId())
            .addString(offer.issuer())
            .addString(offer.ownersHash())
            .addString(offer.offeredBy())
            .addArrayOfString(offer.configurations().toArray(String[]::new))
            .addOffsetDateTime(Rows.utc(offer.createdAt()))
            .addOffsetDateTime(Rows.utc(offer.expiresAt()))
            .addBuffer(Buffer.buffer(token.hash()))
            .addString(token.thumbprint());
    return database.writes(OPEN_OWN).execute(values).mapEmpty();
  }

  /** Returns the grant of an access token; empty for an unknown or expired token. */
  public Future<Optional<Grant>> findGrant(byte[] tokenHash, Instant now) {
    return database
        .shortReads(TOKEN)
        .execute(Tuple.of(Buffer.buffer(tokenHash), Rows.utc(now)))
        .map(
            rows ->
                Rows.first(
                    rows,
                    row ->
                        new Held(
                            row.getUUID("offer"),
                            row.getString("thumbprint"),
                            List.of(row.getArrayOfStrings("used")))))
        .compose(
            held ->
                held.isEmpty() ? Future.succeededFuture(Optional.empty()) : grant(held.get(), now));
  }

  /** A token, before its offer is read. */
  private record Held(UUID offer, String thumbprint, List<String> used) {}

  private Future<Optional<Grant>> grant(Held held, Instant now) {
    return new PgOffers(database)
        .find(held.offer(), now)
        .compose(
            found ->
                found.isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : credential(held, found.get()));
  }

  private Future<Optional<Grant>> credential(Held held, Offer offer) {
    if (offer.isDue()) {
      return Future.succeededFuture(
          Optional.of(new Grant(offer, null, held.thumbprint(), held.used())));
    }
    return database
        .shortReads(PgCredentialStore.READ)
        .execute(Tuple.of(offer.credential()))
        .map(
            rows ->
                Rows.first(rows, PgCredentialStore::stored)
                    .map(stored -> new Grant(offer, stored, held.thumbprint(), held.used())));
  }

  /**
   * Marks nonces and ids of proofs as used.
   *
   * @param until the time after which none of them is accepted
   * @return false if one was used before
   */
  public Future<Boolean> use(List<byte[]> hashes, Instant until) {
    Buffer[] all = hashes.stream().map(Buffer::buffer).toArray(Buffer[]::new);
    return database
        .writes(USE)
        .execute(Tuple.tuple().addArrayOfBuffer(all).addOffsetDateTime(Rows.utc(until)))
        .map(inserted -> inserted.rowCount() == all.length);
  }

  /** Deletes tokens, nonces and offers that ended long ago. */
  public Future<Void> deleteEnded(Instant now) {
    Future<Void> done = Future.succeededFuture();
    for (String sql : DELETE) {
      done =
          done.compose(before -> database.writes(sql).execute(Tuple.of(Rows.utc(now)))).mapEmpty();
    }
    return done.compose(
            before ->
                database.writes(DELETE_OFFERS).execute(Tuple.of(Rows.utc(now.minus(OFFERS_KEPT)))))
        .mapEmpty();
  }

  /**
   * @param hash of the token
   * @param thumbprint of the key that it is bound to, or null
   */
  public record Token(byte[] hash, String thumbprint, Instant expiresAt) {}

  /**
   * @param credential null while it is not signed yet
   * @param thumbprint of the key that the token is bound to, or null
   * @param used the configuration of each copy that it was used for
   */
  public record Grant(
      Offer offer, StoredCredential credential, String thumbprint, List<String> used) {

    public Grant {
      used = List.copyOf(used);
    }

    /**
     * Whether the token gives copies: once, or several times if it is bound to a key.
     *
     * @param most the most copies of a configuration
     */
    public boolean gives(String configuration, int copies, int most) {
      int former = Collections.frequency(used, configuration);
      return former == 0 || thumbprint != null && former + copies <= most;
    }
  }
}
