package org.attestry.gateway.serve;

import io.netty.handler.codec.DateFormatter;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.attestry.contracts.Failure;
import org.attestry.contracts.JsonBytes;
import org.attestry.gateway.access.TokenFailures;
import org.attestry.gateway.http.EnvelopeOperation;
import org.attestry.gateway.http.MediaTypes;
import org.attestry.gateway.http.Reply;
import org.attestry.gateway.http.StaticDocument;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.http.UnreadBody;
import org.attestry.runtime.json.Json;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes replies and failures. */
record Responses(Vertx vertx, String serviceId, int bodyLimit, FailurePages failurePages) {

  private static final Logger LOG = LoggerFactory.getLogger(Responses.class);
  private static final CharSequence JSON = HttpHeaders.createOptimized(MediaTypes.JSON);
  private static final int NOT_MODIFIED = 304;
  private static final String RETRY_SECONDS = "1";
  private static final int PIECE_BYTES = 128 << 10;

  /**
   * Sets the headers of every response. No cache may store it unless the endpoint sets another
   * {@code cache-control}.
   */
  static void begin(HttpServerRequest request) {
    request
        .response()
        .putHeader(HttpHeaders.DATE, DateFormatter.format(new Date()))
        .putHeader(RequestIds.HEADER, RequestIds.of(request.getHeader(RequestIds.HEADER)))
        .putHeader("cache-control", "no-store")
        .putHeader("x-content-type-options", "nosniff")
        .putHeader("content-security-policy", "default-src 'none'; frame-ancestors 'none'")
        .putHeader("referrer-policy", "no-referrer");
  }

  static String requestId(HttpServerRequest request) {
    return request.response().headers().get(RequestIds.HEADER);
  }

  /**
   * @param mediaTypes the endpoint's media types
   * @return completes when the client has received content that was read; at once for other content
   */
  Future<Void> send(
      HttpServerRequest request,
      EnvelopeOperation operation,
      List<String> mediaTypes,
      Reply reply) {
    HttpServerResponse response = request.response();
    reply.headers().forEach(response::putHeader);
    switch (reply.content()) {
      case Reply.Enveloped enveloped -> {
        Envelope envelope = Envelope.success(serviceId, operation, enveloped.result());
        return write(request, 200, JSON, Json.write(envelope));
      }
      case Reply.Plain plain -> {
        boolean named = reply.headers().containsKey("content-type");
        String mediaType = named ? null : mediaTypes.getFirst();
        return write(request, plain.status(), mediaType, plain.bytes());
      }
      case Reply.Cacheable cacheable -> {
        if (!reply.headers().containsKey("cache-control")) {
          response.putHeader(HttpHeaders.CACHE_CONTROL, "no-cache");
        }
        write(request, cacheable.document());
      }
      case Reply.Nothing.EMPTY -> write(request, 200, null, JsonBytes.of(new byte[0]));
      case Reply.Nothing.WRITTEN -> {
        // The stream has ended the response.
      }
    }
    return Future.succeededFuture();
  }

  private static void write(HttpServerRequest request, StaticDocument document) {
    HttpServerResponse response = request.response();
    response
        .putHeader(HttpHeaders.ETAG, document.etag())
        .putHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
    String known = request.getHeader(HttpHeaders.IF_NONE_MATCH);
    if (known != null && (known.equals("*") || known.contains(document.etag().substring(2)))) {
      response.setStatusCode(NOT_MODIFIED).end();
      return;
    }
    response.putHeader(HttpHeaders.CONTENT_TYPE, document.mediaType());
    if (MediaTypes.wantsGzip(request.getHeader(HttpHeaders.ACCEPT_ENCODING))) {
      response.putHeader(HttpHeaders.CONTENT_ENCODING, "gzip");
      writePieces(response, document.compressed());
    } else {
      writePieces(response, document.plain());
    }
  }

