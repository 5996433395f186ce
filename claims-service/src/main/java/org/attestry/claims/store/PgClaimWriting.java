package org.attestry.claims.store;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.attestry.claims.domain.Claim;
import org.attestry.claims.domain.ClaimFailures;
import org.attestry.claims.domain.ClaimStore.Withdrawal;
import org.attestry.claims.domain.ClaimStore.Writing;
import org.attestry.contracts.Fact;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.facts.Outbox;
import org.attestry.runtime.json.Json;

/** The statements of one transaction. */
final class PgClaimWriting implements Writing {

  private static final String INSERT =
      """
      WITH shared AS (
        INSERT INTO audience (digest, attestor_entity, audience)
        VALUES ($1, $2, $3)
        ON CONFLICT (digest) DO UPDATE SET digest = excluded.digest
        RETURNING id
      )
      INSERT INTO claim (id, entity, entity_id, status, attestation_id, attestation_name,
        audience_id, property_data, additional_input, raised_by, created_at)
      SELECT $4, $5, $6, $7, $8, $9, shared.id, $10, $11, $12, $13 FROM shared
      ON CONFLICT (id) DO NOTHING
      """;

  private static final String END_RAISING =
      "DELETE FROM raising WHERE attempt = $1 RETURNING withdrawn, withdrawn_by";

  private static final String MARK_RAISING =
      """
      UPDATE raising SET withdrawn = true, withdrawn_by = $3
      WHERE entity_id = $1 AND ($2::uuid IS NULL OR claim_id = $2)
      """;

  private static final String WITHDRAW =
      """
      UPDATE claim c
      SET status = 'CLOSED', decision = 'WITHDRAWN', decided_by = $4, attested_on = $5
      FROM audience a
      WHERE a.id = c.audience_id AND c.status = 'OPEN'
        AND c.entity = $1 AND c.entity_id = $2 AND ($3::uuid IS NULL OR c.id = $3)
      RETURNING
      """
          + ClaimRows.COLUMNS;

  private final SqlClient transaction;
  private final Outbox outbox;

  PgClaimWriting(SqlClient transaction, Outbox outbox) {
    this.transaction = transaction;
    this.outbox = outbox;
  }

  @Override
  public Future<Boolean> insert(Claim claim) {
    Tuple parameters =
        Tuple.tuple()
            .addBuffer(Buffer.buffer(claim.audience().digest()))
            .addString(claim.audience().attestorEntity())
            .addString(Json.write(claim.audience()).text())
            .addUUID(claim.id())
            .addString(claim.entity())
            .addString(claim.entityId())
            .addString(claim.status().name())
            .addString(claim.attestationId())
            .addString(claim.attestationName())
            .addString(text(claim.propertyData()))
            .addString(text(claim.additionalInput()))
            .addString(claim.raisedBy())
            .addOffsetDateTime(claim.createdAt().atOffset(ZoneOffset.UTC));
    return transaction
        .preparedQuery(INSERT)
        .execute(parameters)
        .map(result -> result.rowCount() == 1);
  }

  @Override
  public Future<Optional<Withdrawal>> endRaising(UUID attempt) {
    return transaction
        .preparedQuery(END_RAISING)
        .execute(Tuple.of(attempt))
        .map(PgClaimWriting::withdrawal);
  }

  private static Optional<Withdrawal> withdrawal(RowSet<Row> rows) {
    if (rows.size() == 0) {
      throw ClaimFailures.raisedTooSlowly();
    }
    Row row = rows.iterator().next();
    return row.getBoolean("withdrawn")
        ? Optional.of(new Withdrawal(row.getString("withdrawn_by")))
        : Optional.empty();
  }

  @Override
  public Future<List<Claim>> withdraw(String entity, String entityId, UUID only, String by) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    Tuple parameters =
        Tuple.tuple()
            .addString(entity)
            .addString(entityId)
            .addUUID(only)
            .addString(by)
            .addOffsetDateTime(now.atOffset(ZoneOffset.UTC));
    return transaction
        .preparedQuery(MARK_RAISING)
        .execute(Tuple.of(entityId, only, by))
        .compose(marked -> transaction.preparedQuery(WITHDRAW).execute(parameters))
        .map(ClaimRows::claims);
  }

  @Override
  public Future<Void> publish(List<Fact> facts) {
    return outbox.insert(transaction, facts);
  }

  private static String text(JsonBytes json) {
    return json == null ? null : json.text();
  }
}
