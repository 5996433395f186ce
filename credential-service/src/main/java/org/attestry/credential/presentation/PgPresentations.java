package org.attestry.credential.presentation;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.PresentationOperations.PresentationState;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** Stores requests for presentations in PostgreSQL. */
public record PgPresentations(Database database) {

  /** Counting and storing the requests of one user is serialized. */
  private static final String LOCK =
      "SELECT pg_advisory_xact_lock(hashtextextended('presentation:' || $1::text, 0))";

  private static final String INSERT =
      """
      INSERT INTO presentation_request
        (id, reference, user_id, state, prefix, mode, query, nonce, wallet_state, public_key,
         sealed_key, created_at, expires_at, redirect_uri)
      SELECT $1::uuid, $2::text, $3::text, 'OPEN', $4::text, $5::text, $6::text, $7::text, $8::text,
        $9::text, $10::bytea, $11::timestamptz, $12::timestamptz,
        $14::text
      WHERE (SELECT count(*) FROM presentation_request WHERE user_id = $3 AND expires_at > $11) < $13
      """;

  private static final String COLUMNS =
      """
      id, user_id, state, prefix, mode, query, nonce, wallet_state, public_key, sealed_key,
      responses, outcome, refusal, redirect_uri, response_code, created_at, expires_at
      """;

  private static final String FIND =
      "SELECT " + COLUMNS + " FROM presentation_request WHERE id = $1 AND expires_at > $2";

  private static final String FIND_BY_REFERENCE =
      "SELECT " + COLUMNS + " FROM presentation_request WHERE reference = $1 AND expires_at > $2";

  private static final String COUNT_RESPONSE =
      """
      UPDATE presentation_request
      SET responses = responses + CASE WHEN state = 'ANSWERED' THEN 0 ELSE 1 END
      WHERE reference = $1 AND expires_at > $2
      RETURNING
      """
          + COLUMNS;

  private static final String ANSWER =
      """
      UPDATE presentation_request
      SET state = 'ANSWERED', outcome = $2, expires_at = $3, response_code = $4, public_key = NULL,
        sealed_key = NULL
      WHERE id = $1 AND state <> 'ANSWERED'
      """;

  private static final String DECLINE =
      """
      UPDATE presentation_request SET state = 'DECLINED', outcome = $2
      WHERE id = $1 AND state <> 'ANSWERED'
      """;

  private static final String REFUSE =
      """
      UPDATE presentation_request SET refusal = $2 WHERE id = $1 AND state <> 'ANSWERED'
      """;

  private static final String DELETE =
      """
      DELETE FROM presentation_request WHERE id = $1 AND user_id = $2
      """;

  private static final String DELETE_EXPIRED =
      """
      DELETE FROM presentation_request WHERE expires_at <= $1
      """;

  /**
   * Stores a new request.
   *
   * @param reference SHA-256 of the reference in its address, in hex; the reference itself is not
   *     stored
   * @param most the largest number of requests of a user
   * @return false if the user has that many
   */
  public Future<Boolean> insert(StoredPresentation request, String reference, int most) {
    ResponseKey key = request.key();
    Tuple values =
        Tuple.of(request.id(), reference, request.userId())
            .addString(request.prefix().text())
            .addString(request.mode().text())
            .addString(request.query().text())
            .addString(request.nonce())
            .addString(request.walletState())
            .addString(key == null ? null : key.publicJwk())
            .addBuffer(key == null ? null : Buffer.buffer(key.sealed()))
            .addOffsetDateTime(Rows.utc(request.createdAt()))
            .addOffsetDateTime(Rows.utc(request.expiresAt()))
            .addInteger(most)
            .addString(request.redirectUri());
    return database
        .inTransaction(
            transaction ->
                transaction
                    .preparedQuery(LOCK)
                    .execute(Tuple.of(request.userId()))
                    .compose(locked -> transaction.preparedQuery(INSERT).execute(values)))
        .map(inserted -> inserted.rowCount() > 0);
  }

  /** Returns a request that has not expired, by its id. */
  public Future<Optional<StoredPresentation>> find(UUID id, Instant now) {
    return database
        .searches(FIND)
        .execute(Tuple.of(id, Rows.utc(now)))
        .map(rows -> Rows.first(rows, PgPresentations::request));
  }

  /**
   * Returns a request that has not expired.
   *
   * @param reference in the form of {@link #insert}
   */
  public Future<Optional<StoredPresentation>> find(String reference, Instant now) {
    return database
        .searches(FIND_BY_REFERENCE)
        .execute(Tuple.of(reference, Rows.utc(now)))
        .map(rows -> Rows.first(rows, PgPresentations::request));
  }

  /** Does the same, and counts one more response if the request is not answered. */
  public Future<Optional<StoredPresentation>> countResponse(String reference, Instant now) {
    return database
        .writes(COUNT_RESPONSE)
        .execute(Tuple.of(reference, Rows.utc(now)))
        .map(rows -> Rows.first(rows, PgPresentations::request));
  }

  /**
   * Stores the answer to a request, and deletes its key.
   *
   * @param responseCode SHA-256 of the code that is needed to read it, in hex; null for none
   * @return false if it is answered already
   */
  public Future<Boolean> answer(
      UUID id, JsonBytes outcome, Instant expiresAt, String responseCode) {
    return database
        .writes(ANSWER)
        .execute(Tuple.of(id, outcome.text(), Rows.utc(expiresAt), responseCode))
        .map(answered -> answered.rowCount() > 0);
  }

  /**
   * Stores that a wallet declined, which leaves the request to other wallets.
   *
   * @return false if it is answered already
   */
  public Future<Boolean> decline(UUID id, JsonBytes outcome) {
    return database
        .writes(DECLINE)
        .execute(Tuple.of(id, outcome.text()))
        .map(declined -> declined.rowCount() > 0);
  }

  /** Stores why a response was refused, while the request is not answered. */
  public Future<Void> refuse(UUID id, JsonBytes refusal) {
    return database.writes(REFUSE).execute(Tuple.of(id, refusal.text())).mapEmpty();
  }

  /**
   * Deletes a request of a user.
   *
   * @return false if there is none
   */
  public Future<Boolean> delete(UUID id, String userId) {
    return database
        .writes(DELETE)
        .execute(Tuple.of(id, userId))
        .map(deleted -> deleted.rowCount() > 0);
  }

  /** Deletes expired requests. */
  public Future<Void> deleteExpired(Instant now) {
    return database.writes(DELETE_EXPIRED).execute(Tuple.of(Rows.utc(now))).mapEmpty();
  }

  private static StoredPresentation request(Row row) {
    return new StoredPresentation(
        row.getUUID("id"),
        row.getString("user_id"),
        PresentationState.valueOf(row.getString("state")),
        ClientIdPrefix.of(row.getString("prefix")).orElseThrow(),
        ResponseMode.of(row.getString("mode")).orElseThrow(),
        JsonBytes.of(row.getString("query")),
        row.getString("nonce"),
        row.getString("wallet_state"),
        key(row),
        row.getInteger("responses"),
        json(row.getString("outcome")),
        json(row.getString("refusal")),
        row.getString("redirect_uri"),
        row.getString("response_code"),
        row.getOffsetDateTime("created_at").toInstant(),
        row.getOffsetDateTime("expires_at").toInstant());
  }

  private static ResponseKey key(Row row) {
    String publicKey = row.getString("public_key");
    return publicKey == null
        ? null
        : new ResponseKey(publicKey, row.getBuffer("sealed_key").getBytes());
  }

  private static JsonBytes json(String text) {
    return text == null ? null : JsonBytes.of(text);
  }
}
