package org.attestry.runtime.work;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/** The rest of a request's body, after a response that does not wait for it. */
public final class UnreadBody {

  private static final long MILLIS = 2_000;

  private UnreadBody() {}

  /**
   * Reads and drops the rest for two seconds, so that the client gets to read the response, and
   * then closes the connection (RFC 9112 section 9.6). Where the rest ends in time, a connection
   * whose response does not announce the end stays open: its client may use it again at once.
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
