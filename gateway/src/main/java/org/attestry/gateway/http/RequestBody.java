package org.attestry.gateway.http;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;

/** Reads a JSON body, never more of it than the limit. */
final class RequestBody {

  private final HttpServerRequest request;
  private final int limit;
  private final Promise<JsonBytes> done = Promise.promise();
  private final Buffer read = Buffer.buffer();

  private RequestBody(HttpServerRequest request, int limit) {
    this.request = request;
    this.limit = limit;
  }

  /**
   * Resumes the paused request and reads it.
   *
   * @return the whole body, well formed; fails with kind TOO_LARGE beyond the limit, INVALID when
   *     it is not JSON
   */
  static Future<JsonBytes> read(HttpServerRequest request, int limit) {
    if (declaredLength(request) > limit) {
      return Future.failedFuture(tooLarge(limit));
    }
    RequestBody body = new RequestBody(request, limit);
    if ("100-continue".equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
      request.response().writeContinue();
    }
    request
        .handler(body::take)
        .exceptionHandler(gone -> body.done.tryFail(new IOException("The client went away", gone)))
        .endHandler(end -> body.done.tryComplete(JsonBytes.of(body.read.getBytes())))
        .resume();
    return body.done.future().map(JsonText::check);
  }

  /** What {@code content-length} says, 0 when it says nothing. */
  static long declaredLength(HttpServerRequest request) {
    String declared = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return declared == null ? 0 : Long.parseLong(declared);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  private void take(Buffer chunk) {
    if (read.length() + chunk.length() > limit) {
      request.handler(null).pause();
      done.tryFail(tooLarge(limit));
    } else {
      read.appendBuffer(chunk);
    }
  }

  private static FailureException tooLarge(int limit) {
    return Failure.of(
            FailureKind.TOO_LARGE,
            "gateway.body.too-large",
            "The body is larger than %d bytes; send less.".formatted(limit))
        .exception();
  }
}
