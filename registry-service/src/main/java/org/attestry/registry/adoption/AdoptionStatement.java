package org.attestry.registry.adoption;

import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.Function;
import org.attestry.contracts.Fact;
import org.attestry.registry.document.DocumentDiff.Change;
import org.attestry.registry.stored.EntitySql;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.PgArrays;
import org.attestry.runtime.postgres.Rows;

/**
 * Stores records of a former system: the entities, their digests, their history, their open claims,
 * and the facts. A record that another writer has changed meanwhile is not stored; the number of
 * stored ones reveals it. A record's owners and times are the sent ones, and the history has the
 * caller and the present.
 */
public final class AdoptionStatement {

  private static final String OPERATION = "adoptEntity";

  private static final String SQL =
      """
      WITH given AS (
        SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[],
            $6::text[], $7::text[], $8::boolean[], $9::timestamptz[], $10::text[],
            $11::timestamptz[], $12::text[], $13::boolean[], $14::text[], $15::text[], $16::bytea[])
          AS g(id, version, body, attestations, credential_id, signed_data, owners, complete,
            created_at, created_by, updated_at, updated_by, deleted, adopted, changes, digest)
      ), made AS (
        INSERT INTO {entity} (type, id, version, body, owners, complete, attestations,
          credential_id, signed_data, created_at, created_by, updated_at, updated_by, deleted_at,
          adopted)
        SELECT {type}, id, version, body::jsonb, owners::text[], complete, attestations::jsonb,
          credential_id, signed_data, created_at, created_by, updated_at, updated_by,
          CASE WHEN deleted THEN updated_at END, adopted
        FROM given WHERE version = 1
        RETURNING id
      ), changed AS (
        UPDATE {entity} AS t
        SET version = g.version, body = g.body::jsonb, owners = g.owners::text[],
            complete = g.complete, attestations = g.attestations::jsonb,
            credential_id = g.credential_id, signed_data = g.signed_data, credential_due = false,
            credential_status = NULL, created_at = g.created_at, created_by = g.created_by,
            updated_at = g.updated_at, updated_by = g.updated_by,
            deleted_at = CASE WHEN g.deleted THEN g.updated_at END, adopted = g.adopted
        FROM given AS g
        WHERE g.version > 1 AND t.id = g.id AND t.version = g.version - 1
        RETURNING t.id
      ), stored AS (
        SELECT id FROM made UNION ALL SELECT id FROM changed
      ), waiting AS (
        INSERT INTO open_claim (claim_id, type, entity_id)
        SELECT claim, {type}, g.id
        FROM given AS g CROSS JOIN LATERAL open_claims(g.attestations::jsonb) AS claim
        WHERE g.version = 1 AND NOT g.deleted
        ON CONFLICT DO NOTHING
      ), marked AS (
        INSERT INTO adopted_entity AS a (entity_id, type, version, digest)
        SELECT id, {type}, version, digest FROM given WHERE id IN (SELECT id FROM stored)
        ON CONFLICT (entity_id) DO UPDATE
        SET version = excluded.version, digest = excluded.digest
        WHERE a.type = excluded.type
        RETURNING entity_id
      ), past AS (
        INSERT INTO history (id, version, type, operation, changed_at, changed_by, changes)
        SELECT id, version, {type}, '{operation}', $17, $18, changes::jsonb
        FROM given WHERE id IN (SELECT id FROM stored)
      ), published AS (
        INSERT INTO outbox (id, topic, subject, event)
        SELECT * FROM unnest($19::uuid[], $20::text[], $21::text[], $22::text[])
      )
      SELECT count(*) AS stored FROM marked
      """
          .replace("{operation}", OPERATION);

  /**
   * A record to store.
   *
   * @param entity its version is 1 for a new one
   * @param changes for the history
   */
  record Write(StoredEntity entity, byte[] digest, List<Change> changes, List<Fact> facts) {}

  private final PublishedType type;
  private final List<Write> writes;
  private final Tuple parameters = Tuple.tuple();
  private int largest;

  AdoptionStatement(
      PublishedType type, List<Write> writes, OffsetDateTime now, String by, Outbox outbox) {
    this.type = type;
    this.writes = writes;
    List<StoredEntity> all = writes.stream().map(Write::entity).toList();
    addContent(all);
    addStamps(all);
    parameters
        .addArrayOfBoolean(EntitySql.column(all, StoredEntity::deleted, Boolean[]::new))
        .addArrayOfString(texts(all, one -> Json.write(one.adopted()).text()))
        .addArrayOfString(texts(writes, write -> Json.write(write.changes()).text()))
        .addArrayOfBuffer(
            EntitySql.column(writes, write -> Buffer.buffer(write.digest()), Buffer[]::new))
        .addOffsetDateTime(now)
        .addString(by);
    outbox.bind(parameters, writes.stream().flatMap(write -> write.facts().stream()).toList());
  }

  private void addContent(List<StoredEntity> all) {
    String[] bodies = texts(all, one -> Json.write(one.body()).text());
    String[] attestations = texts(all, one -> Json.write(one.attestations()).text());
    for (int i = 0; i < bodies.length; i++) {
      largest = Math.max(largest, bodies[i].length() + attestations[i].length());
    }
    parameters
        .addArrayOfUUID(EntitySql.column(all, StoredEntity::id, java.util.UUID[]::new))
        .addArrayOfLong(EntitySql.column(all, StoredEntity::version, Long[]::new))
        .addArrayOfString(bodies)
        .addArrayOfString(attestations)
        .addArrayOfString(texts(all, one -> one.credential().id()))
        .addArrayOfString(texts(all, one -> one.credential().json()))
        .addArrayOfString(texts(all, one -> PgArrays.text(one.owners())))
        .addArrayOfBoolean(EntitySql.column(all, StoredEntity::complete, Boolean[]::new));
  }

  private void addStamps(List<StoredEntity> all) {
    parameters
        .addArrayOfOffsetDateTime(
            EntitySql.column(all, one -> Rows.utc(one.created().at()), OffsetDateTime[]::new))
        .addArrayOfString(texts(all, one -> one.created().by()))
        .addArrayOfOffsetDateTime(
            EntitySql.column(all, one -> Rows.utc(one.updated().at()), OffsetDateTime[]::new))
        .addArrayOfString(texts(all, one -> one.updated().by()));
  }

  private static <T> String[] texts(List<T> of, Function<T, String> text) {
    return EntitySql.column(of, text, String[]::new);
  }

  /** Returns the statement, which is planned for each execution, as that of an import. */
  public String sql() {
    return Database.PLANNED_ANEW + EntitySql.named(SQL, type);
  }

  public Tuple parameters() {
    return parameters;
  }

  /** Returns the number of characters of the largest entity with its attestations. */
  public int largest() {
    return largest;
  }

  /** Whether all records are stored. */
  public boolean isDone(Row row) {
    return row.getLong("stored") == writes.size();
  }
}
