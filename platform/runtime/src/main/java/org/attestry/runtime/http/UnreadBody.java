package org.attestry.runtime.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/** Discards the rest of a request's body after an early response. */
public final class UnreadBody {

  private static final long MILLIS = 2_000;

  private UnreadBody() {}

  /**
   * Reads and discards the rest for two seconds, so that the client can read the response, and then
   * closes the connection (RFC 9112 section 9.6). If the rest ends in time and the response has no
   * {@code Connection: close}, the connection stays open: the client may reuse it at once.
   */
  public static void dropAndClose(Vertx vertx, HttpServerRequest request) {
    HttpConnection connection = request.connection();
    long timer = vertx.setTimer(MILLIS, late -> connection.close());
    request
        .handler(dropped -> {})
        .exceptionHandler(_ -> vertx.cancelTimer(timer))
        .endHandler(
            end -> {
              vertx.cancelTimer(timer);
              if (announcesEnd(request)) {
                connection.close();
              }
            })
        .resume();
  }

  private static boolean announcesEnd(HttpServerRequest request) {
    return request.response().headers().contains(HttpHeaders.CONNECTION, HttpHeaders.CLOSE, true);
  }
}
