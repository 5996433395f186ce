package org.attestry.gateway.bulk;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Expectation;
import org.attestry.gateway.http.JsonText;
import org.attestry.gateway.http.MediaTypes;
import org.attestry.gateway.http.Reply;
import org.attestry.runtime.async.AsyncCall;
import org.attestry.runtime.failure.Failures;
import org.attestry.runtime.http.UnreadBody;
import org.attestry.runtime.json.Json;

/**
 * Replies to each line of a request with one line, in the same order. A few lines are processed at
 * once. Nothing more is read from the client while lines wait, or while the client does not read
 * the replies. Each line counts as a request of the caller: beyond the caller's rate limit, lines
 * wait. The reply to a refused line gives the reason, and the next line is processed. If a service
 * is unavailable, the response ends without the last chunk of a complete response (RFC 9112 section
 * 7.1), so that half a batch never looks complete.
 */
public final class LineBatch {

  private static final int AT_ONCE = 4;
  private static final int MOST_VIOLATIONS = 10;

  /** The limit for all lines, as a multiple of the limit for lines that are not blank. */
  private static final long BLANK_LINES = 2;

  private static final Duration LONGEST = Duration.ofMinutes(15);

  private final Vertx vertx;
  private final Call call;
  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final BulkConfig limits;
  private final String operation;
  private final Rights rights;
  private final Work work;
  private final RecordSplitter splitter;
  private final Promise<Reply> done = Promise.promise();
  private final Deque<Line> waiting = new ArrayDeque<>();
  private final Deque<Started> started = new ArrayDeque<>();
  private int lines;
  private boolean begun;
  private boolean delayed;
  private boolean ended;
  private boolean unread;

  /** What a refusal of the first line because of missing rights says about the others. */
  public enum Rights {
    /** The caller may not send any line. */
    OF_CALLER,
    /** The caller may still send the others, which are about other records. */
    OF_LINE
  }

  /** Handles the JSON of a line. */
  @FunctionalInterface
  interface Work {

    /**
     * @return the object to write as the reply; its first member is the number of the line
     */
    Future<?> of(long line, JsonBytes json);
  }

  /**
   * @param refused the reason why the text is not processed, or null
   */
  private record Line(long number, byte[] text, Failure refused) {}

  private record Started(long line, Future<?> reply) {}

  /** The reply to a line that is refused. */
  record Refused(long line, Reason error) {

    /**
     * @param moreViolations how many violations are not listed; null if all are
     */
    record Reason(
        String code, String message, List<Violation> violations, Integer moreViolations) {}

    static Refused of(long line, Failure failure) {
      List<Violation> all = failure.violations();
      List<Violation> listed = all.stream().limit(MOST_VIOLATIONS).map(Refused::inLine).toList();
      int more = failure.moreViolations() + all.size() - listed.size();
      return new Refused(
          line,
          new Reason(failure.code(), inLine(failure.message()), listed, more == 0 ? null : more));
    }

    private static Violation inLine(Violation found) {
      return new Violation(found.pointer(), found.rule(), inLine(found.message()));
    }

    private static String inLine(String message) {
      return message.replace("The body", "The line");
    }
  }

  /**
   * @param operation the name of the operation, for the log
   */
  LineBatch(Vertx vertx, Call call, BulkConfig limits, String operation, Rights rights, Work work) {
    this.vertx = vertx;
    this.call = call;
    this.request = call.request();
    this.response = request.response();
    this.limits = limits;
    this.operation = operation;
    this.rights = rights;
    this.work = work;
    this.splitter = new RecordSplitter(false, limits.rowBytes(), this::take);
  }

  /**
   * Reads the paused request.
   *
   * @return completes when the response has been written; fails with the failure of the first line
   *     if the caller may not send any
   */
  Future<Reply> run() {
    if (call.isCutOff()) {
      return Future.failedFuture(interrupted());
    }
    call.broken().onFailure(this::stop);
    Expectation.sendContinue(request);
    response.putHeader(HttpHeaders.CONTENT_TYPE, MediaTypes.NDJSON).setChunked(true);
    response.drainHandler(drained -> move()).closeHandler(gone -> stop(interrupted()));
    request
        .handler(this::feed)
        .exceptionHandler(broken -> stop(interrupted()))
        .endHandler(end -> end())
        .resume();
    long timer = vertx.setTimer(LONGEST.toMillis(), late -> stop(tooSlow()));
    return done.future().onComplete(over -> vertx.cancelTimer(timer));
  }

