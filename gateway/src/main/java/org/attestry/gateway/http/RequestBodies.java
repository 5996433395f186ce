package org.attestry.gateway.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;

/**
 * Memory and time for the JSON bodies of all requests. Beyond the first bytes of each, which a
 * limit of connections bounds, they share a number of bytes from when they are received until they
 * are answered, so that large bodies never keep small ones out. Used on the event loop of one
 * verticle.
 */
final class RequestBodies {

  private static final int FREE_BYTES = 8_192;

  private final Vertx vertx;
  private final int limit;
  private final Duration timeout;
  private long left;

  /**
   * @param limit the largest body in bytes
   * @param all how many bytes all may have together
   * @param timeout how long one may take
   */
  RequestBodies(Vertx vertx, int limit, long all, Duration timeout) {
    this.vertx = vertx;
    this.limit = limit;
    this.timeout = timeout;
    this.left = all;
  }

  /** The body of a request, of which nothing has been read. */
  RequestBody of(HttpServerRequest request) {
    return new RequestBody(vertx, request, this);
  }

  int limit() {
    return limit;
  }

  Duration timeout() {
    return timeout;
  }

  /**
   * A body grows.
   *
   * @return whether there are bytes left for it; where not, none are taken
   */
  boolean grow(int from, int to) {
    long more = shared(to) - shared(from);
    if (more > left) {
      return false;
    }
    left -= more;
    return true;
  }

  /** A body of this length is not needed any more. */
  void release(int length) {
    left += shared(length);
  }

  private static long shared(int length) {
    return Math.max(0, length - FREE_BYTES);
  }
}
