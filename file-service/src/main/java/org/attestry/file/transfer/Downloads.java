package org.attestry.file.transfer;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.attestry.file.domain.BlobStore;
import org.attestry.file.domain.StoredFile;

/** Sends files, whole or a range, at the speed of the receiver. */
final class Downloads {

  private static final long PATIENCE_SECONDS = 30;

  private final BlobStore blobs;

  Downloads(BlobStore blobs) {
    this.blobs = blobs;
  }

  /** Fails, before anything is written, when the bytes cannot be had. */
  Future<Void> send(StoredFile file, HttpServerRequest request) {
    HttpServerResponse response = request.response();
    FileHeaders.write(response, file);
    String etag = FileHeaders.etag(file);
    if (etag.equals(request.getHeader("if-none-match"))) {
      return response.setStatusCode(304).end();
    }
    Optional<ByteRange> range = range(file, request, etag);
    if (range.isPresent() && range.get() == ByteRange.UNSATISFIABLE) {
      return response.setStatusCode(416).putHeader("content-range", "bytes */" + file.size()).end();
    }
    ByteRange part = range.orElse(new ByteRange(0, file.size()));
    if (range.isPresent()) {
      long last = part.first() + part.length() - 1;
      response
          .setStatusCode(206)
          .putHeader("content-range", "bytes %d-%d/%d".formatted(part.first(), last, file.size()));
    }
    response.putHeader("content-length", Long.toString(part.length()));
    return blobs
        .read(file.objectKey(), part.first(), part.length(), bytes -> write(response, bytes))
        .compose(sent -> response.end());
  }

  private static Optional<ByteRange> range(
      StoredFile file, HttpServerRequest request, String etag) {
    String condition = request.getHeader("if-range");
    return condition != null && !condition.equals(etag)
        ? Optional.empty()
        : ByteRange.of(request.getHeader("range"), file.size());
  }

  /** Runs on a worker thread: waits until the receiver has taken the bytes. */
  private static void write(HttpServerResponse response, Buffer bytes) throws IOException {
    try {
      response.write(bytes).await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IOException("the receiver went away", e);
    }
  }
}
