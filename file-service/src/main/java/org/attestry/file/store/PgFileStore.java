package org.attestry.file.store;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.file.FileDeleted;
import org.attestry.contracts.file.FileFacts;
import org.attestry.contracts.file.FileStored;
import org.attestry.file.domain.FileStore;
import org.attestry.file.domain.Property;
import org.attestry.file.domain.StoredFile;
import org.attestry.runtime.facts.Facts;
import org.attestry.runtime.facts.Inbox;
import org.attestry.runtime.facts.Outbox;
import org.attestry.runtime.postgres.Database;

/** Files' records in PostgreSQL. */
public final class PgFileStore implements FileStore {

  private static final String COLUMNS =
      """
      document_id, entity_type, entity_id, property, object_key, file_name, content_type, size,
      sha256, created_at, created_by
      """;

  private static final String INSERT =
      """
      INSERT INTO file (%s)
      SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
      WHERE NOT EXISTS (SELECT FROM deleted_entity WHERE entity_id = $3)
      """
          .formatted(COLUMNS);

  private static final String LOCK =
      "SELECT %s FROM file WHERE document_id = $1 FOR UPDATE".formatted(COLUMNS);

  private static final String SWITCH =
      """
      UPDATE file SET object_key = $2, file_name = $3, content_type = $4, size = $5, sha256 = $6
      WHERE document_id = $1
      """;

  private static final String FIND =
      """
      SELECT %s FROM file
      WHERE document_id = $1 AND entity_type = $2 AND entity_id = $3 AND property = $4
      """
          .formatted(COLUMNS);

  private static final String LIST =
      """
      SELECT %s FROM file
      WHERE entity_type = $1 AND entity_id = $2 AND property = $3
      ORDER BY created_at, document_id
      """
          .formatted(COLUMNS);

  private static final String DELETE =
      """
      DELETE FROM file
      WHERE entity_type = $1 AND entity_id = $2 AND property = $3
        AND ($4::uuid IS NULL OR document_id = $4)
      RETURNING %s
      """
          .formatted(COLUMNS);

  private static final String REMEMBER_DELETED =
      "INSERT INTO deleted_entity (entity_id) VALUES ($1) ON CONFLICT DO NOTHING";

  private static final String DELETE_ALL =
      "DELETE FROM file WHERE entity_id = $1 RETURNING %s".formatted(COLUMNS);

  private static final String ORPHANS =
      """
      SELECT key FROM unnest($1::uuid[]) AS key
      WHERE NOT EXISTS (SELECT FROM file WHERE object_key = key)
      """;

  private final Database database;
  private final Outbox outbox;
  private final Runnable committed;

  /**
   * @param committed called after each commit of facts
   */
  public PgFileStore(Database database, Outbox outbox, Runnable committed) {
    this.database = database;
    this.outbox = outbox;
    this.committed = committed;
  }

  @Override
  public Future<Boolean> insert(StoredFile file, CallContext context) {
    return inTransaction(
        transaction ->
            transaction
                .preparedQuery(INSERT)
                .execute(values(file))
                .map(result -> result.rowCount() == 1)
                .compose(
                    inserted ->
                        inserted
                            ? outbox.insert(transaction, List.of(stored(file, context))).map(true)
                            : Future.succeededFuture(false)));
  }

  @Override
  public Future<Optional<StoredFile>> replace(StoredFile file, CallContext context) {
    return inTransaction(
        transaction ->
            transaction
                .preparedQuery(LOCK)
                .execute(Tuple.of(file.documentId()))
                .map(PgFileStore::first)
                .compose(
                    old ->
                        old.isEmpty()
                            ? Future.succeededFuture(old)
                            : change(transaction, file, context).map(old)));
  }

  private Future<Void> change(SqlConnection transaction, StoredFile file, CallContext context) {
    Tuple content =
        Tuple.of(
            file.documentId(),
            file.objectKey(),
            file.fileName(),
            file.contentType(),
            file.size(),
            file.sha256());
    return transaction
        .preparedQuery(SWITCH)
        .execute(content)
        .compose(done -> outbox.insert(transaction, List.of(stored(file, context))));
  }

  @Override
  public Future<Optional<StoredFile>> find(Property property, UUID documentId) {
    return database
        .statement(FIND)
        .execute(Tuple.of(documentId, property.type(), property.entityId(), property.name()))
        .map(PgFileStore::first);
  }

