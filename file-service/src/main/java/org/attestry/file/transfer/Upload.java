package org.attestry.file.transfer;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.file.entityfile.StoreFile;
import org.attestry.file.transfer.FormFiles.Received;
import org.attestry.runtime.http.MinimumRate;

/**
 * Reads one form. The request is paused while bytes are written to the store; no thread waits for
 * the client. A form that is too large is not read further; an incomplete, too slow or malformed
 * form leaves no object.
 */
final class Upload {

  /** How many bytes of a form may be outside of its files. */
  private static final int OTHER_BYTES = 1 << 20;

  private final HttpServerRequest request;
  private final FormFiles files;
  private final MultipartReader reader;
  private final MinimumRate rate;
  private final long limit;
  private final Promise<Received> done = Promise.promise();

  private long received;
  private boolean finished;

  private Upload(
      Vertx vertx, HttpServerRequest request, FormFiles files, long limit, MinimumRate.Terms rate) {
    this.request = request;
    this.files = files;
    this.limit = limit;
    this.reader = new MultipartReader(request.getHeader("content-type"));
    this.rate = MinimumRate.watch(vertx, rate, () -> fail(tooSlow()));
  }

  /**
   * Reads a paused request to its end, or until the rest need not be read.
   *
   * @return fails with kind INVALID or TOO_LARGE; before reading if the request's headers already
   *     show that
   */
  static Future<Received> read(
      Vertx vertx,
      HttpServerRequest request,
      FormFiles.Terms terms,
      MinimumRate.Terms rate,
      StoreFile storeFile) {
    if (declaredLength(request) > terms.bytes()) {
      return Future.failedFuture(tooLarge(terms.bytes()));
    }
    try {
      FormFiles files = new FormFiles(terms, storeFile);
      return new Upload(vertx, request, files, terms.bytes(), rate).read();
    } catch (FailureException noForm) {
      return Future.failedFuture(noForm);
    }
  }

  private Future<Received> read() {
    if ("100-continue".equalsIgnoreCase(request.getHeader("expect"))) {
      request.response().writeContinue();
    }
    request
        .exceptionHandler(gone -> fail(new IOException("the client went away", gone)))
        .handler(this::take)
        .endHandler(end -> ended())
        .resume();
    return done.future().onComplete(read -> rate.end());
  }

  private void take(Buffer piece) {
    received += piece.length();
    rate.moved(piece.length());
    if (received > limit) {
      fail(tooLarge(limit));
    }
    if (!isOver()) {
      reader.feed(piece);
      advance();
    }
  }

  private void ended() {
    if (finished) {
      done.tryComplete(files.received());
    } else {
      fail(invalid("The form breaks off before its last boundary; send it whole."));
    }
  }

  /**
   * Handles the received bytes until more are needed or a write to the store must complete first.
   */
  private void advance() {
    try {
      Future<Void> taken = Future.succeededFuture();
      while (!isOver() && taken.succeeded()) {
        MultipartReader.Event event = reader.next();
        finished = event instanceof MultipartReader.Event.Finished;
        if (finished || event instanceof MultipartReader.Event.More) {
          checkOthers();
          return;
        }
        taken = files.take(event);
        if (files.enough()) {
          done.tryComplete(files.received());
        }
      }
      if (!isOver()) {
        await(taken);
      }
    } catch (FailureException e) {
      fail(e);
    }
  }

  private void await(Future<Void> taken) {
    request.pause();
    rate.pause();
    taken
        .onFailure(this::fail)
        .onSuccess(
            _ -> {
              rate.resume();
              request.resume();
              advance();
            });
  }

  private void checkOthers() {
    if (received - files.bytes() > OTHER_BYTES) {
      fail(invalid("The form has more than %d bytes beside its files.".formatted(OTHER_BYTES)));
    }
  }

  private boolean isOver() {
    return done.future().isComplete();
  }

  private void fail(Throwable cause) {
    if (done.tryFail(cause)) {
      files.cancel();
    }
  }

  private static long declaredLength(HttpServerRequest request) {
    String declared = request.getHeader("content-length");
    try {
      return declared == null ? 0 : Long.parseLong(declared);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  private static FailureException tooLarge(long limit) {
    return FailureException.of(
        FailureKind.TOO_LARGE,
        "file.upload.too-large",
        "The upload is larger than %d bytes; send less at once.".formatted(limit));
  }

  private static FailureException tooSlow() {
    return FailureException.of(
        FailureKind.TOO_SLOW,
        "file.upload.too-slow",
        "The upload came too slowly; send it again on a faster connection.");
  }

  private static FailureException invalid(String message) {
    return FailureException.invalid("file.upload", "", "multipart", message);
  }
}
