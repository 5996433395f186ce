package org.attestry.claims;

import static org.attestry.testkit.Futures.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.file.FileOperations;
import org.attestry.contracts.file.FileOperations.FilesView;
import org.attestry.contracts.file.FileOperations.FilesView.FileView;
import org.attestry.contracts.file.FileOperations.ListFilesRequest;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.identifier.Ids;

/** file-service's end of the bus, as claims-service meets it. */
final class FilePeer {

  private final Vertx vertx;
  private final Map<ListFilesRequest, List<FileView>> files = new ConcurrentHashMap<>();
  private final Set<ListFilesRequest> hidden = ConcurrentHashMap.newKeySet();
  private BusServer server;

  FilePeer(Vertx vertx) {
    this.vertx = vertx;
  }

  void appear() {
    server = new BusServer(vertx, new SimpleMeterRegistry());
    server.bind(FileOperations.LIST_FILES, this::list);
    await(server.open());
  }

  void disappear() {
    await(server.close());
  }

  /** Stores a file; the id of its document. */
  String stores(String type, String osid, String property) {
    String id = Ids.next().toString();
    files
        .computeIfAbsent(
            new ListFilesRequest(type, osid, property), key -> new CopyOnWriteArrayList<>())
        .add(new FileView(id, "a.txt", "text/plain", 1, "00", Instant.EPOCH));
    return id;
  }

  /** Nobody may read the files of the property. */
  void hides(String type, String osid, String property) {
    hidden.add(new ListFilesRequest(type, osid, property));
  }

  private Future<FilesView> list(ListFilesRequest request, CallContext context) {
    return hidden.contains(request)
        ? Future.failedFuture(
            FailureException.of(FailureKind.FORBIDDEN, "registry.access.denied", "Refused."))
        : Future.succeededFuture(new FilesView(files.getOrDefault(request, List.of())));
  }
}
