package org.attestry.registry.imports;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.registry.BulkOperations.ImportErrorsView;
import org.attestry.registry.imports.PgImportStore.Batch;
import org.attestry.registry.imports.PgImportStore.CheckedRow;
import org.attestry.registry.imports.PgImportStore.Outcome;
import org.attestry.registry.imports.PgImportStore.Write;
import org.attestry.registry.index.UniqueIndex;
import org.attestry.registry.stored.EntitySql;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.PgArrays;
import org.attestry.runtime.postgres.Rows;

/**
 * One batch of an import as one statement: the progress of the import, the entities, their history,
 * the facts, and the errors of refused rows. A batch is stored only if the row count and the
 * checksum of the import are unchanged, so that a batch that is sent twice, or that belongs to
 * another file, stores nothing. An entity that another writer has changed gets neither an update
 * nor a history entry; the number of changed entities reveals this, and the transaction is rolled
 * back.
 */
public final class ImportStatement {

  /**
   * The number under which keys are stored that are not the values of a unique constraint, but the
   * ids of entities: by them a later row with the same value finds the row that had it first.
   */
  static final int ENTITY_KEYS = -1;

  private static final String SQL =
      """
      WITH moved AS (
        UPDATE entity_import
        SET rows = $3, checksum = $4, created = $5, replaced = $6, refused = $7, updated_at = now()
        WHERE id = $1 AND rows = $2 AND checksum = $31 AND NOT completed
        RETURNING id, started_by
      ), wrong AS (
        INSERT INTO entity_import_error
          (import, row_no, number, line_no, pointer, rule, message)
        SELECT moved.id, e.* FROM moved,
          unnest($8::bigint[], $9::int[], $10::bigint[], $11::text[], $12::text[], $13::text[]) AS e
      ), checked AS (
        INSERT INTO entity_import_key (import, unique_number, value, row_no)
        SELECT moved.id, e.number, e.value::jsonb, e.row_no FROM moved,
          unnest($14::int[], $15::text[], $16::bigint[]) AS e(number, value, row_no)
        ON CONFLICT DO NOTHING
      ), given AS (
        SELECT moved.started_by, e.*
        FROM moved,
          unnest($17::uuid[], $18::bigint[], $19::text[], $20::text[], $21::text[], $22::text[],
                 $23::timestamptz[], $24::text[], $25::boolean[], $26::boolean[], $32::text[], $33::text[])
            AS e(id, version, body, attestations, credential_id, signed_data, at, changes,
                 credential_due, any_due, credential_status, owners)
      ), made AS (
        INSERT INTO {entity} (type, id, version, body, owners, complete, attestations,
          credential_id, signed_data, credential_due, created_at, created_by, updated_at, updated_by)
        SELECT {type}, id, version, body::jsonb, owners::text[], true, attestations::jsonb,
          credential_id, signed_data, credential_due, at, started_by, at, started_by
        FROM given WHERE version = 1
      ), changed AS (
        UPDATE {entity} AS t
        SET version = g.version, body = g.body::jsonb, complete = true,
            attestations = g.attestations::jsonb, credential_id = g.credential_id,
            signed_data = g.signed_data, credential_due = g.credential_due,
            credential_status = g.credential_status, updated_at = g.at, updated_by = g.started_by
        FROM given AS g
        WHERE g.version > 1 AND t.id = g.id AND t.version = g.version - 1
          AND t.deleted_at IS NULL
        RETURNING t.id
      ), signing AS (
        INSERT INTO due_credential (entity_id, type, version, since, due)
        SELECT id, {type}, version, at, now()
        FROM given WHERE any_due AND (version = 1 OR id IN (SELECT id FROM changed))
        ON CONFLICT (entity_id) DO UPDATE
        SET version = excluded.version, due = excluded.due, attempts = 0, unended = 0,
          refusal = NULL
      ), past AS (
        INSERT INTO history (id, version, type, operation, changed_at, changed_by, changes)
        SELECT id, version, {type}, 'importEntities', at, started_by, changes::jsonb
        FROM given WHERE version = 1 OR id IN (SELECT id FROM changed)
      ), published AS (
        INSERT INTO outbox (id, topic, subject, event)
        SELECT e.* FROM moved, unnest($27::uuid[], $28::text[], $29::text[], $30::text[]) AS e
      )
      SELECT (SELECT count(*) FROM moved) AS moved, (SELECT count(*) FROM changed) AS changed
      """;

  private final PublishedType type;
  private final Batch batch;
  private final Tuple parameters = Tuple.tuple();
  private int largest;

