package org.attestry.schema.store;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.runtime.json.Json;
import org.attestry.schema.domain.LibraryVersion;
import org.attestry.schema.domain.Schema;
import org.attestry.schema.domain.SchemaStore.TypePage;
import org.attestry.schema.domain.SchemaVersion;

/** Rows as records. */
final class SchemaRows {

  private SchemaRows() {}

  static List<Schema> schemas(RowSet<Row> rows) {
    List<Schema> schemas = new ArrayList<>();
    rows.forEach(row -> schemas.add(schema(row)));
    return schemas;
  }

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

  static List<SchemaVersion> versions(RowSet<Row> rows) {
    List<SchemaVersion> versions = new ArrayList<>();
    rows.forEach(
        row ->
            versions.add(
                new SchemaVersion(
                    row.getUUID("schema_id"),
                    row.getInteger("version"),
                    row.getString("name"),
                    row.getString("document"),
                    row.getOffsetDateTime("published_at").toInstant(),
                    row.getString("published_by"))));
    return versions;
  }

  static TypePage typePage(RowSet<Row> rows) {
    List<EntityType> types = types(rows);
    if (types.isEmpty()) {
      return new TypePage(types, null);
    }
    String last = types.getLast().name();
    boolean end = rows.iterator().next().getString("last").equals(last);
    return new TypePage(types, end ? null : last);
  }

  static List<EntityType> types(RowSet<Row> rows) {
    List<EntityType> types = new ArrayList<>();
    rows.forEach(
        row -> types.add(Json.read(JsonBytes.of(row.getString("type")), EntityType.class)));
    return types;
  }
}
