package org.attestry.gateway.bulk;

import static org.attestry.contracts.registry.BulkOperations.IMPORT_ENTITIES;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.registry.BulkOperations.CellForms;
import org.attestry.contracts.registry.BulkOperations.ImportEntitiesRequest;
import org.attestry.contracts.registry.BulkOperations.ImportRow;
import org.attestry.contracts.registry.BulkOperations.ImportView;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Expectation;
import org.attestry.gateway.http.RetriedRequests;

/**
 * Sends the rows of one request to the registry in batches. One batch is in flight while the next
 * is collected; when that is full too, reading from the client pauses. Rows that another request of
 * the same import has sent, before or concurrently, are skipped; the text up to the last of them
 * must be the same. If a body breaks off, its last row, which may be incomplete, is dropped. A body
 * is not read to its end if too many rows were refused and none was valid, for example because of
 * another format.
 */
final class ImportStream {

  private static final long BEHIND_MILLIS = 1_000;
  private static final String OTHER_TEXT = "differs from the one that was imported so far";

  private final Call call;
  private final HttpServerRequest request;
  private final BulkConfig limits;
  private final int batchRows;
  private final RetriedRequests requests;
  private final CellForms cells;
  private final ImportText text;
  private final Promise<ImportView> done = Promise.promise();
  private final Deque<SizedRow> waiting = new ArrayDeque<>();

  /** The progress of the import through other requests. */
  private ImportView run;

  private long read;
  private long sent;

  /** The checksum at the last row that was sent or skipped. */
  private long checksum;

  private int waitingBytes;
  private boolean inFlight;
  private boolean ended;

  private record SizedRow(ImportRow row, int bytes) {}

  /**
   * @param cells how the cells of a CSV are read; null if rows are JSON
   * @param batchRows how many rows are sent at once
   * @param run the import and its progress
   */
  ImportStream(
      Call call,
      CellForms cells,
      BulkConfig limits,
      int batchRows,
      RetriedRequests requests,
      ImportView run) {
    this.call = call;
    this.request = call.request();
    this.limits = limits;
    this.batchRows = batchRows;
    this.requests = requests;
    this.cells = cells;
    this.run = run;
    this.sent = run.rows();
    this.checksum = run.checksum();
    this.text = new ImportText(cells, limits.rowBytes(), run.rows(), this::take);
  }

  /**
   * Returns the import after the body's last row, or the open import if too many rows were read and
   * none was valid; fails if a batch fails.
   */
  Future<ImportView> run() {
    if (call.isCutOff()) {
      return Future.failedFuture(interrupted());
    }
    call.broken().onFailure(this::fail);
    Expectation.sendContinue(request);
    request
        .handler(this::feed)
        .exceptionHandler(_ -> fail(interrupted()))
        .endHandler(end -> end())
        .resume();
    return done.future();
  }

  private void feed(Buffer piece) {
    guarded(() -> text.feed(piece.getBytes()));
  }

  private void end() {
    guarded(
        () -> {
          text.end();
          ended = true;
          requireRows();
        });
  }

  private void requireRows() {
    if (ended && read < run.rows()) {
      throw different("has fewer rows than were imported");
    }
  }

  private void guarded(Runnable work) {
    if (done.future().isComplete()) {
      return;
    }
    try {
      work.run();
      move();
    } catch (FailureException e) {
      fail(e);
    }
  }

  private void take(ImportRow row, int bytes) {
    read++;
    if (read > run.rows()) {
      waiting.add(new SizedRow(row, bytes));
      waitingBytes += bytes;
    } else if (read == run.rows() && row.checksum() != run.checksum()) {
      throw different(OTHER_TEXT);
    }
  }

  private void move() {
    if (!inFlight && !done.future().isComplete() && (isFull() || ended)) {
      sendBatch();
    }
    if (done.future().isComplete()) {
      return;
    }
    if (isFull()) {
      request.pause();
    } else if (!ended) {
      request.resume();
    }
  }

  private boolean isFull() {
    return waiting.size() >= batchRows || waitingBytes >= limits.batchBytes();
  }

  private void sendBatch() {
    List<ImportRow> rows = new ArrayList<>();
    int bytes = 0;
    while (!waiting.isEmpty() && rows.size() < batchRows && bytes < limits.batchBytes()) {
      SizedRow next = waiting.removeFirst();
      rows.add(next.row());
      bytes += next.bytes();
    }
    waitingBytes -= bytes;
    inFlight = true;
    boolean last = ended && waiting.isEmpty();
    ImportEntitiesRequest batch =
        new ImportEntitiesRequest(
            run.type(), run.id(), sent, checksum, text.columns(), rows, last, cells);
    sent += rows.size();
    checksum = rows.isEmpty() ? checksum : rows.getLast().checksum();
    requests
        .request(IMPORT_ENTITIES, batch)
        .onSuccess(after -> stored(after, last))
        .onFailure(this::fail);
  }

  private void stored(ImportView after, boolean last) {
    inFlight = false;
    if (after.rows() > sent && !last) {
      letTheOtherLead(after);
    } else if (after.checksum() != checksum) {
      fail(different(OTHER_TEXT));
    } else if (last) {
      done.tryComplete(after);
    } else if (isAllWrong(after)) {
      stop();
      done.tryComplete(after);
    } else {
      guarded(() -> {});
    }
  }

  /**
   * Waits, so that another request with the same rows stays ahead. If two requests sent the rows in
   * turn, half of the batches of each would be signed for nothing.
   */
  private void letTheOtherLead(ImportView after) {
    inFlight = true;
    requests
        .vertx()
        .timer(BEHIND_MILLIS)
        .onComplete(
            over -> {
              inFlight = false;
              guarded(() -> skipTo(after));
            });
  }

  /** Continues after the rows that another request has sent in the meantime. */
  private void skipTo(ImportView after) {
    List<SizedRow> collected = List.copyOf(waiting);
    waiting.clear();
    waitingBytes = 0;
    run = after;
    read = sent;
    collected.forEach(next -> take(next.row(), next.bytes()));
    sent = after.rows();
    checksum = after.checksum();
    requireRows();
  }

  private boolean isAllWrong(ImportView after) {
    return after.refused() >= limits.wrongRows() && after.refused() == after.rows();
  }

  private void fail(Throwable cause) {
    if (!done.future().isComplete()) {
      stop();
      done.fail(cause);
    }
  }

  /**
   * Pauses the request. Done before the import completes, because the handler of the completion
   * resumes the request.
   */
  private void stop() {
    waiting.clear();
    waitingBytes = 0;
    request.pause();
  }

  private static FailureException interrupted() {
    return FailureException.unavailable(
        "gateway.import.interrupted", "The body broke off; send it again under the same id.");
  }

  private static FailureException different(String how) {
    return FailureException.conflict(
        "gateway.import.different",
        "The body %s under this id; send the same one, or use another id.".formatted(how));
  }
}
