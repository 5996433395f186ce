package org.attestry.gateway.serve;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.function.UnaryOperator;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.gateway.http.Expectation;
import org.attestry.gateway.http.JsonText;

/**
 * Reads a body of JSON, of form fields or of lines, up to the limit. vertx-web's {@code
 * BodyHandler} has a limit for each body, but none for all bodies together and no timeout, so the
 * body is read here.
 */
final class RequestBody {

  private final Vertx vertx;
  private final HttpServerRequest request;
  private final RequestBodies all;
  private final Promise<JsonBytes> done = Promise.promise();
  private CallerKey caller;
  private Buffer read = Buffer.buffer();
  private int length;

  RequestBody(Vertx vertx, HttpServerRequest request, RequestBodies all) {
    this.vertx = vertx;
    this.request = request;
    this.all = all;
  }

  /** Sets whose body it is; must be called before it is read. */
  RequestBody of(CallerKey sender) {
    caller = sender;
    return this;
  }

  /**
   * Resumes the paused request and reads it.
   *
   * @return the whole body, well formed; fails with kind TOO_LARGE beyond the limit, TOO_SLOW when
   *     it takes too long, INVALID when it is not JSON, RATE_LIMITED when the caller's bodies
   *     together are too large, UNAVAILABLE when those of all callers are
   */
  Future<JsonBytes> read() {
    return checked(JsonText::check);
  }

  /**
   * Checks the body against a schema.
   *
   * @param check passes JSON on, or refuses it
   */
  Future<JsonBytes> checkedBySchema(JsonBytes json, UnaryOperator<JsonBytes> check) {
    return all.check(caller, json, RequestBodies.QUICK_FOR_SCHEMA, check);
  }

  /**
   * Reads a form as {@link #read} reads JSON.
   *
   * @param fields the names that the form may have
   * @param open whether it may have others too
   * @return a JSON object
   */
  Future<JsonBytes> readForm(List<String> fields, boolean open) {
    return checked(sent -> FormText.json(sent, fields, open));
  }

  /**
   * Reads a JWT as {@link #read} reads JSON.
   *
   * @return the text as a JSON string
   */
  Future<JsonBytes> readJwt() {
    return checked(JwtText::json);
  }

  /**
   * Reads lines as {@link #read} reads JSON.
   *
   * @return the text as a JSON string
   */
  Future<JsonBytes> readLines() {
    return checked(LinesText::json);
  }

  /**
   * Reads JSON like {@link #read}, for an operation whose body may be left out; null if there is
   * none.
   */
  Future<JsonBytes> readIfAny() {
    return checked(sent -> sent.utf8().length == 0 ? null : JsonText.check(sent));
  }

  private Future<JsonBytes> checked(UnaryOperator<JsonBytes> check) {
    return bytes().compose(sent -> all.check(caller, sent, RequestBodies.QUICK, check));
  }

  /**
   * Checks that there is no body, for an operation without one; an empty object counts as none.
   *
   * @return null; fails as {@link #read} does, INVALID when there is a body
   */
  Future<JsonBytes> refuse() {
    return bytes()
        .map(
            sent -> {
              if (sent.utf8().length > 0 && !sent.text().strip().matches("(\\{\\s*})?")) {
                throw notTaken();
              }
              return null;
            });
  }

  private Future<JsonBytes> bytes() {
    if (declaredLength(request) > all.limit()) {
      return Future.failedFuture(tooLarge());
    }
    Expectation.sendContinue(request);
    long timer = vertx.setTimer(all.timeout().toMillis(), late -> fail(tooSlow()));
    request
        .handler(this::take)
        .exceptionHandler(broken -> done.tryFail(interrupted()))
        .endHandler(end -> end())
        .resume();
    return done.future()
        .onComplete(
            complete -> {
              vertx.cancelTimer(timer);
              read = null;
            });
  }

  /** Stops reading with a failure; the rest of the body does not arrive or is not needed. */
  void fail(Throwable cause) {
    if (!done.future().isComplete()) {
      request.handler(null).pause();
      done.fail(cause);
    }
  }

  /** Releases the memory of the body. */
  void release() {
    all.release(caller, length);
    length = 0;
  }

  /**
   * Reserves memory for a reply until it is sent.
   *
   * @return why it cannot be sent now; null if it can
   */
  FailureException replies(int bytes) {
    return caller == null ? null : all.reply(caller, bytes);
  }

  /** Releases the memory of a reply. */
  void sent(int bytes) {
    if (caller != null) {
      all.sent(caller, bytes);
    }
  }

  /** The {@code content-length}, 0 without one. */
  static long declaredLength(HttpServerRequest request) {
    String declared = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return declared == null ? 0 : Long.parseLong(declared);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  /** Whether the headers announce a body. */
  static boolean isAnnounced(HttpServerRequest request) {
    return request.headers().contains(HttpHeaders.CONTENT_LENGTH)
        || request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
  }

  private void take(Buffer chunk) {
    int longer = length + chunk.length();
    FailureException refused = longer > all.limit() ? tooLarge() : all.grow(caller, length, longer);
    if (refused != null) {
      fail(refused);
    } else {
      length = longer;
      read.appendBuffer(chunk);
    }
  }

  private void end() {
    if (!done.future().isComplete()) {
      done.complete(JsonBytes.of(read.getBytes()));
    }
  }

  private FailureException tooLarge() {
    return FailureException.of(
        FailureKind.TOO_LARGE,
        "gateway.body.too-large",
        "The body is larger than %d bytes; send less.".formatted(all.limit()));
  }

  private FailureException tooSlow() {
    return FailureException.of(
        FailureKind.TOO_SLOW,
        "gateway.body.too-slow",
        "The body did not come within %d s; send it faster or in smaller parts."
            .formatted(all.timeout().toSeconds()));
  }

  private static FailureException notTaken() {
    return FailureException.invalid(
        "gateway.body.unknown", "", "unknown", "This operation takes no body; leave it out.");
  }

  private static FailureException interrupted() {
    return FailureException.of(
        FailureKind.INVALID, "gateway.body.interrupted", "The body broke off; send all of it.");
  }
}
