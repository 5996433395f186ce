package org.attestry.registry.stored;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.attestry.contracts.Fact;
import org.attestry.contracts.JsonBytes;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.status.CredentialStatus;
import org.attestry.registry.stored.PgEntityStore.ChangeDetails;
import org.attestry.registry.stored.StoredEntity.Stamp;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.PgArrays;
import org.attestry.runtime.postgres.Rows;

/**
 * Converts entities to and from rows. JSON is written and read as text, so that numbers keep every
 * digit.
 */
public final class EntityRows {

  private static final String NONE = "[]";
  private static final List<String> CONTENT = List.of("body", "attestations", "changes");

  private EntityRows() {}

  public static StoredEntity read(Row row) {
    return new StoredEntity(
        row.getUUID("id"),
        row.getLong("version"),
        (ObjectNode) Json.read(row.getString("body")),
        List.of(row.getArrayOfStrings("owners")),
        row.getBoolean("complete"),
        attestations(row.getString("attestations")),
        new Credential(
            row.getString("credential_id"),
            row.getString("signed_data"),
            row.getBoolean("credential_due"),
            status(row.getString("credential_status"))),
        new Stamp(row.getOffsetDateTime("created_at").toInstant(), row.getString("created_by")),
        new Stamp(row.getOffsetDateTime("updated_at").toInstant(), row.getString("updated_by")),
        row.getBoolean("deleted"));
  }

  /**
   * Whether the row lacks the content of its entity, which is too large for the statement that
   * found it.
   */
  public static boolean isWithoutContent(Row row) {
    return row.getString("body") == null;
  }

  /** Returns the number of characters of the content of rows, which is parsed. */
  static long characters(RowSet<Row> rows) {
    int[] columns =
        rows.columnsNames() == null
            ? new int[0]
            : CONTENT.stream()
                .mapToInt(rows.columnsNames()::indexOf)
                .filter(at -> at >= 0)
                .toArray();
    long characters = 0;
    for (Row row : rows) {
      for (int column : columns) {
        String text = row.getString(column);
        characters += text == null ? 0 : text.length();
      }
    }
    return characters;
  }

  /**
   * Returns the parameters of insert and update: for each column, an array with the values of all
   * entities.
   */
  static Tuple bind(List<EntityWrite> writes, Outbox outbox) {
    List<StoredEntity> entities = writes.stream().map(EntityWrite::entity).toList();
    List<ChangeDetails> written = writes.stream().map(EntityWrite::written).toList();
    Tuple parameters =
        Tuple.tuple()
            .addArrayOfUUID(column(entities, StoredEntity::id, UUID[]::new))
            .addArrayOfLong(column(entities, StoredEntity::version, Long[]::new))
            .addArrayOfString(column(writes, EntityWrite::body, String[]::new))
            .addArrayOfString(
                column(entities, entity -> PgArrays.text(entity.owners()), String[]::new))
            .addArrayOfBoolean(column(entities, StoredEntity::complete, Boolean[]::new))
            .addArrayOfString(column(writes, EntityWrite::attestations, String[]::new))
            .addArrayOfString(column(entities, e -> e.credential().id(), String[]::new))
            .addArrayOfString(column(entities, e -> e.credential().json(), String[]::new))
            .addArrayOfOffsetDateTime(
                column(entities, entity -> Rows.utc(entity.updated().at()), OffsetDateTime[]::new))
            .addArrayOfString(column(entities, e -> e.updated().by(), String[]::new))
            .addArrayOfString(column(written, ChangeDetails::operation, String[]::new))
            .addArrayOfString(column(written, EntityRows::changes, String[]::new))
            .addArrayOfBoolean(column(entities, StoredEntity::deleted, Boolean[]::new))
            .addArrayOfInteger(column(writes, EntityWrite::type, Integer[]::new))
            .addArrayOfUUID(column(written, ChangeDetails::callId, UUID[]::new))
            .addArrayOfBoolean(column(entities, e -> e.credential().due(), Boolean[]::new))
            .addArrayOfBoolean(column(entities, StoredEntity::isDue, Boolean[]::new))
            .addArrayOfString(column(entities, EntityRows::status, String[]::new));
    return bindFacts(parameters, writes, outbox);
  }

  /**
   * Adds the facts of all entities, each with the id of its entity: a fact is published only if its
   * entity is stored.
   */
  private static Tuple bindFacts(Tuple parameters, List<EntityWrite> writes, Outbox outbox) {
    List<UUID> entities = new ArrayList<>();
    List<Fact> facts = new ArrayList<>();
    for (EntityWrite write : writes) {
      for (Fact fact : write.written().facts()) {
        entities.add(write.entity().id());
        facts.add(fact);
      }
    }
    return outbox.bind(parameters.addArrayOfUUID(entities.toArray(UUID[]::new)), facts);
  }

  /** Returns the values of one column. */
  public static <T, V> V[] column(List<T> of, Function<T, V> value, IntFunction<V[]> array) {
    return of.stream().map(value).toArray(array);
  }

  private static String changes(ChangeDetails written) {
    return written.changes().isEmpty() ? NONE : Json.write(written.changes()).text();
  }

  private static CredentialStatus status(String json) {
    return json == null ? null : Json.read(JsonBytes.of(json), CredentialStatus.class);
  }

  /** Returns the status of the entity's credential as it is stored, or null. */
  public static String status(StoredEntity entity) {
    CredentialStatus status = entity.credential().status();
    return status == null ? null : Json.write(status).text();
  }

  private static List<Attestation> attestations(String json) {
    return json.equals(NONE)
        ? List.of()
        : List.of(Json.read(JsonBytes.of(json), Attestation[].class));
  }

  static String written(List<Attestation> attestations) {
    return attestations.isEmpty() ? NONE : Json.write(attestations).text();
  }
}