  @Override
  public Future<List<StoredFile>> list(Property property) {
    return database
        .statement(LIST)
        .execute(Tuple.of(property.type(), property.entityId(), property.name()))
        .map(PgFileStore::files);
  }

  @Override
  public Future<List<StoredFile>> delete(Property property, UUID documentId, CallContext context) {
    Tuple which = Tuple.of(property.type(), property.entityId(), property.name(), documentId);
    return inTransaction(
        transaction ->
            transaction
                .preparedQuery(DELETE)
                .execute(which)
                .map(PgFileStore::files)
                .compose(gone -> tell(transaction, gone, context)));
  }

  @Override
  public Future<List<StoredFile>> deleteAllOf(UUID entityId, Fact deletion, CallContext context) {
    return inTransaction(
        transaction ->
            Inbox.take(transaction, deletion.id())
                .compose(
                    isNew ->
                        isNew
                            ? deleteAllOf(transaction, entityId, context)
                            : Future.succeededFuture(List.of())));
  }

  private Future<List<StoredFile>> deleteAllOf(
      SqlConnection transaction, UUID entityId, CallContext context) {
    return transaction
        .preparedQuery(REMEMBER_DELETED)
        .execute(Tuple.of(entityId))
        .compose(done -> transaction.preparedQuery(DELETE_ALL).execute(Tuple.of(entityId)))
        .map(PgFileStore::files)
        .compose(gone -> tell(transaction, gone, context));
  }

  @Override
  public Future<List<UUID>> orphans(List<UUID> objectKeys) {
    return database
        .statement(ORPHANS)
        .execute(Tuple.tuple().addArrayOfUUID(objectKeys.toArray(UUID[]::new)))
        .map(
            rows -> {
              List<UUID> keys = new ArrayList<>();
              rows.forEach(row -> keys.add(row.getUUID(0)));
              return keys;
            });
  }

  private <T> Future<T> inTransaction(Function<SqlConnection, Future<T>> work) {
    return database.inTransaction(work).onSuccess(done -> committed.run());
  }

  private Future<List<StoredFile>> tell(
      SqlConnection transaction, List<StoredFile> gone, CallContext context) {
    List<Fact> facts = gone.stream().map(file -> deleted(file, context)).toList();
    return outbox.insert(transaction, facts).map(gone);
  }

  private static Fact stored(StoredFile file, CallContext context) {
    return Facts.of(
        FileFacts.FILE_STORED,
        file.property().entityId().toString(),
        new FileStored(
            file.documentId().toString(),
            file.property().type(),
            file.property().entityId().toString(),
            file.property().name(),
            file.size(),
            file.sha256()),
        context);
  }

  private static Fact deleted(StoredFile file, CallContext context) {
    return Facts.of(
        FileFacts.FILE_DELETED,
        file.property().entityId().toString(),
        new FileDeleted(
            file.documentId().toString(),
            file.property().type(),
            file.property().entityId().toString(),
            file.property().name()),
        context);
  }

  private static Tuple values(StoredFile file) {
    return Tuple.of(
            file.documentId(),
            file.property().type(),
            file.property().entityId(),
            file.property().name(),
            file.objectKey(),
            file.fileName())
        .addString(file.contentType())
        .addLong(file.size())
        .addString(file.sha256())
        .addOffsetDateTime(file.createdAt().atOffset(ZoneOffset.UTC))
        .addString(file.createdBy());
  }

  private static Optional<StoredFile> first(RowSet<Row> rows) {
    return rows.size() == 0 ? Optional.empty() : Optional.of(file(rows.iterator().next()));
  }

  private static List<StoredFile> files(RowSet<Row> rows) {
    List<StoredFile> files = new ArrayList<>();
    rows.forEach(row -> files.add(file(row)));
    return files;
  }

  private static StoredFile file(Row row) {
    return new StoredFile(
        row.getUUID("document_id"),
        new Property(
            row.getString("entity_type"), row.getUUID("entity_id"), row.getString("property")),
        row.getUUID("object_key"),
        row.getString("file_name"),
        row.getString("content_type"),
        row.getLong("size"),
        row.getString("sha256"),
        row.getOffsetDateTime("created_at").toInstant(),
        row.getString("created_by"));
  }
}
