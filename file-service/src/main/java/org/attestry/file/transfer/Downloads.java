package org.attestry.file.transfer;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Optional;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.file.entityfile.BlobStore;
import org.attestry.file.entityfile.EntityTags;
import org.attestry.file.entityfile.PgFileStore;
import org.attestry.file.entityfile.Property;
import org.attestry.file.entityfile.StoredFile;
import org.attestry.runtime.json.Json;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replies to downloads: with the file, a range of it, or 304. */
final class Downloads {

  private static final Logger LOG = LoggerFactory.getLogger(Downloads.class);

  private final Vertx vertx;
  private final BlobStore blobs;
  private final PgFileStore files;
  private final TransferLimits limits;
  private final Chunks chunks = new Chunks();

  Downloads(Vertx vertx, BlobStore blobs, PgFileStore files, TransferLimits limits) {
    this.vertx = vertx;
    this.blobs = blobs;
    this.files = files;
    this.limits = limits;
  }

  /**
   * Sends the current content of the file, even if it was replaced after its record was read.
   * Fails, before anything is written, with kind STALE when the file does not fulfil If-Match,
   * NOT_FOUND when it was deleted, and UNAVAILABLE when the bytes cannot be read.
   */
  Future<Void> send(StoredFile file, HttpServerRequest request, CallerKey caller) {
    return sendObject(file, request, caller)
        .recover(
            cause ->
                isMissing(cause) && !request.response().headWritten()
                    ? sendReplacement(file, request, caller)
                    : Future.failedFuture(cause));
  }

  private Future<Void> sendReplacement(
      StoredFile old, HttpServerRequest request, CallerKey caller) {
    return files
        .find(old.property(), old.documentId())
        .map(found -> found.orElseThrow(Property::notFound))
        .compose(
            now ->
                now.objectKey().equals(old.objectKey())
                    ? Future.failedFuture(lost(old))
                    : send(now, request, caller));
  }

  private static FailureException lost(StoredFile file) {
    LOG.error("the object {} of a file that is recorded is not in the store", file.objectKey());
    return FailureException.unavailable(
        "file.store.unavailable",
        "The file store does not have this file's content; report it to an operator.");
  }

  private static boolean isMissing(Throwable cause) {
    return FailureException.isOf(cause, FailureKind.NOT_FOUND);
  }

  private Future<Void> sendObject(StoredFile file, HttpServerRequest request, CallerKey caller) {
    HttpServerResponse response = request.response();
    response.headers().clear();
    response.setStatusCode(200);
    EntityTags.of(request.getHeader("if-match")).require(file);
    FileHeaders.write(response, file);
    String cached = request.getHeader("if-none-match");
    if (cached != null && EntityTags.of(cached).matchesWeakly(file)) {
      return response.setStatusCode(304).end();
    }
    Optional<ByteRange> range = range(file, request);
    if (range.isPresent() && range.get() == ByteRange.UNSATISFIABLE) {
      return sendSize(file, response);
    }
    ByteRange part = range.orElse(new ByteRange(0, file.size()));
    if (range.isPresent()) {
      long last = part.first() + part.length() - 1;
      response
          .setStatusCode(206)
          .putHeader("content-range", "bytes %d-%d/%d".formatted(part.first(), last, file.size()));
    }
    response.putHeader("content-length", Long.toString(part.length()));
    return request.method().equals(HttpMethod.HEAD)
        ? response.end()
        : new Download(vertx, blobs, chunks, file.objectKey(), caller, part, response)
            .write(limits.rate());
  }

  /** Replies that no byte of the range is in the file (RFC 9110, section 15.5.17). */
  private static Future<Void> sendSize(StoredFile file, HttpServerResponse response) {
    Failure failure =
        Failure.of(
            FailureKind.OUT_OF_RANGE,
            "file.range",
            "The file has %d bytes and none of this range; send another Range, or none."
                .formatted(file.size()));
    response.headers().clear();
    return response
        .setStatusCode(416)
        .putHeader("content-range", "bytes */" + file.size())
        .putHeader("content-type", "application/json")
        .end(Buffer.buffer(Json.write(failure).utf8()));
  }

  /**
   * Returns the requested range, for a GET only, and only if the file matches {@code If-Range} (RFC
   * 9110, section 14.2).
   */
  private static Optional<ByteRange> range(StoredFile file, HttpServerRequest request) {
    String condition = request.getHeader("if-range");
    boolean current = condition == null || condition.strip().equals(FileHeaders.etag(file));
    return current && request.method().equals(HttpMethod.GET)
        ? ByteRange.of(request.getHeader("range"), file.size())
        : Optional.empty();
  }
}