  ImportStatement(
      PublishedType type, EntityImport before, EntityImport after, Batch batch, Outbox outbox) {
    this.type = type;
    this.batch = batch;
    parameters
        .addUUID(before.id())
        .addLong(before.rows())
        .addLong(after.rows())
        .addLong(after.checksum())
        .addLong(after.created())
        .addLong(after.replaced())
        .addLong(after.refused());
    addErrors();
    List<Write> all = Stream.concat(batch.created().stream(), batch.replaced().stream()).toList();
    addKeys(all);
    addEntities(all);
    List<Fact> facts = all.stream().flatMap(write -> write.facts().stream()).toList();
    outbox.bind(parameters, facts);
    parameters.addLong(before.checksum());
    addTexts(all, write -> EntitySql.status(write.entity()));
    addTexts(all, write -> PgArrays.text(write.entity().owners()));
  }

  /**
   * Returns the statement, which is planned for each execution: a plan for an empty partition would
   * be bad for the million rows that follow.
   */
  String sql() {
    return Database.PLANNED_ANEW + EntitySql.named(SQL, type);
  }

  /** Returns the number of characters of the largest entity with its attestations. */
  int largest() {
    return largest;
  }

  Tuple parameters() {
    return parameters;
  }

  Outcome outcome(Row row) {
    if (row.getLong("moved") == 0) {
      return Outcome.OVERTAKEN;
    }
    return row.getLong("changed") == batch.replaced().size() ? Outcome.STORED : Outcome.STALE;
  }

  private void addErrors() {
    List<ImportErrorsView.Error> errors = batch.errors();
    Integer[] numbers = new Integer[errors.size()];
    for (int i = 0; i < numbers.length; i++) {
      boolean sameRow = i > 0 && errors.get(i).row() == errors.get(i - 1).row();
      numbers[i] = sameRow ? numbers[i - 1] + 1 : 0;
    }
    parameters.addArrayOfLong(EntitySql.column(errors, ImportErrorsView.Error::row, Long[]::new));
    parameters.addArrayOfInteger(numbers);
    parameters.addArrayOfLong(EntitySql.column(errors, ImportErrorsView.Error::line, Long[]::new));
    addTexts(errors, ImportErrorsView.Error::pointer);
    addTexts(errors, ImportErrorsView.Error::rule);
    addTexts(errors, ImportErrorsView.Error::message);
  }

  /** Returns the key of a stored entity. */
  static String entityKey(UUID id) {
    return "\"" + id + "\"";
  }

  private void addKeys(List<Write> writes) {
    List<Integer> numbers = new ArrayList<>();
    List<String> values = new ArrayList<>();
    List<Long> rows = new ArrayList<>();
    List<List<FieldPath>> constraints = UniqueMatches.constraints(type);
    List<UniqueIndex> keys =
        constraints.stream().map(fields -> UniqueMatches.keys(type, fields)).toList();
    for (CheckedRow checked : batch.checked()) {
      for (int i = 0; i < constraints.size(); i++) {
        var value = UniqueMatches.values(checked.body(), constraints.get(i));
        if (value != null) {
          numbers.add(i);
          values.add(Json.write(keys.get(i).key(value)).text());
          rows.add(checked.row());
        }
      }
    }
    if (!constraints.isEmpty()) {
      for (Write write : writes) {
        numbers.add(ENTITY_KEYS);
        values.add(entityKey(write.entity().id()));
        rows.add(write.row());
      }
    }
    parameters
        .addArrayOfInteger(numbers.toArray(Integer[]::new))
        .addArrayOfString(values.toArray(String[]::new))
        .addArrayOfLong(rows.toArray(Long[]::new));
  }

  private void addEntities(List<Write> writes) {
    List<StoredEntity> entities = writes.stream().map(Write::entity).toList();
    String[] bodies =
        EntitySql.column(entities, entity -> Json.write(entity.body()).text(), String[]::new);
    String[] attestations =
        EntitySql.column(
            entities, entity -> Json.write(entity.attestations()).text(), String[]::new);
    for (int i = 0; i < bodies.length; i++) {
      largest = Math.max(largest, bodies[i].length() + attestations[i].length());
    }
    parameters
        .addArrayOfUUID(EntitySql.column(entities, StoredEntity::id, UUID[]::new))
        .addArrayOfLong(EntitySql.column(entities, StoredEntity::version, Long[]::new))
        .addArrayOfString(bodies)
        .addArrayOfString(attestations);
    addTexts(entities, entity -> entity.credential().id());
    addTexts(entities, entity -> entity.credential().json());
    parameters.addArrayOfOffsetDateTime(
        EntitySql.column(
            entities, entity -> Rows.utc(entity.updated().at()), OffsetDateTime[]::new));
    addTexts(writes, write -> Json.write(write.changes()).text());
    parameters
        .addArrayOfBoolean(
            EntitySql.column(entities, entity -> entity.credential().due(), Boolean[]::new))
        .addArrayOfBoolean(EntitySql.column(entities, StoredEntity::isDue, Boolean[]::new));
  }

  private <T> void addTexts(List<T> of, Function<T, String> text) {
    parameters.addArrayOfString(EntitySql.column(of, text, String[]::new));
  }
}
