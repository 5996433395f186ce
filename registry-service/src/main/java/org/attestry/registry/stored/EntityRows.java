package org.attestry.registry.stored;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import org.attestry.contracts.JsonBytes;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.status.CredentialStatus;
import org.attestry.registry.stored.StoredEntity.Adopted;
import org.attestry.registry.stored.StoredEntity.Stamp;
import org.attestry.runtime.json.Json;

/** Reads entities from rows. JSON is read as text, so that numbers keep every digit. */
public final class EntityRows {

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
        row.getBoolean("deleted"),
        adopted(row.getString("adopted")));
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

  private static Adopted adopted(String json) {
    return json == null ? null : Json.read(JsonBytes.of(json), Adopted.class);
  }

  private static CredentialStatus status(String json) {
    return json == null ? null : Json.read(JsonBytes.of(json), CredentialStatus.class);
  }

  private static List<Attestation> attestations(String json) {
    return json.equals(EntitySql.NONE)
        ? List.of()
        : List.of(Json.read(JsonBytes.of(json), Attestation[].class));
  }
}
