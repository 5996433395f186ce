package org.attestry.file.transfer;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.file.FileOperations.StoredFiles;
import org.attestry.file.entityfile.BlobStore;
import org.attestry.file.entityfile.PgFileStore;
import org.attestry.file.entityfile.StoreFile;
import org.attestry.file.entityfile.TransferTickets;
import org.attestry.file.entityfile.TransferTickets.Ticket;
import org.attestry.file.entityfile.TransferTickets.Transfer;
import org.attestry.runtime.async.AsyncCall;
import org.attestry.runtime.cluster.Hosts;
import org.attestry.runtime.failure.Failures;
import org.attestry.runtime.fair.FairQueue;
import org.attestry.runtime.fair.FairQueue.Limits;
import org.attestry.runtime.fair.FairQueue.Refusals;
import org.attestry.runtime.http.UnreadBody;
import org.attestry.runtime.json.Json;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP server that the gateway streams files to and from, one ticket per transfer. Uploads and
 * downloads are limited separately.
 */
public final class TransferServer {

  private static final Logger LOG = LoggerFactory.getLogger(TransferServer.class);

  /** Longer than any request to the store; clients also have a minimum rate. */
  private static final int IDLE_SECONDS = 90;

  private static final int DRAIN_SECONDS = 10;

  /** More than the gateway accepts from its clients. */
  private static final int LONGEST_HEADERS = 128 << 10;

  /** By default the kernel buffers megabytes for each client that reads slowly. */
  private static final int SEND_BUFFER_BYTES = 128 << 10;

  private static final Duration TO_BEGIN = Duration.ofSeconds(1);

  private static final Refusals REFUSALS =
      new Refusals(
          () -> refusal(FailureKind.RATE_LIMITED, "Too many of your transfers run; end one first."),
          () -> refusal(FailureKind.UNAVAILABLE, "Too many transfers run; try again shortly."));

  private final Vertx vertx;
  private final TransferTickets tickets;
  private final Uploads uploads;
  private final Downloads downloads;
  private final FairQueue uploading;
  private final FairQueue downloading;
  private final HttpServer server;
  private final TransferConfig config;

  /** Must be created on the event loop that serves it. */
  public TransferServer(
      Vertx vertx,
      TransferConfig config,
      TransferLimits limits,
      TransferTickets tickets,
      StoreFile storeFile,
      BlobStore blobs,
      PgFileStore files,
      MeterRegistry meters) {
    this.vertx = vertx;
    this.tickets = tickets;
    this.uploads = new Uploads(vertx, storeFile, limits);
    this.downloads = new Downloads(vertx, blobs, files, limits);
    this.uploading = queue("file-uploads", limits, meters);
    this.downloading = queue("file-downloads", limits, meters);
    this.config = config;
    this.server =
        vertx
            .createHttpServer(
                new HttpServerOptions()
                    .setIdleTimeout(IDLE_SECONDS)
                    .setMaxHeaderSize(LONGEST_HEADERS)
                    .setSendBufferSize(SEND_BUFFER_BYTES))
            .requestHandler(this::handle);
  }

  /** Listens, and returns the base URL of this replica's tickets. */
  public Future<String> listen() {
    String host = Hosts.bound(config.host());
    return server
        .listen(config.port(), host)
        .map(
            listening ->
                "http://%s:%d/"
                    .formatted(
                        Hosts.advertised(host, config.advertisedHost()), listening.actualPort()));
  }

  /** Waits up to ten seconds for transfers in progress. */
  public Future<Void> close() {
    return server.shutdown(DRAIN_SECONDS, TimeUnit.SECONDS);
  }

  private void handle(HttpServerRequest request) {
    request.pause();
    AsyncCall.of(() -> transfer(request)).onFailure(cause -> refuse(request, cause));
  }

  private Future<Void> transfer(HttpServerRequest request) {
    Ticket ticket = tickets.take(request.path().substring(1)).orElseThrow(TransferServer::noTicket);
    boolean sends = request.method() == HttpMethod.POST;
    CallContext call = ticket.context();
    return switch (ticket.transfer()) {
      case Transfer.UploadTo upload when sends ->
          receive(request, call, () -> uploads.storeAll(upload.property(), request, call));
      case Transfer.Replacement replacement when sends ->
          receive(request, call, () -> uploads.replace(replacement, request, call));
      case Transfer.Adoption adoption when sends ->
          receive(request, call, () -> uploads.adopt(adoption, request, call));
      case Transfer.DownloadOf download when !sends -> {
        request.resume();
        yield limited(
            downloading,
            call,
            () -> downloads.send(download.file(), request, call.deadline().caller()));
      }
      default -> throw noTicket();
    };
  }

  private Future<Void> receive(
      HttpServerRequest request, CallContext call, Supplier<Future<StoredFiles>> upload) {
    return limited(
        uploading, call, () -> upload.get().compose(stored -> reply(request, 200, stored)));
  }

  /** A transfer does not wait: the deadline of its call is for the ticket alone. */
  private static Future<Void> limited(
      FairQueue queue, CallContext call, Supplier<Future<Void>> work) {
    return queue.run(call.deadline().renewed(TO_BEGIN), work);
  }

  private FairQueue queue(String pool, TransferLimits limits, MeterRegistry meters) {
    Limits places = Limits.of(limits.transfers(), 0).ofSlowClients(0);
    return new FairQueue(vertx, pool, places, REFUSALS, meters);
  }

  private static FailureException refusal(FailureKind kind, String message) {
    return FailureException.of(kind, "file.transfers", message);
  }

  private void refuse(HttpServerRequest request, Throwable cause) {
    if (cause instanceof IOException || request.response().headWritten()) {
      LOG.atInfo().addKeyValue("reason", cause.getMessage()).log("a transfer was interrupted");
      request.connection().close();
      return;
    }
    Failure failure = Failures.of(cause, "file transfer");
    request.response().headers().clear();
    reply(request, failure.kind() == FailureKind.UNAVAILABLE ? 503 : 422, failure);
  }

  /**
   * Sends a reply. If the request's body has not ended, closes the connection, because the rest of
   * the body is not read.
   */
  private Future<Void> reply(HttpServerRequest request, int status, Object body) {
    boolean early = !request.isEnded();
    request.response().setStatusCode(status).putHeader("content-type", "application/json");
    if (early) {
      request.response().putHeader("connection", "close");
    }
    Future<Void> written = request.response().end(Buffer.buffer(Json.write(body).utf8()));
    if (early) {
      UnreadBody.dropAndClose(vertx, request);
    }
    return written;
  }

  private static FailureException noTicket() {
    return FailureException.notFound(
        "file.transfer.unknown", "There is no such transfer; request a new one.");
  }
}
