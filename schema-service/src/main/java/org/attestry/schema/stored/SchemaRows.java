package org.attestry.schema.stored;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.Rows;
import org.attestry.schema.stored.PgSchemaStore.TypePage;

/** Converts rows to records. */
final class SchemaRows {

  private SchemaRows() {}

  static Schema schema(Row row) {
    return new Schema(
        row.getUUID("id"),
        row.getString("name"),
        row.getString("title"),
        row.getString("document"),
        SchemaStatus.valueOf(row.getString("status")),
        row.getInteger("version"),
        row.getOffsetDateTime("created_at").toInstant(),
        row.getOffsetDateTime("updated_at").toInstant(),
        row.getString("created_by"),
        row.getString("updated_by"),
        List.of(row.getArrayOfStrings("owners")));
  }

  static Map<String, LibraryVersion> libraries(RowSet<Row> rows) {
    Map<String, LibraryVersion> libraries = new HashMap<>();
    rows.forEach(
        row ->
            libraries.put(
                row.getString("wanted"),
                new LibraryVersion(
                    row.getUUID("id"), row.getInteger("version"), row.getInteger("characters"))));
    return libraries;
  }

  static SchemaVersion version(Row row) {
    return new SchemaVersion(
        row.getUUID("schema_id"),
        row.getInteger("version"),
        row.getString("name"),
        row.getString("document"),
        row.getOffsetDateTime("published_at").toInstant(),
        row.getString("published_by"));
  }

  static TypePage typePage(RowSet<Row> rows) {
    List<EntityType> types = Rows.list(rows, SchemaRows::type);
    if (types.isEmpty()) {
      return new TypePage(types, null);
    }
    String last = types.getLast().name();
    boolean end = Rows.one(rows).getString("last").equals(last);
    return new TypePage(types, end ? null : last);
  }

  static EntityType type(Row row) {
    return Json.read(JsonBytes.of(row.getString("type")), EntityType.class);
  }
}
