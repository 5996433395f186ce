package org.attestry.gateway.routes;

import static org.attestry.contracts.file.FileOperations.DELETE_FILE;
import static org.attestry.contracts.file.FileOperations.DELETE_FILES;
import static org.attestry.contracts.file.FileOperations.LIST_FILES;
import static org.attestry.contracts.file.FileOperations.READ_FILE;
import static org.attestry.contracts.file.FileOperations.REPLACE_FILE;
import static org.attestry.contracts.file.FileOperations.STORE_FILES;
import static org.attestry.gateway.GatewayServer.json;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.file.FileOperations.DeleteFileRequest;
import org.attestry.contracts.file.FileOperations.DeleteFilesRequest;
import org.attestry.contracts.file.FileOperations.DeletedFiles;
import org.attestry.contracts.file.FileOperations.FileTransfer;
import org.attestry.contracts.file.FileOperations.FilesView;
import org.attestry.contracts.file.FileOperations.ReadFileRequest;
import org.attestry.contracts.file.FileOperations.ReplaceFileRequest;
import org.attestry.contracts.file.FileOperations.StoreFilesRequest;
import org.attestry.contracts.file.FileOperations.StoredFiles;
import org.attestry.gateway.GatewayServer;
import org.attestry.gateway.serve.Logged;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FileRoutesIT {

  private static final String BROKE_OFF = "INFO file transfer broke off";
  private static final String ALL = "/api/v1/Teacher/t-1/photo/documents";
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int STALLED = 250;
  private static final byte[] FILE = new byte[3_000_000];

  @AutoClose private static GatewayServer gateway;
  private static String token;
  private static HttpServer fileService;
  private static final AtomicReference<Transfer> transfer = new AtomicReference<>();

  /** What file-service does with the bytes. */
  private interface Transfer {
    void take(HttpServerRequest request);
  }

  @BeforeAll
  static void start() throws Exception {
    new Random(7).nextBytes(FILE);
    gateway = new GatewayServer();
    token = gateway.identity().tokenOf("user-1");
    fileService =
        gateway
            .vertx()
            .createHttpServer(new HttpServerOptions().setMaxHeaderSize(65_536))
            .requestHandler(request -> transfer.get().take(request));
    await(fileService.listen(0, "127.0.0.1"));
    var leave = new FileTransfer("http://127.0.0.1:" + fileService.actualPort() + "/ticket-1");
    var file = new FilesView.FileView("d-1", "a.png", "image/png", 3, "abc", Instant.EPOCH);
    gateway
        .services()
        .answer(STORE_FILES, leave)
        .answer(REPLACE_FILE, leave)
        .answer(READ_FILE, leave)
        .answer(LIST_FILES, new FilesView(List.of(file)))
        .answer(DELETE_FILE, new DeletedFiles(1))
        .answer(DELETE_FILES, new DeletedFiles(2));
  }

  @BeforeEach
  void forget() {
    gateway.services().forget();
  }

  @Test
  void streamsAnUploadAsItStands() throws Exception {
    CompletableFuture<byte[]> received = receive();

    HttpResponse<String> response = upload("POST", ALL);

    assertEquals(200, response.statusCode());
    assertEquals(
        "Teacher/t-1/photo/documents/d-1",
        json(response).getJsonArray("documentLocations").getString(0));
    assertArrayEquals(FILE, await(Future.fromCompletionStage(received)));
    assertEquals(
        new StoreFilesRequest("Teacher", "t-1", "photo"), gateway.services().next().request());
  }

  @Test
  void streamsAnUploadOfUnknownLength() throws Exception {
    CompletableFuture<byte[]> received = receive();

    HttpResponse<String> response =
        gateway
            .request("POST", ALL)
            .token(token)
            .header("content-type", "multipart/form-data; boundary=x")
            .body(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(FILE)))
            .send();

    assertEquals(200, response.statusCode());
    assertArrayEquals(FILE, await(Future.fromCompletionStage(received)));
  }

  @Test
  void replacesAFile() throws Exception {
    CompletableFuture<byte[]> received = receive();

    assertEquals(200, upload("PUT", ALL + "/d-1").statusCode());
    assertArrayEquals(FILE, await(Future.fromCompletionStage(received)));
    assertEquals(
        new ReplaceFileRequest("Teacher", "t-1", "photo", "d-1", null),
        gateway.services().next().request());
  }

  @Test
  void repliesWithTheFailureOfFileService() {
    Failure tooLarge =
        Failure.of(FailureKind.TOO_LARGE, "file.too-large", "Send files of 100 MB at most.");
    transfer.set(
        request -> {
          request.resume();
          request.response().setStatusCode(422).end(Buffer.buffer(Json.write(tooLarge).utf8()));
        });

    HttpResponse<String> response = upload("POST", ALL);

    assertEquals(413, response.statusCode());
    assertEquals("file.too-large", json(response).getJsonObject("params").getString("err"));
    assertEquals("attestry.registry.create", json(response).getString("id"));
  }

  @Test
  void takesOnlyMultipartForms() {
    HttpResponse<String> response = gateway.post(ALL, token, "{}");

    assertEquals(415, response.statusCode());
    assertEquals(0, gateway.services().requestCount());
  }

  @Test
  void cancelsTheRequestToFileServiceWhenAClientDisconnects() throws Exception {
    CompletableFuture<Throwable> broken = new CompletableFuture<>();
    CompletableFuture<Void> begun = new CompletableFuture<>();
    transfer.set(
        request ->
            request
                .handler(chunk -> begun.complete(null))
                .exceptionHandler(broken::complete)
                .endHandler(end -> broken.completeExceptionally(new AssertionError("complete"))));

    Socket client = beginUpload();
    await(Future.fromCompletionStage(begun));
    client.close();

    await(Future.fromCompletionStage(broken));
  }

  @Test
  void anUploadThatBreaksOffIsOnePlainLineInTheLog() throws Exception {
    List<String> logged = new CopyOnWriteArrayList<>();
    Logged.during(
        logged,
        () -> {
          for (int i = 0; i < 5; i++) {
            cancelsTheRequestToFileServiceWhenAClientDisconnects();
          }
          Eventually.isTrue(() -> logged.stream().filter(BROKE_OFF::equals).count() == 5);
          forget();
          downloadsAsAnAttachment();
          return null;
        });
    assertEquals(List.of(), logged.stream().filter(line -> line.startsWith("ERROR")).toList());
    assertEquals(5, logged.stream().filter(BROKE_OFF::equals).count());
  }

  @Test
  void uploadWithAnEarlyResponseLeavesNothingToTheNextTransfer() throws Exception {
    Failure tooLarge = Failure.of(FailureKind.TOO_LARGE, "file.too-large", "Send smaller files.");
    transfer.set(
        request ->
            request.handler(
                chunk ->
                    request
                        .response()
                        .setStatusCode(422)
                        .end(Buffer.buffer(Json.write(tooLarge).utf8()))));
    try (Socket socket = beginUpload()) {
      String head = new BufferedReader(new InputStreamReader(socket.getInputStream())).readLine();
      assertTrue(head.contains("413"), head);
    }
    transfer.set(request -> request.response().end("a file"));

    assertEquals("a file", gateway.get(ALL + "/d-1", token).body());
  }

  @Test
  void downloadsAsAnAttachment() {
    transfer.set(
        request ->
            request
                .response()
                .putHeader("content-type", "image/png")
                .putHeader("content-disposition", "attachment; filename=\"a.png\"")
                .putHeader("etag", "\"abc\"")
                .putHeader("set-cookie", "internal=1")
                .end(Buffer.buffer(FILE)));

    HttpResponse<byte[]> response =
        gateway.request("GET", ALL + "/d-1").token(token).send(BodyHandlers.ofByteArray());

    assertEquals(200, response.statusCode());
    assertArrayEquals(FILE, response.body());
    assertEquals("image/png", response.headers().firstValue("content-type").orElseThrow());
    assertEquals("\"abc\"", response.headers().firstValue("etag").orElseThrow());
    assertEquals(
        "attachment; filename=\"a.png\"",
        response.headers().firstValue("content-disposition").orElseThrow());
    assertEquals("nosniff", response.headers().firstValue("x-content-type-options").orElseThrow());
    assertTrue(response.headers().firstValue("set-cookie").isEmpty());
    assertEquals(
        new ReadFileRequest("Teacher", "t-1", "photo", "d-1"), gateway.services().next().request());
  }

  @Test
  void passesRangesAndConditionsOn() {
    transfer.set(
        request -> {
          assertEquals("bytes=0-9", request.getHeader("range"));
          assertEquals("\"abc\"", request.getHeader("if-range"));
          request
              .response()
              .setStatusCode(206)
              .putHeader("content-range", "bytes 0-9/100")
              .end(Buffer.buffer(new byte[10]));
        });

    HttpResponse<byte[]> response =
        gateway
            .request("GET", ALL + "/d-1")
            .token(token)
            .header("range", "bytes=0-9")
            .header("if-range", "\"abc\"")
            .send(BodyHandlers.ofByteArray());

    assertEquals(206, response.statusCode());
    assertEquals("bytes 0-9/100", response.headers().firstValue("content-range").orElseThrow());
    assertEquals(10, response.body().length);
  }

  @Test
  void passesHeadersOnThatFillTheHeadOfARequest() {
    String range = "bytes=" + "0-1,".repeat(6_000) + "5-6";
    transfer.set(request -> request.response().end(request.getHeader("range")));

    HttpResponse<String> response =
        gateway.request("GET", ALL + "/d-1").token(token).header("range", range).send();

    assertEquals(200, response.statusCode());
    assertEquals(range, response.body());
  }

  @Test
  void fetchesNoBytesForAHead() {
    transfer.set(
        request -> {
          assertEquals("HEAD", request.method().name());
          request.response().putHeader("content-length", "1000000").end();
        });

    HttpResponse<String> response = gateway.request("HEAD", ALL + "/d-1").token(token).send();

    assertEquals(200, response.statusCode());
    assertEquals("1000000", response.headers().firstValue("content-length").orElseThrow());
  }

  @Test
  void refusesAnUploadByItsHeadersBeforeItsBodyIsSent() throws Exception {
    Failure tooLarge = Failure.of(FailureKind.TOO_LARGE, "file.too-large", "Send smaller files.");
    transfer.set(
        request ->
            request.response().setStatusCode(422).end(Buffer.buffer(Json.write(tooLarge).utf8())));
    for (String expectation : List.of("", "expect: 100-continue\r\n")) {
      try (Socket socket = connect()) {
        String head =
            """
            POST %s HTTP/1.1\r
            host: x\r
            authorization: Bearer %s\r
            content-type: multipart/form-data; boundary=x\r
            content-length: 200000000\r
            %s\r
            """;
        socket
            .getOutputStream()
            .write(head.formatted(ALL, token, expectation).getBytes(StandardCharsets.US_ASCII));
        String line = new BufferedReader(new InputStreamReader(socket.getInputStream())).readLine();
        assertTrue(line.contains("413"), line);
      }
    }
  }

  @Test
  void forwardsTheContinuationOfFileService() throws Exception {
    CompletableFuture<byte[]> received = receive(request -> request.response().writeContinue());

    HttpResponse<String> response =
        gateway
            .request("POST", ALL)
            .token(token)
            .header("content-type", "multipart/form-data; boundary=x")
            .expectContinue()
            .body(BodyPublishers.ofByteArray(FILE))
            .send();

    assertEquals(200, response.statusCode());
    assertArrayEquals(FILE, await(Future.fromCompletionStage(received)));
  }

  @Test
  void readsNoEndlessResponseOfFileService() {
    transfer.set(request -> request.response().setStatusCode(503).end(Buffer.buffer(FILE)));

    assertEquals(503, gateway.get(ALL + "/d-1", token).statusCode());
    assertEquals(503, upload("POST", ALL).statusCode());
  }

  @Test
  void moreStalledTransfersThanAPoolHadLeaveRoomForOthers() throws Exception {
    transfer.set(
        request -> {
          if (request.method() == HttpMethod.GET) {
            request.response().end("a file");
          }
        });
    List<Socket> stalled = new ArrayList<>();
    try {
      for (int i = 0; i < STALLED; i++) {
        stalled.add(beginUpload());
      }
      assertEquals("a file", gateway.get(ALL + "/d-1", token).body());
    } finally {
      for (Socket client : stalled) {
        client.close();
      }
    }
  }

  @Test
  void generatedFormsAndHeadersCauseNoServerError() throws Exception {
    transfer.set(request -> request.body().onSuccess(body -> request.response().end("{}")));
    Random random = new Random(Seeds.of(14));
    for (int i = 0; i < 1_000; i++) {
      String text = hostileText(random);
      String type = random.nextBoolean() ? "multipart/form-data; boundary=" + text : text;
      try (Socket socket = connect()) {
        String request =
            """
            POST %s HTTP/1.1\r
            host: x\r
            authorization: Bearer %s\r
            content-type: %s\r
            if-match: %s\r
            range: %s\r
            content-length: 3\r
            \r
            abc\
            """
                .formatted(ALL, token, type, text, text);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        String line = new BufferedReader(new InputStreamReader(socket.getInputStream())).readLine();
        assertTrue(line.matches("HTTP/1.[01] [24].*"), () -> line + " for " + request);
      }
    }
  }

  private static String hostileText(Random random) {
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(random.nextInt(50) == 0 ? 9_000 : 60); length > 0; length--) {
      text.append((char) random.nextInt(256));
    }
    return text.toString().replace("\r", "").replace("\n", "");
  }

  private static Socket connect() throws IOException {
    Socket socket = new Socket("127.0.0.1", gateway.port());
    socket.setSoTimeout((int) TIMEOUT.toMillis());
    return socket;
  }

  @Test
  void respondsNotModified() {
    transfer.set(request -> request.response().setStatusCode(304).end());

    assertEquals(304, gateway.get(ALL + "/d-1", token).statusCode());
  }

  @Test
  void respondsToARangeOutsideOfTheFileAsToAnyFailure() {
    Failure outside = Failure.of(FailureKind.OUT_OF_RANGE, "file.range", "It has 7 bytes.");
    transfer.set(
        request ->
            request
                .response()
                .setStatusCode(416)
                .putHeader("content-range", "bytes */7")
                .end(Buffer.buffer(Json.write(outside).utf8())));

    HttpResponse<String> response = gateway.get(ALL + "/d-1", token);

    assertEquals(416, response.statusCode());
    assertEquals("bytes */7", response.headers().firstValue("content-range").orElseThrow());
    assertEquals("file.range", json(response).getJsonObject("params").getString("err"));
  }

  @Test
  void respondsToADownloadThatFailsBeforeItBegins() {
    Failure gone = Failure.of(FailureKind.UNAVAILABLE, "file.store", "The store is not there.");
    transfer.set(
        request ->
            request.response().setStatusCode(503).end(Buffer.buffer(Json.write(gone).utf8())));

    HttpResponse<String> response = gateway.get(ALL + "/d-1", token);

    assertEquals(503, response.statusCode());
    assertEquals("file.store", json(response).getJsonObject("params").getString("err"));
  }

  @Test
  void breaksADownloadOffWhenTheSourceBreaks() {
    transfer.set(
        request -> {
          request.response().putHeader("content-length", "1000").write("abc");
          request.connection().close();
        });

    assertThrows(IllegalStateException.class, () -> gateway.get(ALL + "/d-1", token));
  }

  @Test
  void stopsFetchingWhenTheClientGoesAway() throws Exception {
    CompletableFuture<Void> closed = new CompletableFuture<>();
    transfer.set(
        request -> {
          request.response().setChunked(true);
          request.connection().closeHandler(gone -> closed.complete(null));
          writeOn(request);
        });

    try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
      String head =
          "GET " + ALL + "/d-1 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer " + token + "\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.setSoTimeout((int) TIMEOUT.toMillis());
      assertTrue(socket.getInputStream().read() > 0);
    }

    await(Future.fromCompletionStage(closed));
  }

  @Test
  void respondsUnavailableWhenFileServiceIsGone() throws Exception {
    HttpServer gone = gateway.vertx().createHttpServer().requestHandler(request -> {});
    await(gone.listen(0, "127.0.0.1"));
    int port = gone.actualPort();
    await(gone.close());
    try (GatewayServer other = new GatewayServer()) {
      other.services().answer(READ_FILE, new FileTransfer("http://127.0.0.1:" + port + "/x"));

      HttpResponse<String> response = other.get(ALL + "/d-1", null);

      assertEquals(503, response.statusCode());
      assertTrue(!response.body().contains(Integer.toString(port)), response.body());
    }
  }

  @Test
  void listsAndDeletes() {
    JsonArray files = new JsonArray(gateway.get(ALL, token).body());
    JsonObject one = json(gateway.request("DELETE", ALL + "/d-1").token(token).send());
    JsonObject all = json(gateway.request("DELETE", ALL).token(token).send());

    assertEquals("d-1", files.getJsonObject(0).getString("documentId"));
    assertEquals(new JsonObject().put("deleted", 1), one);
    assertEquals(new JsonObject().put("deleted", 2), all);
    assertEquals(
        new DeleteFileRequest("Teacher", "t-1", "photo", "d-1", null),
        gateway.services().next(DELETE_FILE).request());
    assertEquals(
        new DeleteFilesRequest("Teacher", "t-1", "photo"),
        gateway.services().next(DELETE_FILES).request());
  }

  @Test
  void keepsServingAfterTransfers() throws Exception {
    CompletableFuture<byte[]> received = receive();
    upload("POST", ALL);
    await(Future.fromCompletionStage(received));

    Eventually.isTrue(() -> gateway.get(ALL, token).statusCode() == 200);
  }

  /** An upload whose client sends four bytes and then keeps everybody waiting. */
  private static Socket beginUpload() throws IOException {
    Socket socket = connect();
    String head =
        """
        POST %s HTTP/1.1\r
        host: x\r
        authorization: Bearer %s\r
        content-type: multipart/form-data; boundary=x\r
        transfer-encoding: chunked\r
        \r
        4\r
        abcd\r
        """;
    socket.getOutputStream().write(head.formatted(ALL, token).getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static HttpResponse<String> upload(String method, String path) {
    return gateway
        .request(method, path)
        .token(token)
        .header("content-type", "multipart/form-data; boundary=x")
        .body(BodyPublishers.ofByteArray(FILE))
        .send();
  }

  private static CompletableFuture<byte[]> receive() {
    return receive(request -> {});
  }

  private static CompletableFuture<byte[]> receive(Transfer first) {
    CompletableFuture<byte[]> received = new CompletableFuture<>();
    StoredFiles stored = new StoredFiles(List.of("Teacher/t-1/photo/documents/d-1"), List.of());
    transfer.set(
        request -> {
          assertEquals("multipart/form-data; boundary=x", request.getHeader("content-type"));
          first.take(request);
          request
              .body()
              .onSuccess(
                  body -> {
                    received.complete(body.getBytes());
                    request.response().end(Buffer.buffer(Json.write(stored).utf8()));
                  });
        });
    return received;
  }

  private static void writeOn(HttpServerRequest request) {
    request
        .response()
        .write(Buffer.buffer(new byte[65_536]))
        .onSuccess(written -> writeOn(request));
  }
}
