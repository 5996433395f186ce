package org.attestry.schema.stored;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.attestry.contracts.Fact;
import org.attestry.contracts.schema.EntityType;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.Rows;
import org.attestry.schema.stored.PgSchemaStore.Writer;

/**
 * The SQL statements of an exclusive transaction; those that only read are also executed outside of
 * one.
 */
record PgSchemaWriter(SqlClient client, Outbox outbox) implements Writer {

  private static final String SCHEMAS =
      """
      SELECT id, name, title, document, status, version, created_at, updated_at, created_by,
             updated_by, owners
      FROM schema_document
      WHERE id = ANY ($1)
      """;

  private static final String LIBRARIES =
      """
      SELECT DISTINCT ON (wanted) wanted, s.id, s.version, length(s.document) AS characters
      FROM unnest($1::text[]) AS wanted
      JOIN schema_document s ON s.name = wanted OR s.title = wanted
      WHERE s.status <> 'DRAFT' AND s.id <> $2
      ORDER BY wanted, s.name = wanted DESC, s.id
      """;

  private static final String PUBLISHED_BY_OTHERS =
      """
      SELECT t.name AS type, s.name AS schema
      FROM entity_type t JOIN schema_document s ON s.id = t.schema_id
      WHERE t.name = ANY ($1) AND t.schema_id <> $2
      """;

  private static final String TYPES_OF =
      "SELECT type FROM entity_type WHERE schema_id = $1 ORDER BY name";

  private static final String DEPENDENTS =
      """
      SELECT s.name FROM schema_pin p JOIN schema_document s ON s.id = p.schema_id
      WHERE p.pinned_id = $1
      ORDER BY s.name
      """;

  private static final String NEXT_REVISION = "SELECT nextval('type_revision')";

  private static final String INSERT =
      """
      INSERT INTO schema_document (id, name, title, document, status, version, created_at,
        updated_at, created_by, updated_by, owners)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      ON CONFLICT ON CONSTRAINT schema_name_is_unique DO NOTHING
      """;

  private static final String ID_OF_NAME = "SELECT id FROM schema_document WHERE name = $1";

  private static final String UPDATE =
      """
      UPDATE schema_document
      SET title = $2, document = $3, status = $4, version = $5, updated_at = $6, updated_by = $7
      WHERE id = $1
      """;

  private static final String INSERT_VERSION =
      """
      INSERT INTO schema_version (schema_id, version, name, document, published_at, published_by)
      VALUES ($1, $2, $3, $4, $5, $6)
      """;

  private static final String REPLACE_TYPES =
      """
      WITH gone AS (DELETE FROM entity_type WHERE schema_id = $1 AND name <> ALL ($2))
      INSERT INTO entity_type (name, schema_id, revision, type)
      SELECT name, $1, revision, type
      FROM unnest($2::text[], $3::bigint[], $4::text[]) AS given (name, revision, type)
      ON CONFLICT (name) DO UPDATE
      SET revision = excluded.revision, type = excluded.type
      WHERE entity_type.schema_id = excluded.schema_id
      """;

  private static final String REPLACE_PINS =
      """
      WITH gone AS (DELETE FROM schema_pin WHERE schema_id = $1 AND pinned_id <> ALL ($2))
      INSERT INTO schema_pin (schema_id, pinned_id, pinned_version)
      SELECT $1, pinned, version FROM unnest($2::uuid[], $3::int[]) AS given (pinned, version)
      ON CONFLICT (schema_id, pinned_id) DO UPDATE SET pinned_version = excluded.pinned_version
      """;

  private static final String DELETE = "DELETE FROM schema_document WHERE id = $1";

  @Override
  public Future<Optional<Schema>> find(UUID id) {
    return schemas(id).map(found -> found.stream().findFirst());
  }

  Future<List<Schema>> schemas(UUID... ids) {
    return execute(SCHEMAS, Tuple.tuple().addArrayOfUUID(ids))
        .map(rows -> Rows.list(rows, SchemaRows::schema));
  }

