package org.attestry.gateway.bulk;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.attestry.gateway.http.Reply;
import org.attestry.runtime.async.AsyncLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes pages as one response, each when the client has received the one before. The response head
 * is sent with the first page; an earlier failure becomes an error response. A later failure breaks
 * the connection without the last chunk of a complete response (RFC 9112 section 7.1), so that half
 * an export never looks complete.
 */
final class RowStream {

  private static final Logger LOG = LoggerFactory.getLogger(RowStream.class);

  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final Function<String, Future<Page>> pages;
  private boolean gone;

  /**
   * @param next the cursor of the next page, null on the last page
   */
  record Page(Buffer text, String next) {}

  /**
   * @param request the request, whose response already has all its headers
   * @param pages returns the page at a cursor, the first page for null
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

  /** Writes a page; completes when the client has received enough of it for more to be written. */
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

  /** Breaks the response off. If the client has disconnected, this is not a failure. */
  private Future<Void> brokenOff(Throwable cause) {
    if (gone) {
      return Future.succeededFuture();
    }
    LOG.atWarn().addKeyValue("reason", cause.getMessage()).log("a stream of rows broke off");
    response.reset();
    return Future.failedFuture(cause);
  }
}
