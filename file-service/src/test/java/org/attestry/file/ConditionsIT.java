package org.attestry.file;

import static org.attestry.file.FileServer.bytes;
import static org.attestry.file.FileServer.failure;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.multipart.MultipartForm;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.file.FileOperations;
import org.attestry.contracts.file.FileOperations.DeleteFileRequest;
import org.attestry.contracts.file.FileOperations.ListFilesRequest;
import org.attestry.contracts.file.FileOperations.ReplaceFileRequest;
import org.attestry.contracts.file.FileOperations.StoreFilesRequest;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Conditions of requests (RFC 9110 sections 13 and 14), and names that are none. */
class ConditionsIT {

  private static final String OTHER = "\"other\"";

  private static FileServer server;

  private final String entity = UUID.randomUUID().toString();
  private final byte[] content = bytes(1_000);

  @BeforeAll
  static void start() {
    server = new FileServer(Map.of("LIMITS_FILES_PER_PROPERTY", "3"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void honoursIfNoneMatchWithListsAndWeakTags() {
    String id = server.store(entity, content);
    String etag = get(id, Map.of()).getHeader("etag");

    for (String known : List.of(etag, "W/" + etag, OTHER + " , W/" + etag, "*")) {
      assertEquals(304, get(id, Map.of("if-none-match", known)).statusCode(), known);
    }
    for (String known : List.of(OTHER, "nonsense", "W/" + OTHER, "")) {
      assertEquals(200, get(id, Map.of("if-none-match", known)).statusCode(), known);
    }
  }

  @Test
  void honoursIfMatchWhenReadingReplacingAndDeleting() {
    String id = server.store(entity, content);
    String etag = get(id, Map.of()).getHeader("etag");

    assertEquals(200, get(id, Map.of("if-match", OTHER + "," + etag)).statusCode());
    assertEquals(FailureKind.STALE, failure(get(id, Map.of("if-match", OTHER))).kind());
    assertEquals(FailureKind.STALE, failure(get(id, Map.of("if-match", "W/" + etag))).kind());
    assertEquals(FailureKind.STALE, refusal(() -> replacement(id, OTHER)));
    assertEquals(FailureKind.STALE, refusal(() -> delete(id, OTHER)));

    String first = replacement(id, etag);
    String second = replacement(id, etag);
    assertEquals(200, replace(first, "new").statusCode());
    assertEquals(FailureKind.STALE, failure(replace(second, "lost")).kind());
    assertEquals("new", get(id, Map.of()).bodyAsString());
    delete(id, "*");
  }

  @Test
  void sendsRangesOfTheFileThatIfRangeNames() {
    String id = server.store(entity, content);
    String etag = get(id, Map.of()).getHeader("etag");
    Map<String, String> range = Map.of("range", "bytes=0-9");

    assertEquals(206, get(id, range).statusCode());
    assertEquals(206, get(id, Map.of("range", "bytes=0-9", "if-range", etag)).statusCode());
    for (String other : List.of(OTHER, "W/" + etag, "Sat, 29 Oct 1994 19:43:31 GMT")) {
      assertEquals(200, get(id, Map.of("range", "bytes=0-9", "if-range", other)).statusCode());
    }
    assertEquals(200, get(id, Map.of("range", "bytes=0-1,5-6")).statusCode());
  }

  @Test
  void respondsToHeadAsToGetWithoutTheContent() {
    String id = server.store(entity, content);

    HttpResponse<Buffer> head = await(server.head(server.downloadTicket(entity, id)).send());

    assertEquals(200, head.statusCode());
    assertEquals("1000", head.getHeader("content-length"));
    assertEquals(get(id, Map.of()).getHeader("etag"), head.getHeader("etag"));
  }

  @Test
  void refusesPropertyNamesThatAreNone() {
    for (String name :
        List.of("../../x", "a/b", "a\\b", "..", ".", "", "a\u0000", "x".repeat(256))) {
      var request = new StoreFilesRequest("Teacher", entity, name);
      assertEquals(
          FailureKind.INVALID, refusal(() -> server.request(FileOperations.STORE_FILES, request)));
    }
    assertEquals(
        FailureKind.NOT_FOUND,
        refusal(
            () ->
                server.request(
                    FileOperations.LIST_FILES, new ListFilesRequest("../x", entity, "photo"))));
  }

  @Test
  void locationsAreOfOneSegmentForEachName() {
    var request = new StoreFilesRequest("Teacher", entity, "größe in %2f");
    String url = server.request(FileOperations.STORE_FILES, request).url();

    String location =
        FileServer.stored(server.upload(url, FileServer.form("a", content)))
            .documentLocations()
            .getFirst();

    String prefix = "Teacher/" + entity + "/gr%C3%B6%C3%9Fe%20in%20%252f/documents/";
    assertEquals(prefix, location.substring(0, location.lastIndexOf('/') + 1));
  }

  @Test
  void aPropertyHasAsManyFilesAsItMay() {
    server.store(entity, content);
    server.store(entity, content);
    MultipartForm two = FileServer.form("c", content);
    two.binaryFileUpload("files", "d", Buffer.buffer("d"), "text/plain");

    assertEquals(
        FailureKind.CONFLICT, failure(server.upload(server.uploadTicket(entity), two)).kind());
    assertEquals(2, server.list(entity).files().size());
  }

  @Test
  void anEntityHasAsManyFilesAsItMayWhateverItsPropertiesAreCalled() {
    for (int i = 0; i < 30; i++) {
      assertEquals(200, upload("property" + i).statusCode());
    }
    assertEquals(FailureKind.CONFLICT, failure(upload("another")).kind());
  }

  private HttpResponse<Buffer> upload(String property) {
    var request = new StoreFilesRequest("Teacher", entity, property);
    String url = server.request(FileOperations.STORE_FILES, request).url();
    return server.upload(url, FileServer.form("a", content));
  }

  @Test
  void aFileThatIsReplacedWhileItIsReadIsSentAsItIsNow() {
    server.store(entity, content);
    List<String> others = BucketKeys.of(server);
    String id = server.store(entity, content);
    List<String> stored = keysBeside(others);
    String etag = get(id, Map.of()).getHeader("etag");
    String read = server.downloadTicket(entity, id);
    String readOld = server.downloadTicket(entity, id);
    assertEquals(200, replace(replacement(id, etag), "new").statusCode());
    awaitRemoval(stored);

    HttpResponse<Buffer> answer = await(server.get(read).send());

    assertEquals("new", answer.bodyAsString());
    assertEquals(List.of("3"), answer.headers().getAll("content-length"));
    assertEquals(
        FailureKind.STALE,
        failure(await(server.get(readOld).putHeader("if-match", etag).send())).kind());
  }

  @Test
  void aFileThatIsDeletedWhileItIsReadIsNotFound() {
    server.store(entity, content);
    List<String> others = BucketKeys.of(server);
    String id = server.store(entity, content);
    List<String> stored = keysBeside(others);
    String read = server.downloadTicket(entity, id);
    delete(id, "*");
    awaitRemoval(stored);

    assertEquals(FailureKind.NOT_FOUND, failure(await(server.get(read).send())).kind());
  }

  private static List<String> keysBeside(List<String> others) {
    return BucketKeys.of(server).stream().filter(key -> !others.contains(key)).toList();
  }

  private static void awaitRemoval(List<String> keys) {
    assertEquals(1, keys.size());
    Eventually.isTrue(() -> Collections.disjoint(BucketKeys.of(server), keys));
  }

  private static HttpResponse<Buffer> replace(String url, String content) {
    MultipartForm form =
        MultipartForm.create()
            .binaryFileUpload("file", "b", Buffer.buffer(content), "application/octet-stream");
    return server.upload(url, form);
  }

  private String replacement(String id, String ifMatch) {
    var request = new ReplaceFileRequest("Teacher", entity, "photo", id, ifMatch);
    return server.request(FileOperations.REPLACE_FILE, request).url();
  }

  private void delete(String id, String ifMatch) {
    var request = new DeleteFileRequest("Teacher", entity, "photo", id, ifMatch);
    server.request(FileOperations.DELETE_FILE, request);
  }

  private HttpResponse<Buffer> get(String id, Map<String, String> headers) {
    var request = server.get(server.downloadTicket(entity, id));
    headers.forEach(request::putHeader);
    return await(request.send());
  }

  private static FailureKind refusal(org.junit.jupiter.api.function.Executable call) {
    return assertThrows(FailureException.class, call).failure().kind();
  }
}
