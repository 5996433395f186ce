package org.attestry.gateway.routes;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.streams.Pipe;
import java.io.IOException;
import java.util.List;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.file.FileOperations.FileTransfer;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Expectation;
import org.attestry.gateway.http.Reply;
import org.attestry.runtime.http.BoundedResponse;
import org.attestry.runtime.json.Json;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves the bytes of files between a client and file-service, chunk by chunk with back-pressure in
 * both directions. When one side disconnects, the connection to the other is closed at once, so
 * that an interrupted upload never looks complete.
 */
public final class FileStreams {

  private static final Logger LOG = LoggerFactory.getLogger(FileStreams.class);
  private static final int NOT_MODIFIED = 304;
  private static final int CONNECT_MILLIS = 2_000;

  /**
   * Longer than the time that file-service allows its store. File-service itself disconnects slow
   * clients.
   */
  private static final int IDLE_SECONDS = 90;

  /** Above the limit of file-service, so that file-service refuses transfers, not this client. */
  private static final int CONNECTIONS = 4_096;

  private static final int WAITING = 1_024;

  /** By default the kernel buffers megabytes for each client that reads slowly. */
  private static final int RECEIVE_BUFFER_BYTES = 128 << 10;

  private static final int LONGEST_REPLY = 1 << 20;

  private static final List<String> PASSED_ON =
      List.of("range", "if-range", "if-match", "if-none-match");

  private static final List<String> PASSED_BACK =
      List.of(
          "content-type",
          "content-length",
          "content-range",
          "content-disposition",
          "accept-ranges",
          "etag",
          "last-modified");

  private final HttpClient client;

