package org.attestry.file.entityfile;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.file.FileFacts;
import org.attestry.contracts.file.FileFacts.FileDeleted;
import org.attestry.contracts.file.FileFacts.FileStored;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.outbox.Facts;
import org.attestry.runtime.outbox.Inbox;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.KeptReplies;
import org.attestry.runtime.postgres.Rows;

/**
 * The records of files. Each change and its event are one transaction.
 *
 * @param onCommit called after each commit of facts
 * @param filesPerProperty the most files of a property
 */
public record PgFileStore(
    Database database, Outbox outbox, Runnable onCommit, int filesPerProperty) {

  /** How many full properties an entity can have, whose names are free. */
  private static final int MOST_FULL_PROPERTIES = 10;

  /** More files than a property can have, even when two concurrent uploads exceeded its limit. */
  private static final int LONGEST_LIST = 20_000;

  /** How many files of a deleted entity one statement deletes. */
  private static final int BATCH = 500;

  /** How many keys of a deleted entity are returned. */
  private static final int MOST_KEYS = 10_000;

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

  private static final String OF_PROPERTY =
      " FROM file WHERE entity_type = $1 AND entity_id = $2 AND property = $3 ";

  private static final String COUNT =
      """
      SELECT count(*) AS of_entity, count(*) FILTER (WHERE property = $3) AS of_property
      FROM file WHERE entity_type = $1 AND entity_id = $2
      """;

  private static final String LOCK =
      "SELECT %s FROM file WHERE document_id = $1 FOR UPDATE".formatted(COLUMNS);

  private static final String SWITCH =
      """
      UPDATE file SET object_key = $2, file_name = $3, content_type = $4, size = $5, sha256 = $6
      WHERE document_id = $1
      """;

  private static final String SELECT = "SELECT " + COLUMNS + OF_PROPERTY;

  private static final String FIND = SELECT + "AND document_id = $4";

  private static final String FIND_FORMER = FIND + " AND former_name = $5";

  private static final String SET_FORMER =
      "UPDATE file SET former_name = $2 WHERE document_id = $1";

  private static final String LIST = SELECT + "ORDER BY created_at, document_id LIMIT $4";

  private static final String RETURNING = " RETURNING " + COLUMNS;

  private static final String DELETE_ALL = "DELETE" + OF_PROPERTY + RETURNING;

  private static final String DELETE = "DELETE" + OF_PROPERTY + "AND document_id = $4" + RETURNING;

  /** Uploads to an entity exclude its deletion, but not each other. */
  private static final String LOCK_FOR_UPLOAD =
      "SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))";

  private static final String LOCK_FOR_DELETION =
      "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";

  private static final String REMEMBER_DELETED =
      "INSERT INTO deleted_entity (entity_id) VALUES ($1) ON CONFLICT DO NOTHING";

  private static final String DELETE_SOME_OF_ENTITY =
      """
      DELETE FROM file
      WHERE document_id IN (SELECT document_id FROM file WHERE entity_id = $1 LIMIT $2)
      """
          + RETURNING;

  private static final String ORPHANS =
      """
      SELECT key FROM unnest($1::uuid[]) AS key
      WHERE NOT EXISTS (SELECT FROM file WHERE object_key = key)
      """;

  /**
   * Adds records of one property and their facts, all or none.
   *
   * @return fails NOT_FOUND when the entity is deleted, CONFLICT when the property or the entity is
   *     full
   */
  public Future<Void> insert(List<StoredFile> files, CallContext context) {
    return inTransaction(
        transaction ->
            lock(LOCK_FOR_UPLOAD, transaction, files.getFirst().property().entityId())
                .compose(_ -> requireRoom(transaction, files))
                .compose(_ -> AsyncLoop.each(files, file -> insert(transaction, file)))
                .compose(
                    inserted ->
                        outbox.insert(
                            transaction,
                            files.stream().map(file -> stored(file, context)).toList())));
  }

  /**
   * Checks the limits of a property and of its entity. Two concurrent uploads may exceed them by
   * the files of one of them.
   */
  private Future<Void> requireRoom(SqlConnection transaction, List<StoredFile> files) {
    return transaction
        .preparedQuery(COUNT)
        .execute(which(files.getFirst().property()))
        .map(
            rows -> {
              Row stored = Rows.one(rows);
              requireRoom("property", stored.getLong("of_property"), files, filesPerProperty);
              requireRoom(
                  "entity",
                  stored.getLong("of_entity"),
                  files,
                  MOST_FULL_PROPERTIES * filesPerProperty);
              return null;
            });
  }

  private static void requireRoom(String what, long stored, List<StoredFile> more, int most) {
    if (stored + more.size() > most) {
      throw FailureException.conflict(
          "file.property-full",
          "The %s has %d files and may have %d; delete some first.".formatted(what, stored, most));
    }
  }

  private static Future<Void> insert(SqlConnection transaction, StoredFile file) {
    return transaction
        .preparedQuery(INSERT)
        .execute(values(file))
        .map(
            result -> {
              if (result.rowCount() == 0) {
                throw Property.notFound();
              }
              return null;
            });
  }

  /**
   * Replaces the content of a document.
   *
   * @return the old record, or empty when there is none; fails STALE when the old one does not
   *     fulfil the condition
   */
  public Future<Optional<StoredFile>> replace(
      StoredFile file, EntityTags condition, CallContext context) {
    return inTransaction(
        transaction ->
            transaction
                .preparedQuery(LOCK)
                .execute(Tuple.of(file.documentId()))
                .map(rows -> Rows.first(rows, PgFileStore::file))
                .compose(
                    old -> {
                      old.ifPresent(condition::require);
                      return old.isEmpty()
                          ? Future.succeededFuture(old)
                          : change(transaction, file, context).map(old);
                    }));
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

  /**
   * Stores a file of a former system, or its new content. A file with the same content, name and
   * type stays as it is.
   *
   * @return the record that is no longer used, whose object can be deleted: the former one, the
   *     given one, or none; fails CONFLICT when another property has the document, and as {@link
   *     #insert} does
   */
  public Future<Optional<StoredFile>> adopt(StoredFile file, FormerName name, CallContext context) {
    return inTransaction(
        transaction ->
            lock(LOCK_FOR_UPLOAD, transaction, file.property().entityId())
                .compose(_ -> transaction.preparedQuery(LOCK).execute(Tuple.of(file.documentId())))
                .map(rows -> Rows.first(rows, PgFileStore::file))
                .compose(
                    old ->
                        old.isPresent()
                            ? adoptAgain(transaction, file, old.get(), context)
                            : adoptNew(transaction, file, name, context)));
  }

  private Future<Optional<StoredFile>> adoptAgain(
      SqlConnection transaction, StoredFile file, StoredFile old, CallContext context) {
    if (!old.property().equals(file.property())) {
      throw FailureException.conflict(
          "file.adoption.taken", "Another property has a document with this id.");
    }
    return file.hasContentOf(old)
        ? Future.succeededFuture(Optional.of(file))
        : change(transaction, file, context).map(Optional.of(old));
  }

  private Future<Optional<StoredFile>> adoptNew(
      SqlConnection transaction, StoredFile file, FormerName name, CallContext context) {
    Tuple former = Tuple.of(file.documentId(), name.text());
    return requireRoom(transaction, List.of(file))
        .compose(_ -> insert(transaction, file))
        .compose(_ -> transaction.preparedQuery(SET_FORMER).execute(former))
        .compose(_ -> outbox.insert(transaction, List.of(stored(file, context))))
        .map(Optional.empty());
  }

  /** Finds a file by its id, or by the name that a former system had for it. */
  public Future<Optional<StoredFile>> find(Property property, FormerName name) {
    return name.isId()
        ? find(property, name.documentId())
        : database
            .shortReads(FIND_FORMER)
            .execute(which(property).addUUID(name.documentId()).addString(name.text()))
            .map(rows -> Rows.first(rows, PgFileStore::file));
  }

  public Future<Optional<StoredFile>> find(Property property, UUID documentId) {
    return database
        .shortReads(FIND)
        .execute(which(property).addUUID(documentId))
        .map(rows -> Rows.first(rows, PgFileStore::file));
  }

  /** Returns the records of a property, oldest first. */
  public Future<List<StoredFile>> list(Property property) {
    return database
        .shortReads(LIST)
        .execute(which(property).addInteger(LONGEST_LIST))
        .map(rows -> Rows.list(rows, PgFileStore::file));
  }

  /**
   * Deletes one record. Fails NOT_FOUND when there is none, and STALE when it does not fulfil the
   * condition. A repetition of the call deletes nothing and gets the same reply.
   */
  public Future<Deleted> delete(
      Property property, UUID documentId, EntityTags condition, CallContext context) {
    return delete(
        DELETE,
        which(property).addUUID(documentId),
        gone -> condition.require(gone.stream().findFirst().orElseThrow(Property::notFound)),
        context);
  }

  /** Deletes all records of the property. A repetition of the call gets the same reply. */
  public Future<Deleted> deleteAll(Property property, CallContext context) {
    return delete(DELETE_ALL, which(property), gone -> {}, context);
  }

  /**
   * @param check throws if the records may not be deleted
   */
  private Future<Deleted> delete(
      String sql, Tuple which, Consumer<List<StoredFile>> check, CallContext context) {
    return KeptReplies.once(
            database,
            context.callId(),
            Deleted.class,
            transaction ->
                transaction
                    .preparedQuery(sql)
                    .execute(which)
                    .map(rows -> Rows.list(rows, PgFileStore::file))
                    .compose(
                        gone -> {
                          check.accept(gone);
                          return insertFacts(transaction, gone, context);
                        })
                    .map(gone -> new Deleted(gone.stream().map(StoredFile::objectKey).toList())))
        .onSuccess(done -> onCommit.run());
  }

  /**
   * Deletes the records of a deleted entity and records the deletion, once per fact.
   *
   * @return the keys of the objects, at most ten thousand; the sweep finds the others
   */
  public Future<List<UUID>> deleteAllOf(UUID entityId, Fact deletion, CallContext context) {
    return inTransaction(
        transaction ->
            Inbox.take(transaction, deletion.id())
                .compose(
                    isNew ->
                        isNew
                            ? deleteAllOf(transaction, entityId, context)
                            : Future.succeededFuture(List.of())));
  }

  private Future<List<UUID>> deleteAllOf(
      SqlConnection transaction, UUID entityId, CallContext context) {
    List<UUID> keys = new ArrayList<>();
    return lock(LOCK_FOR_DELETION, transaction, entityId)
        .compose(_ -> transaction.preparedQuery(REMEMBER_DELETED).execute(Tuple.of(entityId)))
        .compose(done -> AsyncLoop.repeat(() -> deleteSome(transaction, entityId, keys, context)))
        .map(keys);
  }

  private static Future<Void> lock(String sql, SqlConnection transaction, UUID entityId) {
    return transaction.preparedQuery(sql).execute(Tuple.of(entityId.toString())).mapEmpty();
  }

  /** Deletes a batch of records; returns whether there may be more. */
  private Future<Boolean> deleteSome(
      SqlConnection transaction, UUID entityId, List<UUID> keys, CallContext context) {
    return transaction
        .preparedQuery(DELETE_SOME_OF_ENTITY)
        .execute(Tuple.of(entityId, BATCH))
        .map(rows -> Rows.list(rows, PgFileStore::file))
        .compose(gone -> insertFacts(transaction, gone, context))
        .map(
            gone -> {
              if (keys.size() < MOST_KEYS) {
                gone.forEach(file -> keys.add(file.objectKey()));
              }
              return gone.size() == BATCH;
            });
  }

  /** Returns those of the keys that no record has. */
  public Future<List<UUID>> orphans(List<UUID> objectKeys) {
    return database
        .shortReads(ORPHANS)
        .execute(Tuple.tuple().addArrayOfUUID(objectKeys.toArray(UUID[]::new)))
        .map(rows -> Rows.list(rows, row -> row.getUUID(0)));
  }

  private <T> Future<T> inTransaction(Function<SqlConnection, Future<T>> work) {
    return database.inTransaction(work).onSuccess(done -> onCommit.run());
  }

  private Future<List<StoredFile>> insertFacts(
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
        .addOffsetDateTime(Rows.utc(file.createdAt()))
        .addString(file.createdBy());
  }

  private static Tuple which(Property property) {
    return Tuple.of(property.type(), property.entityId(), property.name());
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

  /**
   * The result of a deletion.
   *
   * @param objectKeys the object key of each deleted record
   */
  public record Deleted(List<UUID> objectKeys) {

    public Deleted {
      objectKeys = List.copyOf(objectKeys);
    }
  }
}
