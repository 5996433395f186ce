package org.attestry.credential.token;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.attestry.credential.offer.Offer;
import org.attestry.credential.stored.CredentialInForce;
import org.attestry.credential.token.PgTokens.Token;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** Stores the refresh tokens of wallets in PostgreSQL. */
public record PgRefreshTokens(Database database) {

  /** How many wallets can renew what they received of one record. */
  private static final int MOST_OF_RECORD = 10;

  private static final String INSERT =
      """
      INSERT INTO wallet_refresh (
        offer, chain_hash, token_hash, thumbprint, client, created_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """;

  private static final String END_OLDEST =
      """
      DELETE FROM wallet_refresh
      WHERE offer IN (
        SELECT chain.offer
        FROM wallet_offer offer JOIN wallet_refresh chain ON chain.offer = offer.id
        WHERE offer.entity_id = $1
        ORDER BY chain.created_at DESC, chain.offer
        OFFSET %d)
      """
          .formatted(MOST_OF_RECORD);

  private static final String FIND =
      """
      SELECT offer, token_hash, thumbprint, client, expires_at FROM wallet_refresh
      WHERE chain_hash = $1 AND expires_at > $2
      """;

  private static final String ROTATE =
      """
      UPDATE wallet_refresh SET token_hash = $3 WHERE offer = $1 AND token_hash = $2
      """;

  private static final String END_TOKENS = "DELETE FROM wallet_token WHERE offer = $1";

  private static final String NAME_CREDENTIAL =
      "UPDATE wallet_offer SET credential = $2 WHERE id = $1";

  /** The token was used for the copies that the wallet has already. */
  private static final String INSERT_TOKEN =
      """
      INSERT INTO wallet_token (token_hash, offer, thumbprint, expires_at, used)
      SELECT $1, $2, $3, $4, coalesce(array_agg(configuration), '{}')
      FROM wallet_copy WHERE credential = $5 AND offer = $2
      """;

  private static final String END =
      """
      WITH ended AS (DELETE FROM wallet_refresh WHERE offer = $1)
      DELETE FROM wallet_token WHERE offer = $1
      """;

  /**
   * Marks an open offer as accepted, and stores its access token and its first refresh token. The
   * oldest chains of a record that has too many end.
   *
   * @return fails with a {@link WalletRefusal}, and nothing is stored, if the offer is not open any
   *     more, or its credential is not in force
   */
  Future<Void> accept(Offer offer, Token token, Chain chain, Instant now) {
    return database.inTransaction(
        transaction ->
            lock(transaction, offer.credential(), now)
                .compose(
                    locked ->
                        transaction
                            .preparedQuery(PgTokens.ACCEPT)
                            .execute(PgTokens.accepted(offer.id(), token, now)))
                .compose(accepted -> require(accepted.rowCount() == 1))
                .compose(accepted -> transaction.preparedQuery(INSERT).execute(values(chain, now)))
                .compose(
                    inserted ->
                        transaction.preparedQuery(END_OLDEST).execute(Tuple.of(offer.entityId())))
                .mapEmpty());
  }

  private static Tuple values(Chain chain, Instant now) {
    return Tuple.tuple()
        .addUUID(chain.offer())
        .addBuffer(Buffer.buffer(chain.hash()))
        .addBuffer(Buffer.buffer(chain.tokenHash()))
        .addString(chain.bound().thumbprint())
        .addString(chain.bound().client())
        .addOffsetDateTime(Rows.utc(now))
        .addOffsetDateTime(Rows.utc(chain.expiresAt()));
  }

  /** An offer whose credential is not signed yet has none. */
  private static Future<Void> lock(SqlConnection transaction, UUID credential, Instant now) {
    return credential == null
        ? Future.succeededFuture()
        : CredentialInForce.lock(transaction, credential, now).compose(inForce -> require(inForce));
  }

  private static Future<Void> require(boolean met) {
    return met ? Future.succeededFuture() : Future.failedFuture(RedeemCode.ended());
  }

  /** Returns the chain with a name; empty if there is none any more. */
  Future<Optional<Chain>> find(byte[] chainHash, Instant now) {
    return database
        .shortReads(FIND)
        .execute(Tuple.of(Buffer.buffer(chainHash), Rows.utc(now)))
        .map(rows -> Rows.first(rows, row -> chain(row, chainHash)));
  }

  private static Chain chain(Row row, byte[] hash) {
    return new Chain(
        row.getUUID("offer"),
        hash,
        row.getBuffer("token_hash").getBytes(),
        new Sender(row.getString("thumbprint"), row.getString("client")),
        Rows.instant(row, "expires_at"));
  }

  /**
   * Replaces the accepted refresh token of a chain, and the access token of its offer. The offer is
   * about the record's present credential from now on.
   *
   * @param chain with the token that is spent
   * @param nextHash of the refresh token that is accepted from now on
   * @param credential the row of the present credential; null while it is not signed yet
   * @return fails with a {@link WalletRefusal}, and nothing is stored, if the refresh token was
   *     spent meanwhile, or the credential is not in force
   */
  Future<Void> rotate(Chain chain, byte[] nextHash, UUID credential, Token token, Instant now) {
    return database.inTransaction(
        transaction ->
            lock(transaction, credential, now)
                .compose(
                    locked ->
                        transaction
                            .preparedQuery(ROTATE)
                            .execute(
                                Tuple.of(
                                    chain.offer(),
                                    Buffer.buffer(chain.tokenHash()),
                                    Buffer.buffer(nextHash))))
                .compose(rotated -> require(rotated.rowCount() == 1))
                .compose(
                    rotated ->
                        transaction.preparedQuery(END_TOKENS).execute(Tuple.of(chain.offer())))
                .compose(
                    ended ->
                        transaction
                            .preparedQuery(NAME_CREDENTIAL)
                            .execute(Tuple.of(chain.offer(), credential)))
                .compose(
                    named ->
                        transaction
                            .preparedQuery(INSERT_TOKEN)
                            .execute(
                                Tuple.of(
                                    Buffer.buffer(token.hash()),
                                    chain.offer(),
                                    token.thumbprint(),
                                    Rows.utc(token.expiresAt()),
                                    credential)))
                .mapEmpty());
  }

  /** Ends a chain, and the access token of its offer. */
  Future<Void> end(UUID offer) {
    return database.writes(END).execute(Tuple.of(offer)).mapEmpty();
  }

  /**
   * The refresh tokens of an accepted offer.
   *
   * @param hash of the chain's name
   * @param tokenHash of the token that is accepted
   * @param bound to whom the tokens are bound
   * @param expiresAt when all of them end
   */
  record Chain(UUID offer, byte[] hash, byte[] tokenHash, Sender bound, Instant expiresAt) {}
}
