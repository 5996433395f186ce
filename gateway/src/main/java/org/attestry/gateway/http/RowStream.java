package org.attestry.gateway.http;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.attestry.runtime.work.AsyncLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes pages as one response, each when the client has taken the one before. The head goes out
 * with the first page; a failure before it becomes an error response. A later failure breaks the
 * connection without the end that HTTP gives to a whole response (RFC 9112 section 7.1, the last
 * chunk), so that half an export never looks like a whole one.
 */
final class RowStream {

  private static final Logger LOG = LoggerFactory.getLogger(RowStream.class);

  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final Function<String, Future<Page>> pages;
  private boolean gone;

  /**
   * @param next the cursor of the page after it, null after the last one
   */
  record Page(Buffer text, String next) {}

  /**
   * @param request whose response has all its headers
   * @param pages the page at a cursor, the first one at null
   */
  RowStream(HttpServerRequest request, Function<String, Future<Page>> pages) {
    this.request = request;
    this.response = request.response();
    this.pages = pages;
  }

  Future<Reply> write() {
    return pages
        .apply(null)
        .compose(
            first -> {
              gone = response.closed();
              response.setChunked(true).closeHandler(closed -> gone = true);
              return write(first).recover(this::brokenOff).map(done -> Reply.written());
            });
  }

  private Future<Void> write(Page first) {
    AtomicReference<Page> page = new AtomicReference<>(first);
    return AsyncLoop.repeat(
        () -> {
          if (gone) {
            return Future.failedFuture("the client went away");
          }
          Page now = page.get();
          if (now.next() == null || request.method().equals(HttpMethod.HEAD)) {
            return response.end(now.text()).onFailure(lost -> gone = true).map(false);
          }
          return send(now.text())
              .compose(taken -> pages.apply(now.next()))
              .onSuccess(page::set)
              .map(true);
        });
  }

  /** Completes when the client has taken enough of it. */
  private Future<Void> send(Buffer text) {
    if (text.length() == 0) {
      return Future.succeededFuture();
    }
    response.write(text);
    if (!response.writeQueueFull()) {
      return Future.succeededFuture();
    }
    Promise<Void> room = Promise.promise();
    response.drainHandler(drained -> room.tryComplete());
    response.closeHandler(
        closed -> {
          gone = true;
          room.tryFail("the client went away");
        });
    return room.future();
  }

  /** A client that goes away is no failure. */
  private Future<Void> brokenOff(Throwable cause) {
    if (gone) {
      return Future.succeededFuture();
    }
    LOG.atWarn().addKeyValue("reason", cause.getMessage()).log("a stream of rows broke off");
    response.reset();
    return Future.failedFuture(cause);
  }
}
