package org.attestry.file.domain;

import io.vertx.core.Future;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.runtime.facts.Ids;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes in the bytes of an upload. The object is stored first and the record after it, so no record
 * is ever without its object; an object whose record fails is deleted again, and the sweep finds
 * what even that leaves behind.
 */
public final class StoreFile {

  private static final Logger LOG = LoggerFactory.getLogger(StoreFile.class);

  private final BlobStore blobs;
  private final FileStore files;

  public StoreFile(BlobStore blobs, FileStore files) {
    this.blobs = blobs;
    this.files = files;
  }

  /** A file as a client sends it. */
  public record Incoming(String fileName, String contentType, InputStream bytes) {}

  public Future<StoredFile> store(Property property, Incoming incoming, CallContext context) {
    UUID key = Ids.next();
    return blobs
        .put(key, incoming.contentType(), incoming.bytes())
        .map(blob -> record(Ids.next(), property, key, incoming, blob, context))
        .compose(
            file ->
                files
                    .insert(file, context)
                    .map(
                        inserted -> {
                          if (!inserted) {
                            throw Property.notFound();
                          }
                          return file;
                        })
                    .recover(cause -> undo(key, cause)));
  }

  /** The new object first, then the switch, then the old one goes. */
  public Future<StoredFile> replace(StoredFile old, Incoming incoming, CallContext context) {
    UUID key = Ids.next();
    return blobs
        .put(key, incoming.contentType(), incoming.bytes())
        .map(blob -> record(old.documentId(), old.property(), key, incoming, blob, context))
        .compose(
            file ->
                files
                    .replace(file, context)
                    .map(previous -> previous.orElseThrow(Property::notFound))
                    .recover(cause -> undo(key, cause))
                    .onSuccess(previous -> forget(previous.objectKey()))
                    .map(file));
  }

  private static StoredFile record(
      UUID documentId,
      Property property,
      UUID key,
      Incoming incoming,
      BlobStore.Blob blob,
      CallContext context) {
    return new StoredFile(
        documentId,
        property,
        key,
        incoming.fileName(),
        incoming.contentType(),
        blob.size(),
        blob.sha256(),
        Instant.now(),
        context.caller().userId());
  }

  private <T> Future<T> undo(UUID key, Throwable cause) {
    return blobs.delete(List.of(key)).transform(done -> Future.failedFuture(cause));
  }

  private void forget(UUID key) {
    blobs
        .delete(List.of(key))
        .onFailure(cause -> LOG.atWarn().setCause(cause).log("old object is left to the sweep"));
  }
}