  private void feed(Buffer piece) {
    if (!unread) {
      splitter.feed(piece.getBytes());
      if (splitter.line() > BLANK_LINES * limits.lines()) {
        refuseRest(splitter.line());
      }
      move();
    }
  }

  private void end() {
    if (!unread) {
      splitter.end();
      ended = true;
      move();
    }
  }

  private void take(byte[] text, long number, long checksum) {
    lines++;
    if (lines <= limits.lines()) {
      waiting.add(new Line(number, text, text == null ? tooLong() : null));
    } else {
      refuseRest(number);
    }
  }

  private void refuseRest(long number) {
    if (!unread) {
      waiting.add(new Line(number, null, tooMany()));
      unread = true;
      ended = true;
    }
  }

  private void move() {
    while (!done.future().isComplete() && (start() || write())) {
      // Until nothing can be started or written now.
    }
    if (done.future().isComplete()) {
      return;
    }
    if (ended && waiting.isEmpty() && started.isEmpty()) {
      finish();
    } else if (waiting.isEmpty() && !ended && !response.writeQueueFull()) {
      request.resume();
    } else {
      request.pause();
    }
  }

  private boolean start() {
    if (waiting.isEmpty() || started.size() == AT_ONCE || !mayStart()) {
      return false;
    }
    Line line = waiting.removeFirst();
    Future<?> reply = AsyncCall.of(() -> reply(line)).otherwise(cause -> cause);
    started.add(new Started(line.number(), reply));
    if (!reply.isComplete()) {
      reply.onComplete(replied -> move());
    }
    return true;
  }

  /** Whether the rate limit allows the next line. The first line was counted with the request. */
  private boolean mayStart() {
    if (delayed) {
      return false;
    }
    long seconds = begun ? call.countOneMore() : 0;
    begun = true;
    if (seconds > 0) {
      delayed = true;
      vertx.setTimer(
          TimeUnit.SECONDS.toMillis(seconds),
          passed -> {
            delayed = false;
            move();
          });
    }
    return !delayed;
  }

  private Future<Object> reply(Line line) {
    if (line.refused() != null) {
      throw line.refused().exception();
    }
    return work.of(line.number(), JsonText.check(JsonBytes.of(line.text()))).map(made -> made);
  }

  private boolean write() {
    Started first = started.peekFirst();
    if (first == null || !first.reply().isComplete() || response.writeQueueFull()) {
      return false;
    }
    Object reply = first.reply().result();
    if (reply instanceof Throwable cause) {
      Failure failure = Failures.of(cause, operation);
      if (endsBatch(failure)) {
        stop(cause);
        return false;
      }
      reply = Refused.of(first.line(), failure);
    }
    started.removeFirst();
    response.write(Buffer.buffer(Json.write(reply).utf8()).appendByte((byte) '\n'));
    return true;
  }

  /** Whether the failure was not caused by the line and so ends the batch. */
  private boolean endsBatch(Failure failure) {
    return switch (failure.kind()) {
      case UNAUTHENTICATED, UNAVAILABLE, TIMEOUT, RATE_LIMITED -> true;
      case FORBIDDEN -> rights == Rights.OF_CALLER && !response.headWritten();
      default -> false;
    };
  }

  private void finish() {
    response.end();
    if (unread) {
      UnreadBody.dropAndClose(vertx, request);
    }
    done.tryComplete(Reply.written());
  }

  /**
   * Fails the batch. The request is paused first, because the handler of the failure resumes it.
   */
  private void stop(Throwable cause) {
    if (done.future().isComplete()) {
      return;
    }
    waiting.clear();
    request.pause();
    if (response.headWritten() && !response.ended() && !response.closed()) {
      response.reset();
    }
    done.tryFail(cause);
  }

  private Failure tooLong() {
    return Failure.of(
        FailureKind.TOO_LARGE,
        "gateway.line.too-large",
        "The line is longer than %d bytes; send less in one line.".formatted(limits.rowBytes()));
  }

  private Failure tooMany() {
    return Failure.of(
        FailureKind.TOO_LARGE,
        "gateway.lines.too-many",
        "A batch has at most %d lines; send this line and those after it in another."
            .formatted(limits.lines()));
  }

  private static FailureException tooSlow() {
    return FailureException.of(
        FailureKind.TOO_SLOW,
        "gateway.batch.too-slow",
        "The batch took longer than %d minutes; send the lines again that have no reply."
            .formatted(LONGEST.toMinutes()));
  }

  private static FailureException interrupted() {
    return FailureException.unavailable(
        "gateway.batch.interrupted",
        "The connection broke off; send the lines again that have no reply.");
  }
}
