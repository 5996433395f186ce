package org.attestry.registry.identity;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.codec.BodyCodec;
import io.vertx.ext.web.codec.spi.BodyStream;
import java.io.IOException;

/**
 * Reads a body whole, up to a number of bytes; a longer one fails the request, and no more of it
 * than that is held.
 */
record BoundedBody(int most) implements BodyCodec<Buffer> {

  @Override
  public BodyStream<Buffer> stream() {
    return new Gathering(most);
  }

  private static final class Gathering implements BodyStream<Buffer> {
    private final int most;
    private final Buffer read = Buffer.buffer();
    private final Promise<Buffer> result = Promise.promise();

    Gathering(int most) {
      this.most = most;
    }

    @Override
    public Future<Void> write(Buffer data) {
      if (read.length() + data.length() > most) {
        IOException tooLong = new IOException("The body is longer than %d bytes".formatted(most));
        result.tryFail(tooLong);
        return Future.failedFuture(tooLong);
      }
      read.appendBuffer(data);
      return Future.succeededFuture();
    }

    @Override
    public Future<Void> end() {
      result.tryComplete(read);
      return Future.succeededFuture();
    }

    @Override
    public Future<Buffer> result() {
      return result.future();
    }

    @Override
    public void handle(Throwable cause) {
      result.tryFail(cause);
    }

    @Override
    public Gathering exceptionHandler(Handler<Throwable> handler) {
      return this;
    }

    @Override
    public Gathering setWriteQueueMaxSize(int size) {
      return this;
    }

    @Override
    public boolean writeQueueFull() {
      return false;
    }

    @Override
    public Gathering drainHandler(Handler<Void> handler) {
      return this;
    }
  }
}
