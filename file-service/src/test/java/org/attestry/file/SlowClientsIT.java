package org.attestry.file;

import static org.attestry.file.FileServer.bytes;
import static org.attestry.file.FileServer.connect;
import static org.attestry.file.FileServer.failure;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.FailureKind;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients that stall or dribble are ended, which takes real time. */
@Tag("resilience")
class SlowClientsIT {

  private static final int LARGE = 16 << 20;
  private static final int MOST_BUFFERED = 1 << 20;
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String FORM = "content-type: multipart/form-data; boundary=XYZ\r\n";
  private static final String CHUNKED = FORM + "transfer-encoding: chunked\r\n";
  private static final String BEGIN =
      "--XYZ\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a\"\r\n\r\n";

  private final String entity = UUID.randomUUID().toString();

  @AutoClose private FileServer server;

  @Test
  void endsUploadsThatStallAndKeepsNothingOfThem() throws Exception {
    server = new FileServer(Map.of("LIMITS_RATE_WINDOW", "PT1S"));
    try (Socket client = connect("POST", server.uploadTicket(entity), CHUNKED)) {
      send(client, BEGIN);
      send(client, "a".repeat(6 << 20));

      String answer = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertTrue(answer.contains(FailureKind.TOO_SLOW.name()), answer);
    }
    assertEquals(List.of(), server.list(entity).files());
    Eventually.isTrue(SOON, () -> BucketKeys.of(server).isEmpty());
  }

  @Test
  void endsDownloadsThatNobodyReads() throws Exception {
    server = new FileServer(Map.of("LIMITS_RATE_WINDOW", "PT1S", "LIMITS_TRANSFERS", "2"));
    String large = server.store(entity, bytes(LARGE));
    try (Socket client = connect("GET", server.downloadTicket(entity, large), "")) {
      assertTrue(client.getInputStream().read() > 0);
      assertEquals(
          FailureKind.RATE_LIMITED,
          failure(await(server.get(server.downloadTicket(entity, large)).send())).kind());

      Eventually.isTrue(SOON, () -> downloads(large));
      assertTrue(unread(client) < MOST_BUFFERED);
    }
  }

  /** How much was sent to a client that read nothing of it. */
  private static int unread(Socket client) throws IOException {
    int bytes = 0;
    try {
      while (client.getInputStream().read() >= 0) {
        bytes++;
      }
    } catch (SocketException reset) {
      return bytes;
    }
    return bytes;
  }

  @Test
  void endsTransfersThatTakeTooLongInAll() throws Exception {
    server = new FileServer(Map.of("LIMITS_TRANSFER", "PT2S", "LIMITS_RATE_WINDOW", "PT1S"));
    try (Socket client = connect("POST", server.uploadTicket(entity), CHUNKED)) {
      assertThrows(
          IOException.class,
          () -> {
            while (true) {
              send(client, BEGIN + "a".repeat(100_000));
              Thread.yield();
            }
          });
    }
  }

  private boolean downloads(String id) {
    return await(server.get(server.downloadTicket(entity, id)).send()).statusCode() == 200;
  }

  private static void send(Socket client, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    OutputStream out = client.getOutputStream();
    out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
    out.write(bytes);
    out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }
}
