package org.attestry.file;

import static org.attestry.file.FileServer.bytes;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.TestAuthority;
import org.attestry.testkit.TestAuthority.Certified;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.TlsProxy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An S3 server with a certificate of a private authority. */
class StoreTlsIT {

  @TempDir private static Path folder;

  private static Vertx vertx;
  private static Path authority;
  private static int port;

  private final String entity = UUID.randomUUID().toString();

  @BeforeAll
  static void start() throws IOException {
    vertx = Vertx.vertx();
    Certified files = new TestAuthority(folder, "ours").issue("localhost");
    authority = files.authority();
    port = new TlsProxy(vertx, files, URI.create(TestServers.s3().endpoint()).getPort()).port();
  }

  @AfterAll
  static void stop() {
    await(vertx.close());
  }

  @Test
  void filesAreStoredAndReadWithTls() {
    try (FileServer server = server("localhost", authority)) {
      Eventually.isTrue(server::ready);
      byte[] stored = bytes(100_000);
      server.store(entity, stored);
      assertEquals(1, server.list(entity).files().size());
    }
  }

  @Test
  void aServerOfAnotherAuthorityIsNotTrusted() throws IOException {
    assertUnavailable("localhost", new TestAuthority(folder, "another").issue().authority());
  }

  @Test
  void aServerWithAnotherNameIsNotTrusted() {
    assertUnavailable("127.0.0.1", authority);
  }

  @Test
  void aFileWithoutCertificatesIsRefusedAtTheStart() throws IOException {
    Path empty = Files.writeString(folder.resolve("empty.pem"), "");
    assertThrows(RuntimeException.class, () -> server("localhost", empty).close());
  }

  private void assertUnavailable(String host, Path trusted) {
    try (FileServer server = server(host, trusted)) {
      var answer = server.upload(server.uploadTicket(entity), FileServer.form("a", bytes(10)));
      assertEquals(503, answer.statusCode());
      assertFalse(server.ready());
    }
  }

  private static FileServer server(String host, Path trusted) {
    return new FileServer(
        Map.of(
            "S3_ENDPOINT", "https://%s:%d".formatted(host, port),
            "S3_CA_FILE", trusted.toString()));
  }
}
