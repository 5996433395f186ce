package org.attestry.file;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.multipart.MultipartForm;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Done;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.file.FileOperations;
import org.attestry.contracts.file.FileOperations.AdoptFileRequest;
import org.attestry.contracts.file.FileOperations.DeleteFileRequest;
import org.attestry.contracts.file.FileOperations.DeleteFilesRequest;
import org.attestry.contracts.file.FileOperations.FileTransfer;
import org.attestry.contracts.file.FileOperations.FilesView;
import org.attestry.contracts.file.FileOperations.ListFilesRequest;
import org.attestry.contracts.file.FileOperations.ReadFileRequest;
import org.attestry.contracts.file.FileOperations.ReplaceFileRequest;
import org.attestry.contracts.file.FileOperations.StoreFilesRequest;
import org.attestry.contracts.file.FileOperations.StoredFiles;
import org.attestry.contracts.registry.AttestationOperations.AuthorizeCallerRequest.Right;
import org.attestry.contracts.registry.EntityDeleted;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.management.Health;
import org.attestry.runtime.outbox.Facts;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.testkit.Callers;
import org.attestry.testkit.Calls;
import org.attestry.testkit.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FileServiceIT {

  private static final int LIMIT = 3_000_000;
  private static final Caller OWNER = Callers.user("owner");

  private static final byte[] ABC = {'a', 'b', 'c'};

  private static Vertx vertx;
  private static BusClient bus;
  private static WebClient http;
  private static FileConfig config;

  private final String entity = UUID.randomUUID().toString();

  @BeforeAll
  static void start() throws Exception {
    vertx = Vertx.vertx();
    bus = new BusClient(vertx);
    http = WebClient.create(vertx);
    new BusServer(vertx, new SimpleMeterRegistry())
        .bind(
            org.attestry.contracts.registry.AttestationOperations.AUTHORIZE_CALLER,
            (request, context) ->
                context.caller().known() || request.right() == Right.READ_FILE
                    ? Future.succeededFuture(Done.DONE)
                    : Future.failedFuture(
                        FailureException.of(FailureKind.FORBIDDEN, "test.forbidden", "No.")))
        .open();
    config = Settings.of(settings()).read(FileConfig.class);
    ServiceContext service = new ServiceContext(new Health("file"), new SimpleMeterRegistry());
    await(vertx.deployVerticle(new FileVerticle(config, service)));
  }

  @AfterAll
  static void stop() throws Exception {
    await(vertx.close());
  }

  @Test
  void givesBackWhatWasStored() throws Exception {
    byte[] content = bytes(1_500_000);
    String id = store("héllo wörld.bin", "application/pdf", content);

    HttpResponse<Buffer> answer = download(id, Map.of());

    assertEquals(200, answer.statusCode());
    assertArrayEquals(content, answer.body().getBytes());
    assertEquals("application/pdf", answer.getHeader("content-type"));
    assertEquals("nosniff", answer.getHeader("x-content-type-options"));
    assertEquals(
        "attachment; filename=\"h_llo w_rld.bin\"; filename*=UTF-8''h%C3%A9llo%20w%C3%B6rld.bin",
        answer.getHeader("content-disposition"));
  }

  @Test
  void storesEmptyFiles() throws Exception {
    String id = store("empty", "text/plain", new byte[0]);

    assertEquals(0, list().files().get(0).size());
    assertEquals(200, download(id, Map.of()).statusCode());
  }

  @Test
  void sendsRangesAndNothingThatTheClientHas() throws Exception {
    byte[] content = bytes(100_000);
    String id = store("a.bin", "application/octet-stream", content);
    String etag = download(id, Map.of()).getHeader("etag");

    HttpResponse<Buffer> part = download(id, Map.of("range", "bytes=10-19"));
    assertEquals(206, part.statusCode());
    assertEquals("bytes 10-19/100000", part.getHeader("content-range"));
    assertArrayEquals(java.util.Arrays.copyOfRange(content, 10, 20), part.body().getBytes());
    assertEquals(10, download(id, Map.of("range", "bytes=-10")).body().length());
    HttpResponse<Buffer> none = download(id, Map.of("range", "bytes=100000-"));
    assertEquals(416, none.statusCode());
    assertEquals("bytes */100000", none.getHeader("content-range"));
    assertEquals("file.range", none.bodyAsJsonObject().getString("code"));
    assertEquals(304, download(id, Map.of("if-none-match", etag)).statusCode());
  }

  @Test
  void listsFilesWithSizeAndDigest() throws Exception {
    String id =
        store("a.txt", "text/plain", "abc".getBytes(java.nio.charset.StandardCharsets.UTF_8));

    FilesView.FileView file = list().files().get(0);

    assertEquals(id, file.documentId());
    assertEquals("a.txt", file.fileName());
    assertEquals(3, file.size());
    assertEquals("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", file.sha256());
  }

  private FileTransfer replacementOf(String id) {
    return request(
        FileOperations.REPLACE_FILE,
        new ReplaceFileRequest("Teacher", entity, "photo", id, null),
        OWNER);
  }

  @Test
  void replacesTheContentUnderTheSameId() throws Exception {
    String id = store("a.txt", "text/plain", new byte[] {1, 2, 3});
    FileTransfer transfer = replacementOf(id);

    HttpResponse<Buffer> answer =
        upload(transfer, form("file", "b.txt", "text/plain", new byte[] {9, 9}));

    assertEquals(200, answer.statusCode());
    assertArrayEquals(new byte[] {9, 9}, download(id, Map.of()).body().getBytes());
    assertEquals(1, list().files().size());
  }

  @Test
  void fileOfAFormerSystemIsReadUnderItsPathThere() throws Exception {
    String id = UUID.randomUUID().toString();
    String document = id + "-my photo.png";
    Instant there = Instant.parse("2026-11-27T05:12:36.129Z");

    for (int i = 0; i < 2; i++) {
      HttpResponse<Buffer> answer =
          upload(
              adoption("photo", document, there), form("file", "my photo.png", "image/png", ABC));
      assertEquals(200, answer.statusCode(), answer::bodyAsString);
    }

    assertArrayEquals(ABC, download(document, Map.of()).body().getBytes());
    assertArrayEquals(ABC, download(id, Map.of()).body().getBytes());
    FilesView.FileView file = list().files().getFirst();
    assertEquals(1, list().files().size());
    assertEquals(there, file.osCreatedAt());
    assertEquals("my photo.png", file.fileName());
    assertEquals("image/png", file.contentType());
    assertEquals(FailureKind.NOT_FOUND, failure(() -> download(id + "-other", Map.of())).kind());
  }

  @Test
  void adoptedFileIsReplacedByItsNewContentAndStaysWhereItIs() throws Exception {
    String id = UUID.randomUUID().toString();
    upload(adoption("photo", id, null), form("file", "a.png", "image/png", ABC));

    upload(adoption("photo", id, null), form("file", "a.png", "image/png", new byte[] {7}));
    HttpResponse<Buffer> elsewhere =
        upload(adoption("other", id, null), form("file", "a.png", "image/png", ABC));

    assertArrayEquals(new byte[] {7}, download(id, Map.of()).body().getBytes());
    assertEquals(
        "file.adoption.taken",
        Json.read(JsonBytes.of(elsewhere.body().getBytes()), Failure.class).code());
    AdoptFileRequest request = new AdoptFileRequest("Teacher", entity, "photo", id, null);
    assertEquals(
        FailureKind.FORBIDDEN,
        failure(() -> request(FileOperations.ADOPT_FILE, request, OWNER)).kind());
  }

  private FileTransfer adoption(String property, String document, Instant createdAt) {
    return request(
        FileOperations.ADOPT_FILE,
        new AdoptFileRequest("Teacher", entity, property, document, createdAt),
        Callers.admin());
  }

  @Test
  void keepsTheOldContentWhenItsReplacementFails() throws Exception {
    String id = store("a.txt", "text/plain", new byte[] {1, 2, 3});
    FileTransfer transfer = replacementOf(id);

    HttpResponse<Buffer> answer =
        upload(transfer, form("file", "b.txt", "text/plain", bytes(LIMIT + 1)));

    assertEquals(422, answer.statusCode());
    assertArrayEquals(new byte[] {1, 2, 3}, download(id, Map.of()).body().getBytes());
    assertEquals("a.txt", list().files().getFirst().fileName());
  }

  @Test
  void keysOfObjectsAreIdsWhateverAClientNames() throws Exception {
    for (String name : List.of("../../secrets", "/etc/passwd", "documents/x", "..", "a b?c=d#e")) {
      store(name, "text/plain", new byte[] {1});
    }

    List<String> keys = BucketKeys.of(config.s3());
    assertTrue(keys.size() >= 5);
    for (String key : keys) {
      assertTrue(key.matches("documents/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), key);
    }
  }

  @Test
  void deletesOneAndThenAll() throws Exception {
    String first = store("a", "text/plain", new byte[] {1});
    store("b", "text/plain", new byte[] {2});
    store("c", "text/plain", new byte[] {3});

    assertEquals(
        1,
        request(
                FileOperations.DELETE_FILE,
                new DeleteFileRequest("Teacher", entity, "photo", first, null),
                OWNER)
            .deleted());
    assertEquals(FailureKind.NOT_FOUND, failure(() -> download(first, Map.of())).kind());
    assertEquals(
        2,
        request(
                FileOperations.DELETE_FILES,
                new DeleteFilesRequest("Teacher", entity, "photo"),
                OWNER)
            .deleted());
    assertEquals(List.of(), list().files());
  }

  @Test
  void refusesAFileOverTheLimitAndKeepsTheOthers() throws Exception {
    MultipartForm form =
        form("files", "large", "text/plain", bytes(LIMIT + 1))
            .binaryFileUpload("files", "small", Buffer.buffer("x"), "text/plain");

    HttpResponse<Buffer> answer = upload(storeTransfer(), form);

    StoredFiles stored = Json.read(JsonBytes.of(answer.body().getBytes()), StoredFiles.class);
    assertEquals(1, stored.documentLocations().size());
    assertEquals("large", stored.errors().get(0).file());
    assertTrue(stored.errors().get(0).reason().contains("3000000 bytes"));
  }

  @Test
  void failsWhenNoFileCouldBeStored() throws Exception {
    HttpResponse<Buffer> answer =
        upload(storeTransfer(), form("files", "large", "text/plain", bytes(LIMIT + 1)));

    assertEquals(422, answer.statusCode());
    Failure failure = Json.read(JsonBytes.of(answer.body().getBytes()), Failure.class);
    assertEquals(FailureKind.TOO_LARGE, failure.kind());
    assertEquals(List.of(), list().files());
  }

  @Test
  void takesATicketOnce() throws Exception {
    FileTransfer transfer = storeTransfer();
    upload(transfer, form("files", "a", "text/plain", new byte[] {1}));

    HttpResponse<Buffer> again = upload(transfer, form("files", "a", "text/plain", new byte[] {1}));

    assertEquals(422, again.statusCode());
    assertEquals(1, list().files().size());
  }

  @Test
  void doesNotFindAFileThroughAnotherEntityOrProperty() throws Exception {
    String id = store("a", "text/plain", new byte[] {1});
    String other = UUID.randomUUID().toString();

    for (ReadFileRequest request :
        List.of(
            new ReadFileRequest("Teacher", other, "photo", id),
            new ReadFileRequest("Teacher", entity, "other", id),
            new ReadFileRequest("Student", entity, "photo", id),
            new ReadFileRequest("Teacher", entity, "photo", "../" + id))) {
      assertEquals(
          FailureKind.NOT_FOUND,
          failure(() -> request(FileOperations.READ_FILE, request, OWNER)).kind());
    }
  }

  @Test
  void checksWithTheRegistryWhoMayChange() {
    assertEquals(
        FailureKind.FORBIDDEN,
        failure(
                () ->
                    request(
                        FileOperations.STORE_FILES,
                        new StoreFilesRequest("Teacher", entity, "photo"),
                        Caller.NOBODY))
            .kind());
  }

  @Test
  void deletesTheFilesOfADeletedEntityOnceAndTakesNoMore() throws Exception {
    store("a", "text/plain", new byte[] {1});
    FileTransfer late = storeTransfer();
    Fact deleted =
        Facts.of(
            RegistryFacts.ENTITY_DELETED,
            entity,
            new EntityDeleted("Teacher", entity, 2, "owner"),
            Calls.byNobody());

    request(Fact.deliveryTo("file"), deleted, Caller.NOBODY);
    request(Fact.deliveryTo("file"), deleted, Caller.NOBODY);

    assertEquals(List.of(), list().files());
    assertEquals(422, upload(late, form("files", "b", "text/plain", new byte[] {2})).statusCode());
    assertEquals(List.of(), list().files());
  }

  private String store(String name, String type, byte[] content) throws Exception {
    HttpResponse<Buffer> answer = upload(storeTransfer(), form("files", name, type, content));
    assertEquals(200, answer.statusCode(), answer::bodyAsString);
    StoredFiles stored = Json.read(JsonBytes.of(answer.body().getBytes()), StoredFiles.class);
    String prefix = "Teacher/" + entity + "/photo/documents/";
    assertTrue(stored.documentLocations().get(0).startsWith(prefix));
    return stored.documentLocations().get(0).substring(prefix.length());
  }

  private FileTransfer storeTransfer() throws Exception {
    return request(
        FileOperations.STORE_FILES, new StoreFilesRequest("Teacher", entity, "photo"), OWNER);
  }

  private HttpResponse<Buffer> download(String id, Map<String, String> headers) throws Exception {
    FileTransfer transfer =
        request(
            FileOperations.READ_FILE,
            new ReadFileRequest("Teacher", entity, "photo", id),
            Caller.NOBODY);
    var request = http.getAbs(transfer.url());
    headers.forEach(request::putHeader);
    return await(request.send());
  }

  private FilesView list() throws Exception {
    return request(
        FileOperations.LIST_FILES, new ListFilesRequest("Teacher", entity, "photo"), OWNER);
  }

  private static HttpResponse<Buffer> upload(FileTransfer transfer, MultipartForm form)
      throws Exception {
    return await(http.postAbs(transfer.url()).multipartMixed(false).sendMultipartForm(form));
  }

  private static MultipartForm form(String part, String name, String type, byte[] content) {
    return MultipartForm.create().binaryFileUpload(part, name, Buffer.buffer(content), type);
  }

  private static <Q, R> R request(Operation<Q, R> operation, Q request, Caller caller) {
    return await(bus.request(operation, request, Calls.by(caller)));
  }

  private static Failure failure(org.junit.jupiter.api.function.Executable call) {
    return assertThrows(FailureException.class, call).failure();
  }

  private static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    new Random(Instant.EPOCH.getEpochSecond()).nextBytes(bytes);
    return bytes;
  }

  private static Map<String, String> settings() {
    Map<String, String> settings = TestServers.settings(TestServers.freshDatabase("file"));
    settings.putAll(TestServers.s3().settings());
    settings.put("LIMITS_FILE_BYTES", Integer.toString(LIMIT));
    return settings;
  }
}
