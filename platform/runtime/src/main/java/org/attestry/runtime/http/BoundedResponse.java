package org.attestry.runtime.http;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import java.io.IOException;

/** Reads the response of another server up to a limit. */
public final class BoundedResponse {

  private final HttpClientResponse response;
  private final int limit;
  private final Promise<Buffer> done = Promise.promise();
  private final Buffer read = Buffer.buffer();

  private BoundedResponse(HttpClientResponse response, int limit) {
    this.response = response;
    this.limit = limit;
  }

  /**
   * Reads the body. Parts that arrive before this call are lost, so it is composed with the future
   * of {@code request.send(…)} inside of the handler that sends the request.
   *
   * @param limit the most bytes of the body
   * @return the whole body; fails with an {@link IOException} if the body is incomplete, and with a
   *     {@link TooLongException} if it is longer than the limit, in which case the connection is
   *     closed
   */
  public static Future<Buffer> read(HttpClientResponse response, int limit) {
    BoundedResponse body = new BoundedResponse(response, limit);
    response
        .handler(body::take)
        .exceptionHandler(body.done::tryFail)
        .endHandler(end -> body.done.tryComplete(body.read));
    return body.done.future();
  }

  private void take(Buffer chunk) {
    if (read.length() + chunk.length() <= limit) {
      read.appendBuffer(chunk);
    } else if (done.tryFail(new TooLongException(limit))) {
      response.request().connection().close();
    }
  }

  /** The body is longer than its limit. */
  public static final class TooLongException extends IOException {

    private static final long serialVersionUID = 1L;

    TooLongException(int limit) {
      super("The answer is longer than " + limit + " bytes");
    }
  }
}
