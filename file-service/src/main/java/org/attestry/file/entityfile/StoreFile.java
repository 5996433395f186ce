package org.attestry.file.entityfile;

import io.vertx.core.Future;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.CallerKey;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.postgres.WriteOutcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores uploads: first the objects, then the records of all files of the upload in one
 * transaction, so no record is without its object. When the transaction was certainly rolled back,
 * the objects are deleted at once; the sweep deletes those that remain without a record.
 */
public record StoreFile(BlobStore blobs, PgFileStore files) {

  private static final Logger LOG = LoggerFactory.getLogger(StoreFile.class);

  /** A file as a client sent it, whose object is stored. */
  public record Incoming(String fileName, String contentType, UUID key, BlobStore.Blob blob) {}

  /** Begins the object of one file. */
  public BlobStore.Writing begin(CallerKey caller) {
    return blobs.begin(Ids.next(), caller);
  }

  public Future<List<StoredFile>> store(
      Property property, List<Incoming> incoming, CallContext context) {
    List<StoredFile> added =
        incoming.stream().map(file -> record(Ids.next(), property, file, context)).toList();
    return files.insert(added, context).map(added).onFailure(cause -> discard(incoming, cause));
  }

  /**
   * Stores the new object, then switches the record to it, then deletes the old object.
   *
   * @param condition the condition on the content that is replaced
   */
  public Future<StoredFile> replace(
      StoredFile old, EntityTags condition, Incoming incoming, CallContext context) {
    StoredFile file = record(old.documentId(), old.property(), incoming, context);
    return files
        .replace(file, condition, context)
        .map(previous -> previous.orElseThrow(Property::notFound))
        .onFailure(cause -> discard(List.of(incoming), cause))
        .onSuccess(previous -> deleteObjects(blobs, List.of(previous.objectKey())))
        .map(file);
  }

  /**
   * Stores a file of a former system under its id.
   *
   * @param createdAt when it was stored there, or null
   */
  public Future<StoredFile> adopt(
      Property property,
      FormerName name,
      Instant createdAt,
      Incoming incoming,
      CallContext context) {
    StoredFile sent = record(name.documentId(), property, incoming, context);
    StoredFile file = createdAt == null ? sent : sent.createdAt(createdAt);
    return files
        .adopt(file, name, context)
        .onFailure(cause -> discard(List.of(incoming), cause))
        .onSuccess(
            unused -> unused.ifPresent(one -> deleteObjects(blobs, List.of(one.objectKey()))))
        .map(file);
  }

  /** Deletes the objects of files that get no record. */
  public void discard(List<Incoming> incoming) {
    deleteObjects(blobs, incoming.stream().map(Incoming::key).toList());
  }

  /** After a lost connection the records may be committed, so their objects stay. */
  private void discard(List<Incoming> incoming, Throwable cause) {
    if (WriteOutcome.isRolledBack(cause)) {
      discard(incoming);
    }
  }

  private static StoredFile record(
      UUID documentId, Property property, Incoming incoming, CallContext context) {
    return new StoredFile(
        documentId,
        property,
        incoming.key(),
        incoming.fileName(),
        incoming.contentType(),
        incoming.blob().size(),
        incoming.blob().sha256(),
        Instant.now().truncatedTo(ChronoUnit.MILLIS),
        context.caller().userId());
  }

  /** Deletes objects that no record names any more. */
  static void deleteObjects(BlobStore blobs, List<UUID> keys) {
    blobs
        .delete(keys)
        .onFailure(cause -> LOG.atWarn().setCause(cause).log("objects are left to the sweep"));
  }
}