  public FileStreams(Vertx vertx) {
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setConnectTimeout(CONNECT_MILLIS)
                .setIdleTimeout(IDLE_SECONDS)
                .setReceiveBufferSize(RECEIVE_BUFFER_BYTES),
            new PoolOptions().setHttp1MaxSize(CONNECTIONS).setMaxWaitQueueSize(WAITING));
  }

  /**
   * Forwards the client's multipart body unchanged.
   *
   * @return file-service's reply; fails with the failure of file-service, or UNAVAILABLE when the
   *     transfer breaks off
   */
  Future<Reply> upload(Call call, FileTransfer transfer) {
    if (call.isCutOff()) {
      return interrupted(new IOException("the client went away"));
    }
    HttpServerRequest from = call.request();
    Pipe<Buffer> pipe = from.pipe().endOnFailure(false);
    Promise<Void> sent = Promise.promise();
    call.broken().onFailure(sent::tryFail);
    return open(HttpMethod.POST, transfer)
        .onSuccess(to -> sent.future().onFailure(cause -> giveUp(to)))
        .compose(to -> send(from, pipe, to, sent))
        .compose(
            response ->
                BoundedResponse.read(response, LONGEST_REPLY).map(body -> uploaded(response, body)))
        .onComplete(
            response -> {
              if (!sent.future().isComplete()) {
                pipe.close();
                sent.tryFail("response before its end");
              }
            })
        .recover(FileStreams::interrupted);
  }

  /**
   * Fetches a file, or the ranges that the client requests, and writes it as the response.
   *
   * @return fails with the failure of file-service, or UNAVAILABLE when the transfer breaks off
   */
  Future<Reply> download(HttpServerRequest request, FileTransfer transfer) {
    boolean head = request.method().equals(HttpMethod.HEAD);
    return open(head ? HttpMethod.HEAD : HttpMethod.GET, transfer)
        .compose(fetch -> fetch(request, fetch))
        .compose(file -> isFile(file) ? write(request, file) : refused(request, file))
        .recover(FileStreams::interrupted);
  }

  private Future<HttpClientRequest> open(HttpMethod method, FileTransfer transfer) {
    return client.request(new RequestOptions().setMethod(method).setAbsoluteURI(transfer.url()));
  }

  /**
   * Sends the request. A client that waits for 100 Continue sends its body only if file-service
   * accepts the headers.
   */
  private static Future<HttpClientResponse> send(
      HttpServerRequest from, Pipe<Buffer> pipe, HttpClientRequest to, Promise<Void> sent) {
    String length = from.getHeader(HttpHeaders.CONTENT_LENGTH);
    to.putHeader(HttpHeaders.CONTENT_TYPE, from.getHeader(HttpHeaders.CONTENT_TYPE));
    if (length == null) {
      to.setChunked(true);
    } else {
      to.putHeader(HttpHeaders.CONTENT_LENGTH, length);
    }
    to.exceptionHandler(FileStreams::logBroken);
    if (!from.headers().contains(HttpHeaders.EXPECT)) {
      return to.sendHead().onSuccess(head -> pump(pipe, to, sent)).compose(head -> to.response());
    }
    to.putHeader(HttpHeaders.EXPECT, HttpHeaders.CONTINUE);
    to.continueHandler(
        wanted -> {
          Expectation.sendContinue(from);
          pump(pipe, to, sent);
        });
    from.response().closeHandler(_ -> sent.tryFail("the client went away"));
    return to.sendHead().compose(head -> to.response());
  }

  private static void pump(Pipe<Buffer> pipe, HttpClientRequest to, Promise<Void> sent) {
    pipe.to(to).onSuccess(sent::tryComplete).onFailure(sent::tryFail);
  }

  /**
   * Closes the connection in the middle of the body. A reset would close it only while no response
   * has arrived. After an early response, a reset returns the connection to the pool, and
   * file-service would read the next transfer's request as the rest of this body. The exception
   * handler is set again because closing the pipe removes it.
   */
  private static void giveUp(HttpClientRequest to) {
    to.exceptionHandler(FileStreams::logBroken);
    to.connection().close();
  }

  private static void logBroken(Throwable cause) {
    LOG.debug("upload given up", cause);
  }

  private static Reply uploaded(HttpClientResponse response, Buffer body) {
    JsonBytes json = JsonBytes.of(body.getBytes());
    if (response.statusCode() >= 400 && Json.read(json).has("kind")) {
      throw Json.read(json, Failure.class).exception();
    }
    return Reply.plain(response.statusCode(), json);
  }

  private static Future<HttpClientResponse> fetch(
      HttpServerRequest request, HttpClientRequest fetch) {
    copy(request.headers(), PASSED_ON, fetch.headers());
    return fetch.send();
  }

  private static boolean isFile(HttpClientResponse response) {
    return switch (response.statusCode()) {
      case 200, 206, NOT_MODIFIED -> true;
      default -> false;
    };
  }

  private static Future<Reply> refused(HttpServerRequest request, HttpClientResponse response) {
    copy(response.headers(), List.of("content-range"), request.response().headers());
    return BoundedResponse.read(response, LONGEST_REPLY)
        .compose(
            body -> {
              Failure failure = Json.read(JsonBytes.of(body.getBytes()), Failure.class);
              return Future.failedFuture(failure.exception());
            });
  }

  private static Future<Reply> write(HttpServerRequest request, HttpClientResponse file) {
    HttpServerResponse to = request.response();
    to.setStatusCode(file.statusCode()).putHeader("cache-control", "private, no-cache");
    copy(file.headers(), PASSED_BACK, to.headers());
    if (!isAttachment(to.headers().get("content-disposition"))) {
      to.putHeader("content-disposition", "attachment");
    }
    if (request.method().equals(HttpMethod.HEAD)) {
      return to.end().map(done -> Reply.written());
    }
    to.closeHandler(
        _ -> {
          if (!to.ended()) {
            file.request().reset();
          }
        });
    boolean sized = to.headers().contains(HttpHeaders.CONTENT_LENGTH);
    to.setChunked(!sized && file.statusCode() != NOT_MODIFIED);
    return file.pipe()
        .endOnFailure(false)
        .to(to)
        .map(done -> Reply.written())
        .onFailure(
            broken -> {
              file.request().reset();
              to.reset();
            });
  }

  private static boolean isAttachment(String disposition) {
    return disposition != null && disposition.startsWith("attachment");
  }

  private static void copy(MultiMap from, List<String> names, MultiMap to) {
    for (String name : names) {
      String value = from.get(name);
      if (value != null) {
        to.set(name, value);
      }
    }
  }

  /** Returns a failure without the cause, which names hosts and ports. */
  private static Future<Reply> interrupted(Throwable cause) {
    if (cause instanceof FailureException) {
      return Future.failedFuture(cause);
    }
    LOG.atInfo().addKeyValue("reason", cause.getMessage()).log("file transfer broke off");
    return Future.failedFuture(
        FailureException.unavailable(
            "gateway.file.interrupted", "The transfer of the file broke off; try again."));
  }
}
