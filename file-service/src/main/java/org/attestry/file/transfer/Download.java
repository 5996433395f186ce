package org.attestry.file.transfer;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.util.UUID;
import org.attestry.file.domain.BlobStore;
import org.attestry.runtime.work.MinimumRate;

/**
 * A part of a file on its way to a client: a chunk is read from the store, written, and the next
 * one is read when the client has taken it. Nothing but this object waits for the client.
 */
final class Download {

  private final Vertx vertx;
  private final BlobStore blobs;
  private final Chunks chunks;
  private final UUID key;
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
      ByteRange part,
      HttpServerResponse response) {
    this.vertx = vertx;
    this.blobs = blobs;
    this.chunks = chunks;
    this.key = key;
    this.response = response;
    this.position = part.first();
    this.left = part.length();
  }

  /** Fails when the store does, and when the client goes away or is too slow. */
  Future<Void> write(MinimumRate.Terms terms) {
    rate = MinimumRate.watch(vertx, terms, () -> fail("the client is too slow"));
    rate.pause();
    response.closeHandler(gone -> fail("the client went away"));
    response.exceptionHandler(gone -> fail("the client went away"));
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
        .read(key, position, size)
        .compose(this::pass)
        .onComplete(passed -> chunks.giveBack(size))
        .onSuccess(
            passed -> {
              position += size;
              left -= size;
              next();
            })
        .onFailure(done::tryFail);
  }

  private Future<Void> pass(Buffer chunk) {
    if (done.future().isComplete()) {
      return Future.failedFuture("the client is gone");
    }
    rate.resume();
    return response
        .write(chunk)
        .onSuccess(
            taken -> {
              rate.moved(chunk.length());
              rate.pause();
            });
  }

  private void fail(String reason) {
    done.tryFail(new IOException(reason));
  }
}