  @Override
  public Future<Map<String, LibraryVersion>> libraries(Collection<String> names, UUID own) {
    if (names.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    Tuple parameters = Tuple.tuple().addArrayOfString(names.toArray(String[]::new)).addUUID(own);
    return execute(LIBRARIES, parameters).map(SchemaRows::libraries);
  }

  @Override
  public Future<Map<String, String>> publishedByOthers(Collection<String> types, UUID schema) {
    Tuple parameters = Tuple.tuple().addArrayOfString(types.toArray(String[]::new)).addUUID(schema);
    return execute(PUBLISHED_BY_OTHERS, parameters)
        .map(
            rows -> {
              Map<String, String> schemas = new HashMap<>();
              rows.forEach(row -> schemas.put(row.getString("type"), row.getString("schema")));
              return schemas;
            });
  }

  @Override
  public Future<List<EntityType>> typesOf(UUID schema) {
    return execute(TYPES_OF, Tuple.of(schema)).map(rows -> Rows.list(rows, SchemaRows::type));
  }

  @Override
  public Future<List<String>> dependents(UUID schema) {
    return execute(DEPENDENTS, Tuple.of(schema))
        .map(rows -> Rows.list(rows, row -> row.getString("name")));
  }

  @Override
  public Future<Long> nextRevision() {
    return execute(NEXT_REVISION, Tuple.tuple()).map(rows -> Rows.one(rows).getLong(0));
  }

  @Override
  public Future<Void> insert(Schema schema) {
    Tuple parameters =
        Tuple.tuple()
            .addUUID(schema.id())
            .addString(schema.name())
            .addString(schema.title())
            .addString(schema.document())
            .addString(schema.status().name())
            .addInteger(schema.version())
            .addOffsetDateTime(Rows.utc(schema.createdAt()))
            .addOffsetDateTime(Rows.utc(schema.updatedAt()))
            .addString(schema.createdBy())
            .addString(schema.updatedBy())
            .addArrayOfString(schema.owners().toArray(String[]::new));
    return execute(INSERT, parameters)
        .compose(
            rows -> rows.rowCount() == 1 ? Future.succeededFuture() : nameTaken(schema.name()));
  }

  private Future<Void> nameTaken(String name) {
    return execute(ID_OF_NAME, Tuple.of(name))
        .compose(
            rows -> Future.failedFuture(SchemaFailures.nameTaken(name, Rows.one(rows).getUUID(0))));
  }

  @Override
  public Future<Void> update(Schema schema) {
    return execute(
            UPDATE,
            Tuple.of(
                schema.id(),
                schema.title(),
                schema.document(),
                schema.status().name(),
                schema.version(),
                Rows.utc(schema.updatedAt()),
                schema.updatedBy()))
        .mapEmpty();
  }

  @Override
  public Future<Void> insertVersion(Schema schema) {
    OffsetDateTime at = Rows.utc(schema.updatedAt());
    return execute(
            INSERT_VERSION,
            Tuple.of(
                schema.id(),
                schema.version(),
                schema.name(),
                schema.document(),
                at,
                schema.updatedBy()))
        .mapEmpty();
  }

  @Override
  public Future<Void> replaceTypes(UUID schema, List<EntityType> types) {
    Tuple parameters =
        Tuple.tuple()
            .addUUID(schema)
            .addArrayOfString(types.stream().map(EntityType::name).toArray(String[]::new))
            .addArrayOfLong(types.stream().map(EntityType::revision).toArray(Long[]::new))
            .addArrayOfString(
                types.stream().map(type -> Json.write(type).text()).toArray(String[]::new));
    return execute(REPLACE_TYPES, parameters).mapEmpty();
  }

  @Override
  public Future<Void> replacePins(UUID schema, Map<UUID, Integer> pins) {
    List<UUID> pinned = List.copyOf(pins.keySet());
    Tuple parameters =
        Tuple.tuple()
            .addUUID(schema)
            .addArrayOfUUID(pinned.toArray(UUID[]::new))
            .addArrayOfInteger(pinned.stream().map(pins::get).toArray(Integer[]::new));
    return execute(REPLACE_PINS, parameters).mapEmpty();
  }

  @Override
  public Future<Void> delete(UUID schema) {
    return execute(DELETE, Tuple.of(schema)).mapEmpty();
  }

  @Override
  public Future<Void> publish(Fact fact) {
    return outbox.insert(client, List.of(fact));
  }

  private Future<RowSet<Row>> execute(String sql, Tuple parameters) {
    return client.preparedQuery(sql).execute(parameters);
  }
}
