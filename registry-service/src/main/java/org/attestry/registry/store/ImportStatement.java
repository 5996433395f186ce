package org.attestry.registry.store;

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
import org.attestry.contracts.registry.ImportErrorsView;
import org.attestry.registry.domain.bulk.EntityImport;
import org.attestry.registry.domain.bulk.ImportStore.Batch;
import org.attestry.registry.domain.bulk.ImportStore.Checked;
import org.attestry.registry.domain.bulk.ImportStore.Outcome;
import org.attestry.registry.domain.bulk.ImportStore.Write;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.facts.Outbox;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.Database;

/**
 * One batch of an import as one statement: where the import stands, the entities, their history,
 * the facts, and what is wrong with refused rows. Everything hangs on the import being where it
 * was: a batch that comes a second time stores nothing. The version after one that is no longer
 * there gets no entry in the history, where another writer's entry stands: the number of changed
 * entities tells, and the transaction is rolled back.
 */
final class ImportStatement {

  private static final String SQL =
      """
      WITH moved AS (
        UPDATE entity_import
        SET rows = $3, checksum = $4, created = $5, replaced = $6, refused = $7, updated_at = now()
        WHERE id = $1 AND rows = $2 AND NOT completed
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
      ), made AS (
        INSERT INTO {entity} (type, id, version, body, owners, complete, attestations,
          credential_id, signed_data, created_at, created_by, updated_at, updated_by)
        SELECT {type}, e.id, 1, e.body::jsonb, ARRAY[moved.started_by], true,
          e.attestations::jsonb, e.credential_id, e.signed_data, e.at, moved.started_by, e.at,
          moved.started_by
        FROM moved,
          unnest($17::uuid[], $18::text[], $19::text[], $20::text[], $21::text[],
                 $22::timestamptz[])
            AS e(id, body, attestations, credential_id, signed_data, at)
      ), changed AS (
        UPDATE {entity} AS t
        SET version = e.version, body = e.body::jsonb, complete = true,
            attestations = e.attestations::jsonb, credential_id = e.credential_id,
            signed_data = e.signed_data, updated_at = e.at, updated_by = moved.started_by
        FROM moved,
          unnest($23::uuid[], $24::bigint[], $25::text[], $26::text[], $27::text[], $28::text[],
                 $29::timestamptz[])
            AS e(id, version, body, attestations, credential_id, signed_data, at)
        WHERE t.id = e.id AND t.version = e.version - 1 AND t.deleted_at IS NULL
        RETURNING t.id
      ), past AS (
        INSERT INTO history (id, version, type, operation, changed_at, changed_by, changes)
        SELECT e.id, e.version, {type}, 'importEntities', e.at, moved.started_by, e.changes::jsonb
        FROM moved,
          unnest($30::uuid[], $31::bigint[], $32::timestamptz[], $33::text[])
            AS e(id, version, at, changes)
        WHERE e.version = 1 OR e.id IN (SELECT id FROM changed)
      ), published AS (
        INSERT INTO outbox (id, topic, subject, event)
        SELECT e.* FROM moved, unnest($34::uuid[], $35::text[], $36::text[], $37::text[]) AS e
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
    addChecked();
    addCreated();
    addReplaced();
    List<Write> all = Stream.concat(batch.created().stream(), batch.replaced().stream()).toList();
    addHistory(all);
    List<Fact> facts = all.stream().flatMap(write -> write.facts().stream()).toList();
    outbox.bind(parameters, facts);
  }

  /** A plan for an empty partition would be a bad one for the million rows that follow. */
  String sql() {
    return Database.PLANNED_ANEW + EntitySql.named(SQL, type);
  }

  /** Of the largest entity with its attestations, how many characters. */
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
    parameters.addArrayOfLong(EntityRows.column(errors, ImportErrorsView.Error::row, Long[]::new));
    parameters.addArrayOfInteger(numbers);
    parameters.addArrayOfLong(EntityRows.column(errors, ImportErrorsView.Error::line, Long[]::new));
    addTexts(errors, ImportErrorsView.Error::pointer);
    addTexts(errors, ImportErrorsView.Error::rule);
    addTexts(errors, ImportErrorsView.Error::message);
  }

  private void addChecked() {
    List<Integer> numbers = new ArrayList<>();
    List<String> values = new ArrayList<>();
    List<Long> rows = new ArrayList<>();
    List<List<FieldPath>> constraints = UniqueMatches.constraints(type);
    for (Checked checked : batch.checked()) {
      for (int i = 0; i < constraints.size(); i++) {
        var value = UniqueMatches.values(checked.body(), constraints.get(i));
        if (value != null) {
          numbers.add(i);
          values.add(Json.write(value).text());
          rows.add(checked.row());
        }
      }
    }
    parameters
        .addArrayOfInteger(numbers.toArray(Integer[]::new))
        .addArrayOfString(values.toArray(String[]::new))
        .addArrayOfLong(rows.toArray(Long[]::new));
  }

  private void addCreated() {
    List<StoredEntity> entities = batch.created().stream().map(Write::entity).toList();
    parameters.addArrayOfUUID(ids(entities));
    addContents(entities);
  }

  private void addReplaced() {
    List<StoredEntity> entities = batch.replaced().stream().map(Write::entity).toList();
    parameters.addArrayOfUUID(ids(entities));
    parameters.addArrayOfLong(EntityRows.column(entities, StoredEntity::version, Long[]::new));
    addContents(entities);
  }

  private void addContents(List<StoredEntity> entities) {
    String[] bodies =
        EntityRows.column(entities, entity -> Json.write(entity.body()).text(), String[]::new);
    String[] attestations =
        EntityRows.column(
            entities, entity -> Json.write(entity.attestations()).text(), String[]::new);
    for (int i = 0; i < bodies.length; i++) {
      largest = Math.max(largest, bodies[i].length() + attestations[i].length());
    }
    parameters.addArrayOfString(bodies).addArrayOfString(attestations);
    addTexts(entities, entity -> entity.credential().id());
    addTexts(entities, entity -> entity.credential().json());
    parameters.addArrayOfOffsetDateTime(times(entities));
  }

  private void addHistory(List<Write> all) {
    List<StoredEntity> entities = all.stream().map(Write::entity).toList();
    parameters.addArrayOfUUID(ids(entities));
    parameters.addArrayOfLong(EntityRows.column(entities, StoredEntity::version, Long[]::new));
    parameters.addArrayOfOffsetDateTime(times(entities));
    addTexts(all, write -> Json.write(write.changes()).text());
  }

  private static UUID[] ids(List<StoredEntity> entities) {
    return EntityRows.column(entities, StoredEntity::id, UUID[]::new);
  }

  private static OffsetDateTime[] times(List<StoredEntity> entities) {
    return EntityRows.column(
        entities, entity -> EntityRows.utc(entity.updated().at()), OffsetDateTime[]::new);
  }

  private <T> void addTexts(List<T> of, Function<T, String> text) {
    parameters.addArrayOfString(EntityRows.column(of, text, String[]::new));
  }
}
