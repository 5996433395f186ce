package org.attestry.gateway.bulk;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.CallQueues;
import org.attestry.gateway.http.IdempotencyKeys;
import org.attestry.gateway.http.MediaTypes;
import org.attestry.gateway.http.OpenApi;
import org.attestry.gateway.http.Reply;
import org.attestry.gateway.http.RetriedRequests;

/** Runs batches of lines, a few at once. */
public final class LineBatches {

  private final Vertx vertx;
  private final OpenApi openApi;
  private final BulkConfig limits;
  private final CallQueues queue;

  public LineBatches(Vertx vertx, OpenApi openApi, BulkConfig limits, MeterRegistry meters) {
    this.vertx = vertx;
    this.openApi = openApi;
    this.limits = limits;
    this.queue = CallQueues.bulk(vertx, "gateway-batches", limits.transfers(), meters);
  }

  /** One line, well formed and with the members that the schema of the lines requires. */
  public static final class Line {
    private final long number;
    private final JsonBytes json;
    private final String key;
    private final RetriedRequests requests;

    private Line(long number, JsonBytes json, String key, RetriedRequests requests) {
      this.number = number;
      this.json = json;
      this.key = key;
      this.requests = requests;
    }

    /** Its number in the request's body, from 1. */
    public long number() {
      return number;
    }

    public JsonBytes json() {
      return json;
    }

    /** Requests an operation for the caller, under the line's part of the batch's key. */
    public <Q, R> Future<R> request(Operation<Q, R> operation, Q request) {
      return requests.requestOnce(operation, request, key);
    }
  }

  /** Handles a line; the reply's first member is the number of the line. */
  @FunctionalInterface
  public interface Handler {
    Future<?> handle(Line line);
  }

  /** Whether a request has lines. */
  public static boolean isBatch(Call call) {
    return MediaTypes.is(MediaTypes.NDJSON, call.header("content-type"));
  }

  /**
   * Replies to each line of a request.
   *
   * @param operation the name of the operation, for the log
   * @param schema the name of the schema of a line
   * @param rights whether a caller who may not send a line may send no other either
   */
  public Future<Reply> run(
      String operation, Call call, String schema, LineBatch.Rights rights, Handler handler) {
    RetriedRequests requests = call.retried(vertx);
    String key = call.context().idempotencyKey();
    boolean known = call.context().caller().known();
    LineBatch.Work work =
        (number, json) -> {
          openApi.check(schema, json);
          String own = IdempotencyKeys.ofLine(key, known, number, json);
          return handler.handle(new Line(number, json, own, requests));
        };
    return queue.run(
        call.caller(), () -> new LineBatch(vertx, call, limits, operation, rights, work).run());
  }
}
