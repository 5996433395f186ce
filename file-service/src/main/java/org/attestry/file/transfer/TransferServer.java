package org.attestry.file.transfer;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.file.domain.BlobStore;
import org.attestry.file.domain.StoreFile;
import org.attestry.file.domain.Tickets;
import org.attestry.file.domain.Tickets.Ticket;
import org.attestry.file.domain.Tickets.Transfer;
import org.attestry.runtime.bus.Failures;
import org.attestry.runtime.cluster.Hosts;
import org.attestry.runtime.json.Json;

/** The port where bytes flow between gateway and this replica, one ticket a transfer. */
public final class TransferServer {

  private static final int IDLE_SECONDS = 60;
  private static final int DRAIN_SECONDS = 10;

  private final Tickets tickets;
  private final Uploads uploads;
  private final Downloads downloads;
  private final HttpServer server;
  private final TransferConfig config;

  /** Built on the event loop that it will serve on. */
  public TransferServer(
      Vertx vertx,
      TransferConfig config,
      LimitsConfig limits,
      Tickets tickets,
      StoreFile storeFile,
      BlobStore blobs) {
    this.tickets = tickets;
    this.uploads = new Uploads(storeFile, limits, vertx.getOrCreateContext());
    this.downloads = new Downloads(blobs);
    this.config = config;
    this.server =
        vertx
            .createHttpServer(new HttpServerOptions().setIdleTimeout(IDLE_SECONDS))
            .requestHandler(this::handle);
  }

  /** Listens, and answers the base address for this replica's tickets. */
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

  /** Waits for the transfers in progress, for a while. */
  public Future<Void> close() {
    return server.shutdown(DRAIN_SECONDS, TimeUnit.SECONDS);
  }

  private void handle(HttpServerRequest request) {
    request.pause();
    Optional<Ticket> ticket = tickets.take(request.path().substring(1));
    Future<Void> done =
        ticket.isPresent() ? transfer(ticket.get(), request) : Future.failedFuture(noTicket());
    done.onFailure(cause -> refuse(request, Failures.of(cause, "file transfer")));
  }

  private Future<Void> transfer(Ticket ticket, HttpServerRequest request) {
    boolean sends = request.method() == HttpMethod.POST;
    return switch (ticket.transfer()) {
      case Transfer.Upload upload when sends ->
          uploads
              .storeAll(upload.property(), request, ticket.context())
              .compose(stored -> answer(request, stored));
      case Transfer.Replacement replacement when sends ->
          uploads
              .replace(replacement.file(), request, ticket.context())
              .compose(stored -> answer(request, stored));
      case Transfer.Download download when !sends -> {
        request.resume();
        yield downloads.send(download.file(), request);
      }
      default -> Future.failedFuture(noTicket());
    };
  }

  private static Future<Void> answer(HttpServerRequest request, Object reply) {
    return request
        .response()
        .putHeader("content-type", "application/json")
        .end(Buffer.buffer(Json.write(reply).utf8()));
  }

  private static Throwable noTicket() {
    return Failure.of(
            FailureKind.NOT_FOUND, "file.transfer.unknown", "There is no such transfer; ask again.")
        .exception();
  }

  private static void refuse(HttpServerRequest request, Failure failure) {
    request.resume();
    if (request.response().headWritten()) {
      request.connection().close();
      return;
    }
    request.response().headers().clear();
    request
        .response()
        .setStatusCode(failure.kind() == FailureKind.UNAVAILABLE ? 503 : 422)
        .putHeader("content-type", "application/json")
        .end(Buffer.buffer(Json.write(failure).utf8()));
  }
}