  /**
   * Writes each piece when the client has received the one before, because a document can be many
   * megabytes.
   */
  private static void writePieces(HttpServerResponse response, Buffer all) {
    response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(all.length()));
    AtomicInteger sent = new AtomicInteger();
    AsyncLoop.repeat(
        () -> {
          int begin = sent.getAndAdd(PIECE_BYTES);
          int end = Math.min(all.length(), begin + PIECE_BYTES);
          Buffer piece = all.slice(begin, end);
          return end == all.length()
              ? response.end(piece).map(false)
              : response.write(piece).map(true);
        });
  }

  void fail(HttpServerRequest request, EnvelopeOperation operation, Failure failure) {
    fail(request, operation, FailureStatus.of(failure), failure);
  }

  void fail(HttpServerRequest request, EnvelopeOperation operation, int status, Failure failure) {
    HttpServerResponse response = request.response();
    if (response.headWritten() || response.closed()) {
      return;
    }
    log(request, operation.name(), status, failure);
    addHeaders(response, status, failure);
    writeFailure(request, operation, status, failure);
  }

  /**
   * Writes a failure in the form of OAuth (RFC 6749, section 5.2).
   *
   * @param invalid the error of a request that is not as it must be
   */
  void fail(HttpServerRequest request, String invalid, Failure failure) {
    HttpServerResponse response = request.response();
    if (response.headWritten() || response.closed()) {
      return;
    }
    int status = FailureStatus.of(failure);
    log(request, invalid, status, failure);
    addHeaders(response, status, failure);
    write(request, status, JSON, OauthError.of(invalid, status, failure));
  }

  private static void addHeaders(HttpServerResponse response, int status, Failure failure) {
    switch (status) {
      case 401 -> response.putHeader("www-authenticate", challenge(failure));
      case 429, 503 -> {
        if (!response.headers().contains(HttpHeaders.RETRY_AFTER)) {
          response.putHeader(HttpHeaders.RETRY_AFTER, RETRY_SECONDS);
        }
      }
      default -> {
        // No further header.
      }
    }
  }

  private void writeFailure(
      HttpServerRequest request, EnvelopeOperation operation, int status, Failure failure) {
    String accepted = MediaTypes.accepted(request);
    Optional<Reply> page =
        MediaTypes.wants(accepted, MediaTypes.HTML)
            ? failurePages.of(request, status)
            : Optional.empty();
    if (page.isPresent()) {
      send(request, operation, List.of(), page.get());
    } else if (MediaTypes.wantsProblem(accepted)) {
      Problem problem = Problem.of(failure, status, requestId(request));
      write(request, status, Problem.MEDIA_TYPE, Json.write(problem));
    } else {
      Envelope envelope = Envelope.failure(serviceId, operation, failure, shown(failure));
      write(request, status, JSON, Json.write(envelope));
    }
  }

  /** The violations and the failure's report; null where there is neither. */
  private static Map<String, Object> shown(Failure failure) {
    Map<String, Object> shown = new LinkedHashMap<>();
    if (!failure.violations().isEmpty()) {
      shown.put("violations", failure.violations());
    }
    if (failure.moreViolations() > 0) {
      shown.put("moreViolations", failure.moreViolations());
    }
    if (failure.report() != null) {
      Json.read(failure.report())
          .properties()
          .forEach(member -> shown.put(member.getKey(), member.getValue()));
    }
    return shown.isEmpty() ? null : shown;
  }

  private Future<Void> write(
      HttpServerRequest request, int status, CharSequence contentType, JsonBytes content) {
    HttpServerResponse response = request.response();
    if (response.closed()) {
      return Future.succeededFuture();
    }
    response.setStatusCode(status);
    if (contentType != null) {
      response.putHeader(HttpHeaders.CONTENT_TYPE, contentType);
    }
    boolean abandon = hasLongUnreadBody(request);
    if (abandon) {
      response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    Future<Void> received = response.end(Buffer.buffer(content.utf8()));
    if (abandon) {
      UnreadBody.dropAndClose(vertx, request);
    } else {
      request.resume();
    }
    return received;
  }

  /**
   * Whether the connection must be closed because of an unread body. A short one is read and
   * dropped.
   */
  private boolean hasLongUnreadBody(HttpServerRequest request) {
    return !request.isEnded()
        && (request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
            || RequestBody.declaredLength(request) > bodyLimit);
  }

  /** Returns a challenge with an error code only if a token was sent (RFC 6750 section 3). */
  private static String challenge(Failure failure) {
    return failure.code().equals(TokenFailures.INVALID_TOKEN)
        ? "Bearer realm=\"attestry\", error=\"invalid_token\""
        : "Bearer realm=\"attestry\"";
  }

  private static void log(
      HttpServerRequest request, String operation, int status, Failure failure) {
    if (status >= 500) {
      LOG.atWarn()
          .addKeyValue("requestId", requestId(request))
          .addKeyValue("op", operation)
          .addKeyValue("status", status)
          .addKeyValue("code", failure.code())
          .log("request failed");
    }
  }
}
