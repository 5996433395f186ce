package org.attestry.file;

import static org.attestry.file.FileServer.bytes;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.minio.BucketExistsArgs;
import io.minio.MinioClient;
import io.minio.PutObjectArgs;
import io.minio.RemoveBucketArgs;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.ext.web.client.HttpResponse;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.FailureKind;
import org.attestry.file.blob.MinioBlobStore;
import org.attestry.file.entityfile.PgFileStore;
import org.attestry.file.entityfile.SweepOrphans;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.Database;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.TestServers;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** An S3 server that fails, and what is left in it. */
class StoreFailuresIT {

  private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");
  private static final Instant LONG_AHEAD = Instant.parse("2100-01-01T00:00:00Z");

  private final String entity = UUID.randomUUID().toString();

  @AutoClose private FileServer server;

  @Test
  void respondsUnavailableSoonWhileTheStoreHangs() {
    respondsUnavailable(socket -> socket.pause());
  }

  @Test
  void respondsUnavailableSoonWhileTheStoreRefuses() {
    respondsUnavailable(socket -> socket.close());
  }

  @Test
  void readsNoEndlessResponseOfTheStore() {
    Buffer endless = Buffer.buffer("HTTP/1.1 500 No\r\ncontent-type: application/xml\r\n\r\n<x>");
    Buffer more = Buffer.buffer(new byte[1 << 20]);
    respondsUnavailable(
        socket -> {
          socket.handler(asked -> socket.write(endless));
          for (int megabyte = 0; megabyte < 64; megabyte++) {
            socket.write(more);
          }
        });
  }

  private void respondsUnavailable(Handler<NetSocket> behaviour) {
    Vertx vertx = Vertx.vertx();
    try {
      NetServer store = vertx.createNetServer().connectHandler(behaviour);
      int port = await(store.listen(0, "127.0.0.1")).actualPort();
      server = new FileServer(Map.of("S3_ENDPOINT", "http://127.0.0.1:" + port));

      HttpResponse<Buffer> answer =
          server.upload(server.uploadTicket(entity), FileServer.form("a", bytes(10)));

      assertEquals(503, answer.statusCode());
      assertEquals(FailureKind.UNAVAILABLE, FileServer.failure(answer).kind());
      assertFalse(server.ready());
      assertEquals(List.of(), server.list(entity).files());
    } finally {
      await(vertx.close());
    }
  }

  @Test
  void makesTheBucketWhenTheStoreComesUpAfterTheService() {
    Vertx vertx = Vertx.vertx();
    AtomicBoolean up = new AtomicBoolean();
    URI store = URI.create(TestServers.s3().settings().get("S3_ENDPOINT"));
    NetClient client = vertx.createNetClient();
    Handler<NetSocket> proxy =
        socket -> {
          if (!up.get()) {
            socket.close();
            return;
          }
          socket.pause();
          client
              .connect(store.getPort(), store.getHost())
              .onSuccess(
                  there -> {
                    socket.pipeTo(there);
                    there.pipeTo(socket);
                  });
        };
    try {
      int port =
          await(vertx.createNetServer().connectHandler(proxy).listen(0, "127.0.0.1")).actualPort();
      server = new FileServer(Map.of("S3_ENDPOINT", "http://127.0.0.1:" + port));
      assertFalse(server.ready());

      up.set(true);

      Eventually.isTrue(server::ready);
      server.store(entity, bytes(10));
    } finally {
      await(vertx.close());
    }
  }

  @Test
  void isNotReadyAndMakesNoNewBucketWhenTheBucketIsGone() throws Exception {
    server = new FileServer(Map.of());
    String bucket = server.config().s3().bucket();
    MinioClient client = BucketKeys.client(server.config().s3());
    client.removeBucket(RemoveBucketArgs.builder().bucket(bucket).build());

    assertFalse(server.ready());
    HttpResponse<Buffer> answer =
        server.upload(server.uploadTicket(entity), FileServer.form("a", bytes(10)));
    assertEquals(503, answer.statusCode());
    assertFalse(server.ready());
    assertFalse(client.bucketExists(BucketExistsArgs.builder().bucket(bucket).build()));
  }

  @Test
  void sweepsOrphansOfAllPagesAndLeavesOthersAlone() throws Exception {
    server = new FileServer(Map.of());
    String kept = server.store(entity, bytes(10));
    MinioClient client = BucketKeys.client(server.config().s3());
    for (int i = 0; i < 310; i++) {
      put(client, "documents/" + UUID.randomUUID());
    }
    put(client, "documents/not-ours");
    Database database = Database.open(server.vertx(), server.config().postgres());
    MinioBlobStore blobs =
        new MinioBlobStore(
            server.vertx(), server.config().s3(), 1_000, 8, 150, new SimpleMeterRegistry());
    PgFileStore files = new PgFileStore(database, new Outbox("file"), () -> {}, 10);
    SweepOrphans sweep = new SweepOrphans(blobs, files);

    assertEquals(0, await(sweep.sweep(LONG_AGO)));
    assertEquals(310, await(sweep.sweep(LONG_AHEAD)));

    List<String> left = BucketKeys.of(server);
    assertEquals(2, left.size(), left::toString);
    assertTrue(left.contains("documents/not-ours"));
    assertEquals(200, await(server.get(server.downloadTicket(entity, kept)).send()).statusCode());
  }

  @Test
  void givesUpUploadsThatWereNeverEnded() {
    server = new FileServer(Map.of());
    MinioBlobStore blobs =
        new MinioBlobStore(
            server.vertx(), server.config().s3(), 1_000, 8, new SimpleMeterRegistry());
    var writing = blobs.begin(UUID.randomUUID(), CallerKey.SUITE);
    await(writing.write(Buffer.buffer(bytes(6 << 20))));

    await(blobs.abandonBegunBefore(LONG_AHEAD));

    assertTrue(writing.end().map(false).otherwise(true).await());
    writing.cancel();
  }

  private void put(MinioClient client, String key) throws Exception {
    client.putObject(
        PutObjectArgs.builder().bucket(server.config().s3().bucket()).object(key).stream(
                new ByteArrayInputStream(new byte[1]), 1L, -1L)
            .build());
  }
}
