package org.attestry.file;

import static org.attestry.file.FileServer.bytes;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.multipart.MultipartForm;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.Fact;
import org.attestry.contracts.file.FileOperations;
import org.attestry.contracts.file.FileOperations.ReplaceFileRequest;
import org.attestry.contracts.registry.EntityDeleted;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.file.entityfile.PgFileStore;
import org.attestry.file.entityfile.Property;
import org.attestry.file.entityfile.StoredFile;
import org.attestry.runtime.outbox.Facts;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.Database;
import org.attestry.testkit.Calls;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.TestServers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Transactions that commit while the connection breaks, or while the entity is deleted. */
class UncertainCommitsIT {

  private final String entity = UUID.randomUUID().toString();
  private final Vertx vertx = Vertx.vertx();

  private volatile boolean breaksAtCommit;

  @AutoClose private FileServer server;

  @BeforeEach
  void startBehindProxy() {
    var postgres = TestServers.freshDatabase("target");
    NetClient client = vertx.createNetClient();
    NetServer proxy =
        vertx
            .createNetServer()
            .connectHandler(
                socket -> {
                  socket.pause();
                  client
                      .connect(postgres.port(), postgres.host())
                      .onSuccess(target -> join(socket, target));
                });
    int port = await(proxy.listen(0, "127.0.0.1")).actualPort();
    server = new FileServer(Map.of("POSTGRES_PORT", Integer.toString(port)));
  }

  /** The connection to the client is closed instead of handing on the reply to a COMMIT. */
  private void join(NetSocket client, NetSocket target) {
    boolean[] commits = {false};
    client.handler(
        request -> {
          String text = request.toString(StandardCharsets.ISO_8859_1);
          commits[0] = breaksAtCommit && text.contains("COMMIT");
          target.write(request);
        });
    target.handler(
        reply -> {
          if (commits[0]) {
            client.close();
          } else {
            client.write(reply);
          }
        });
    client.closeHandler(closed -> target.close());
    target.closeHandler(closed -> client.close());
    client.resume();
  }

  @AfterEach
  void stopProxy() {
    await(vertx.close());
  }

  @Test
  void keepsTheObjectOfAReplacementWhoseCommitIsUncertain() {
    String id = server.store(entity, bytes(10));
    var replacement = new ReplaceFileRequest("Teacher", entity, "photo", id, null);
    String url = server.request(FileOperations.REPLACE_FILE, replacement).url();

    assertEquals(503, uploadWithBrokenCommit(url, "file").statusCode());

    assertEquals(Buffer.buffer(bytes(20)), read(id));
    assertEquals(2, BucketKeys.of(server).size(), "the old object is left to the sweep");
  }

  @Test
  void keepsTheObjectOfANewFileWhoseCommitIsUncertain() {
    assertEquals(503, uploadWithBrokenCommit(server.uploadTicket(entity), "files").statusCode());

    String id = server.list(entity).files().getFirst().documentId();
    assertEquals(Buffer.buffer(bytes(20)), read(id));
  }

  private HttpResponse<Buffer> uploadWithBrokenCommit(String url, String field) {
    MultipartForm form =
        MultipartForm.create()
            .binaryFileUpload(field, "b", Buffer.buffer(bytes(20)), "application/octet-stream");
    breaksAtCommit = true;
    try {
      return server.upload(url, form);
    } finally {
      breaksAtCommit = false;
    }
  }

  private Buffer read(String id) {
    HttpResponse<Buffer> reply = await(server.get(server.downloadTicket(entity, id)).send());
    assertEquals(200, reply.statusCode());
    return reply.body();
  }

  @Test
  void deletesTheFileOfAnUploadThatCommitsWhileItsEntityIsDeleted() {
    Database database = Database.open(vertx, server.config().postgres());
    PgFileStore files = new PgFileStore(database, new Outbox("file"), () -> {}, 10);
    Property property = Property.of("Teacher", entity, "photo");
    PgConnection blocker = await(database.dedicatedConnection());
    await(blocker.query("BEGIN; LOCK TABLE outbox IN SHARE MODE").execute());

    Future<Void> upload = files.insert(List.of(file(property)), Calls.byNobody());
    Eventually.isTrue(() -> upload.isComplete() || waits(database, "INTO outbox"));
    assertFalse(upload.isComplete(), upload::toString);
    Future<List<UUID>> deletion =
        files.deleteAllOf(property.entityId(), deletion(), Calls.byNobody());
    Eventually.isTrue(() -> deletion.isComplete() || waits(database, "pg_advisory_xact_lock("));
    await(blocker.query("COMMIT").execute());
    await(upload);
    await(deletion);

    assertEquals(List.of(), await(files.list(property)));
  }

  private static StoredFile file(Property property) {
    return new StoredFile(
        UUID.randomUUID(),
        property,
        UUID.randomUUID(),
        "a",
        "text/plain",
        1,
        "0".repeat(64),
        Instant.parse("2026-01-02T03:04:05.678Z"),
        "owner");
  }

  private Fact deletion() {
    return Facts.of(
        RegistryFacts.ENTITY_DELETED,
        entity,
        new EntityDeleted("Teacher", entity, 2, "owner"),
        Calls.byNobody());
  }

  /** Whether a statement that contains the text waits for a lock. */
  private static boolean waits(Database database, String text) {
    String sql =
        """
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND strpos(query, $1) > 0
        """;
    return await(database.writes(sql).execute(Tuple.of(text))).size() > 0;
  }
}
