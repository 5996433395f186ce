package org.attestry.file;

import static org.attestry.file.FileServer.bytes;
import static org.attestry.file.FileServer.connect;
import static org.attestry.file.FileServer.failure;
import static org.attestry.file.FileServer.form;
import static org.attestry.file.FileServer.stored;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.client.HttpResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.file.FileOperations;
import org.attestry.contracts.file.FileOperations.DeleteFilesRequest;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Transfers that stall or break off leave room for others, and nothing behind. */
class TransferLimitsIT {

  private static final String INTERRUPTED = "INFO a transfer was interrupted";
  private static final int STALLED = 60;
  private static final int LARGE = 16 << 20;
  private static final String FORM = "content-type: multipart/form-data; boundary=XYZ\r\n";
  private static final String CHUNKED = FORM + "transfer-encoding: chunked\r\n";
  private static final String BEGIN =
      "--XYZ\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a\"\r\n\r\n";

  private final String entity = UUID.randomUUID().toString();

  @AutoClose private FileServer server;

  @Test
  void stalledUploadsAndDownloadsLeaveRoomForOthersAndReadiness() throws Exception {
    server = new FileServer(Map.of());
    byte[] content = bytes(1 << 20);
    String large = server.store(entity, bytes(LARGE));
    List<Socket> stalled = new ArrayList<>();
    try {
      for (int i = 0; i < STALLED; i++) {
        Socket upload = connect("POST", server.uploadTicket(entity), CHUNKED);
        send(upload, BEGIN + "some bytes, and then nothing");
        stalled.add(upload);
        stalled.add(connect("GET", server.downloadTicket(entity, large), ""));
      }

      for (int honest = 0; honest < 5; honest++) {
        String id = server.store(entity, content);
        HttpResponse<Buffer> file = await(server.get(server.downloadTicket(entity, id)).send());
        assertArrayEquals(content, file.body().getBytes());
        assertTrue(server.ready());
      }
    } finally {
      for (Socket client : stalled) {
        client.close();
      }
    }
  }

  @Test
  void oneCallerHasAnEighthOfTheTransfersAtMost() throws Exception {
    server = new FileServer(Map.of("LIMITS_TRANSFERS", "16"));
    try (Socket first = connect("POST", server.uploadTicket(entity), CHUNKED);
        Socket second = connect("POST", server.uploadTicket(entity), CHUNKED)) {
      send(first, BEGIN);
      send(second, BEGIN);
      Eventually.isTrue(
          () -> {
            HttpResponse<Buffer> third =
                server.upload(server.uploadTicket(entity), form("c", bytes(10)));
            return third.statusCode() == 422 && failure(third).kind() == FailureKind.RATE_LIMITED;
          });
    }
    Eventually.isTrue(
        () -> server.upload(server.uploadTicket(entity), form("d", bytes(10))).statusCode() == 200);
  }

  @Test
  void clientsThatBreakOffLeaveNoRecordAndNoObject() throws Exception {
    server = new FileServer(Map.of("LIMITS_TRANSFERS", "2"));
    try (Socket client = connect("POST", server.uploadTicket(entity), CHUNKED)) {
      send(client, BEGIN + "a".repeat(6 << 20) + "\r\n" + BEGIN + "b".repeat(6 << 20));
    }

    Eventually.isTrue(
        () -> server.upload(server.uploadTicket(entity), form("c", bytes(10))).statusCode() == 200);
    assertEquals(1, server.list(entity).files().size());
    server.request(FileOperations.DELETE_FILES, new DeleteFilesRequest("Teacher", entity, "photo"));
    Eventually.isTrue(() -> BucketKeys.of(server).isEmpty());
  }

  @Test
  void anUploadThatBreaksOffIsOnePlainLineInTheLog() throws Exception {
    server = new FileServer(Map.of());
    List<String> logged = new CopyOnWriteArrayList<>();
    logged(
        logged,
        () -> {
          for (int i = 0; i < 5; i++) {
            try (Socket client = connect("POST", server.uploadTicket(entity), CHUNKED)) {
              send(client, BEGIN + "a".repeat(100_000));
            }
          }
          Eventually.isTrue(() -> logged.stream().filter(INTERRUPTED::equals).count() == 5);
          server.store(entity, bytes(10));
          return null;
        });
    assertEquals(List.of(), logged.stream().filter(line -> line.startsWith("ERROR")).toList());
    assertEquals(5, logged.stream().filter(INTERRUPTED::equals).count());
  }

  /** What is logged while the work is done, as {@code LEVEL message}. */
  private static List<String> logged(List<String> into, Callable<Void> work) throws Exception {
    Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    AppenderBase<ILoggingEvent> appender =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent event) {
            into.add(event.getLevel() + " " + event.getFormattedMessage());
          }
        };
    appender.start();
    root.addAppender(appender);
    try {
      work.call();
    } finally {
      root.detachAppender(appender);
    }
    return into;
  }

  @Test
  void clientsThatGoAwayFreeTheirDownloadAtOnce() throws Exception {
    server = new FileServer(Map.of("LIMITS_TRANSFERS", "2"));
    String large = server.store(entity, bytes(LARGE));
    for (int i = 0; i < 5; i++) {
      Eventually.isTrue(() -> downloads(large));
      try (Socket client = connect("GET", server.downloadTicket(entity, large), "")) {
        assertTrue(client.getInputStream().read() > 0);
      }
    }
    Eventually.isTrue(() -> downloads(large));
  }

  @Test
  void refusesAnUploadWithATooLargeContentLengthBeforeReadingIt() throws Exception {
    server = new FileServer(Map.of("LIMITS_UPLOAD_BYTES", "1000000"));
    String head = FORM + "content-length: 200000000\r\n";
    try (Socket client = connect("POST", server.uploadTicket(entity), head)) {
      byte[] answer = client.getInputStream().readNBytes(20);

      assertTrue(new String(answer, StandardCharsets.US_ASCII).contains("422"));
    }
  }

  @Test
  void stopsReadingAFileThatIsTooLargeAndKeepsThoseBeforeIt() throws Exception {
    server = new FileServer(Map.of("LIMITS_FILE_BYTES", "100000"));
    try (Socket client = connect("POST", server.uploadTicket(entity), CHUNKED)) {
      send(client, BEGIN + "small\r\n" + BEGIN);
      send(client, "a".repeat(400_000));

      String answer = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertTrue(answer.startsWith("HTTP/1.1 200"), answer);
      assertTrue(answer.contains("larger than 100000 bytes"), answer);
    }
    assertEquals(1, server.list(entity).files().size());
  }

  @Test
  void storesAllSmallFilesOfOneRequest() {
    server = new FileServer(Map.of());
    var form = io.vertx.ext.web.multipart.MultipartForm.create();
    for (int i = 0; i < 100; i++) {
      form.binaryFileUpload("files", "f" + i, Buffer.buffer("x" + i), "text/plain");
    }

    var stored = stored(server.upload(server.uploadTicket(entity), form));

    assertEquals(100, stored.documentLocations().size());
    assertEquals(List.of(), stored.errors());
    assertEquals(100, server.list(entity).files().size());
  }

  @Test
  void givesBackFilesOfManyParts() {
    server = new FileServer(Map.of());
    byte[] content = bytes(12_345_678);

    String id = server.store(entity, content);

    HttpResponse<Buffer> file = await(server.get(server.downloadTicket(entity, id)).send());
    assertArrayEquals(content, file.body().getBytes());
    assertEquals(content.length, server.list(entity).files().getFirst().size());
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
