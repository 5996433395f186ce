package org.attestry.file.transfer;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.util.UUID;
import org.attestry.contracts.CallerKey;
import org.attestry.file.entityfile.BlobStore;
import org.attestry.runtime.http.MinimumRate;

/**
 * Sends a part of a file: reads a chunk from the store, writes it, and reads the next one when the
 * client has received it. No thread waits for the client.
 */
final class Download {

  private final Vertx vertx;
  private final BlobStore blobs;
  private final Chunks chunks;
  private final UUID key;
  private final CallerKey caller;
  private final HttpServerResponse response;
  private final Promise<Void> done = Promise.promise();
  private MinimumRate rate;
  private long position;
  private long left;

  Download(
      Vertx vertx,
      BlobStore blobs,
      Chunks chunks,
      UUID key,
      CallerKey caller,
      ByteRange part,
      HttpServerResponse response) {
    this.vertx = vertx;
    this.blobs = blobs;
    this.chunks = chunks;
    this.key = key;
    this.caller = caller;
    this.response = response;
    this.position = part.first();
    this.left = part.length();
  }

  /** Fails when the store fails, and when the client disconnects or is too slow. */
  Future<Void> write(MinimumRate.Terms terms) {
    rate = MinimumRate.watch(vertx, terms, () -> fail("the client is too slow"));
    rate.pause();
    response.closeHandler(_ -> fail("the client went away"));
    response.exceptionHandler(_ -> fail("the client went away"));
    next();
    return done.future().onComplete(over -> rate.end());
  }

  private void next() {
    if (done.future().isComplete()) {
      return;
    }
    if (left == 0) {
      response.end().onSuccess(done::tryComplete).onFailure(done::tryFail);
      return;
    }
    int size = chunks.take(left);
    blobs
        .read(key, position, size, caller)
        .compose(this::send)
        .onComplete(sent -> chunks.release(size))
        .onSuccess(
            sent -> {
              position += size;
              left -= size;
              next();
            })
        .onFailure(done::tryFail);
  }

  private Future<Void> send(Buffer chunk) {
    if (done.future().isComplete()) {
      return Future.failedFuture("the client is gone");
    }
    rate.resume();
    return response
        .write(chunk)
        .onSuccess(
            written -> {
              rate.moved(chunk.length());
              rate.pause();
            });
  }

  private void fail(String reason) {
    done.tryFail(new IOException(reason));
  }
}
