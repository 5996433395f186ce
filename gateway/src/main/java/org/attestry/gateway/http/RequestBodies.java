package org.attestry.gateway.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;

/**
 * Limits memory and time for the JSON bodies of all requests. The first bytes of each body are not
 * counted, because the number of connections bounds them. The others share a budget until the reply
 * is sent, so that large bodies never block small ones. Used on the event loop of one verticle.
 */
final class RequestBodies {

  private static final int FREE_BYTES = 8_192;

  private final Vertx vertx;
  private final int limit;
  private final Duration timeout;
  private long left;

  /**
   * @param limit the largest body in bytes
   * @param all the most bytes of all bodies together
   * @param timeout how long receiving a body may take
   */
  RequestBodies(Vertx vertx, int limit, long all, Duration timeout) {
    this.vertx = vertx;
    this.limit = limit;
    this.timeout = timeout;
    this.left = all;
  }

  /** The body of a request that has not been read yet. */
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
   * Reserves the bytes by which a body grows.
   *
   * @return whether enough are left; if not, none are reserved
   */
  boolean grow(int from, int to) {
    long more = shared(to) - shared(from);
    if (more > left) {
      return false;
    }
    left -= more;
    return true;
  }

  /** Releases the bytes of a body of this length. */
  void release(int length) {
    left += shared(length);
  }

  private static long shared(int length) {
    return Math.max(0, length - FREE_BYTES);
  }
}
