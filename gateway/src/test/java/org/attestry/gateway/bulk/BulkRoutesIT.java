package org.attestry.gateway.bulk;

import static org.attestry.contracts.registry.BulkOperations.EXPORT_ENTITIES;
import static org.attestry.contracts.registry.BulkOperations.IMPORT_ENTITIES;
import static org.attestry.contracts.registry.BulkOperations.READ_IMPORT;
import static org.attestry.contracts.registry.BulkOperations.READ_IMPORT_ERRORS;
import static org.attestry.contracts.registry.BulkOperations.START_IMPORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongUnaryOperator;
import java.util.zip.CRC32C;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.BulkOperations.CellForms;
import org.attestry.contracts.registry.BulkOperations.ExportEntitiesRequest;
import org.attestry.contracts.registry.BulkOperations.ExportedEntities;
import org.attestry.contracts.registry.BulkOperations.ImportEntitiesRequest;
import org.attestry.contracts.registry.BulkOperations.ImportErrorsView;
import org.attestry.contracts.registry.BulkOperations.ImportRow;
import org.attestry.contracts.registry.BulkOperations.ImportView;
import org.attestry.gateway.GatewayServer;
import org.attestry.gateway.RawClient;
import org.attestry.gateway.http.MediaTypes;
import org.attestry.gateway.serve.Logged;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BulkRoutesIT {

  private static final String ID = "0199d7f0-0000-7000-8000-000000000001";

  @AutoClose private static GatewayServer gateway;
  private static String token;

  private final List<ImportEntitiesRequest> batches = new CopyOnWriteArrayList<>();
  private long done;
  private long doneChecksum;

  @BeforeAll
  static void start() {
    gateway =
        new GatewayServer(
            Map.of("BULK_BATCH_ROWS", "3", "BULK_ROW_BYTES", "40", "BULK_WRONG_ROWS", "7"));
    token = gateway.identity().tokenOf("anna");
  }

  @BeforeEach
  void registry() {
    gateway.services().forget();
    gateway.services().handle(START_IMPORT, (request, context) -> answer(view("OPEN")));
    refuse(rows -> 0);
  }

  /** Has the registry refuse so many of the rows that were sent until now. */
  private void refuse(LongUnaryOperator refused) {
    gateway
        .services()
        .handle(
            IMPORT_ENTITIES,
            (request, context) -> {
              batches.add(request);
              take(request);
              String state = request.last() ? "COMPLETED" : "OPEN";
              return answer(view(state, refused.applyAsLong(done)));
            });
  }

  private void take(ImportEntitiesRequest request) {
    done = request.from() + request.rows().size();
    doneChecksum =
        request.rows().isEmpty() ? request.before() : request.rows().getLast().checksum();
  }

  @Test
  void rowsGoInBatchesAndEachKeepsItsLine() {
    HttpResponse<String> response =
        send(MediaTypes.NDJSON, "?id=" + ID, "{\"a\":1}\n\n {\"a\":2}\r\nnot json\n[1]\n\"é\"");

    assertEquals(200, response.statusCode(), response.body());
    assertEquals(ID, response.headers().firstValue("import-id").orElseThrow());
    JsonObject result = GatewayServer.json(response).getJsonObject("result");
    assertEquals(5, result.getInteger("rows"));
    assertEquals("COMPLETED", result.getString("state"));
    assertEquals("attestry.registry.import", GatewayServer.json(response).getString("id"));
    List<ImportRow> rows = batches.stream().flatMap(batch -> batch.rows().stream()).toList();
    assertEquals(List.of(1L, 3L, 4L, 5L, 6L), rows.stream().map(ImportRow::line).toList());
    assertEquals("{\"a\":2}", rows.get(1).value().text().strip());
    assertEquals("json", rows.get(2).problem().rule());
    assertTrue(rows.get(2).problem().message().startsWith("The row is not valid JSON"));
    assertEquals(List.of(0L, 3L), batches.stream().map(ImportEntitiesRequest::from).toList());
    assertEquals(List.of(false, true), batches.stream().map(ImportEntitiesRequest::last).toList());
  }

  @Test
  void csvRowsGoAsCellsUnderTheHeader() {
    String csv = "\uFEFFname,contact.city\r\n\"A, \"\"a\"\"\",\r\nB,\"\"\r\n\"C\"c,d\r\n";
    assertEquals(200, send("text/csv; charset=utf-8", "", csv).statusCode());

    assertEquals(List.of("name", "contact.city"), batches.get(0).columns());
    List<ImportRow> rows = batches.stream().flatMap(batch -> batch.rows().stream()).toList();
    assertEquals("[\"A, \\\"a\\\"\",null]", rows.get(0).value().text());
    assertEquals("[\"B\",\"\"]", rows.get(1).value().text());
    assertEquals("csv", rows.get(2).problem().rule());
    assertEquals(4, rows.get(2).line());
  }

  @ParameterizedTest
  @CsvSource({"iso-8859-1,415", "\"UTF-16\",200", "UTF-8,200", "us-ascii,200"})
  void csvIsInUtf8OrUtf16(String charset, int status) {
    assertEquals(status, send("text/csv;charset=" + charset, "", "name\r\nA\r\n").statusCode());
  }

  @Test
  void formsOfCellsGoWithEachBatch() {
    String query = "?undeclared=store&decimal=%2C&date=dd-MM-yyyy";
    assertEquals(200, send(MediaTypes.CSV, query, "a\n1\n2\n3\n4\n").statusCode());
    assertEquals(
        List.of(new CellForms(true, ",", "dd-MM-yyyy"), new CellForms(true, ",", "dd-MM-yyyy")),
        batches.stream().map(ImportEntitiesRequest::cells).toList());

    batches.clear();
    done = 0;
    assertEquals(200, send(MediaTypes.CSV, "", "a\n1\n").statusCode());
    assertEquals(new CellForms(false, null, null), batches.get(0).cells());
  }

  @ParameterizedTest
  @ValueSource(strings = {"undeclared=store", "decimal=%2C", "date=dd-MM-yyyy"})
  void formsOfCellsAreForCsv(String query) {
    HttpResponse<String> response = send(MediaTypes.NDJSON, "?" + query, "{}\n");
    assertEquals(400, response.statusCode());
    assertTrue(response.body().contains("is for text/csv"), response.body());
    assertEquals(400, send(MediaTypes.CSV, "?undeclared=refuse", "a\n1\n").statusCode());
  }

  @Test
  void rowThatIsTooLongOrNotUtf8IsRefusedAlone() {
    byte[] long1 = ("\"" + "x".repeat(100) + "\"\n").getBytes(StandardCharsets.UTF_8);
    byte[] latin1 = "\"\u00e9\"\n1\n".getBytes(StandardCharsets.ISO_8859_1);
    HttpResponse<String> response =
        gateway
            .request("POST", "/api/v1/Teacher/import")
            .token(token)
            .header("content-type", MediaTypes.NDJSON)
            .body(
                BodyPublishers.concat(
                    BodyPublishers.ofByteArray(long1), BodyPublishers.ofByteArray(latin1)))
            .send();
    assertEquals(200, response.statusCode());
    List<ImportRow> rows = batches.stream().flatMap(batch -> batch.rows().stream()).toList();
    assertEquals("too-large", rows.get(0).problem().rule());
    assertEquals("encoding", rows.get(1).problem().rule());
    assertEquals("1", rows.get(2).value().text());
  }

  @Test
  void continuedImportPassesOverWhatIsDoneAndSeesAnotherBody() {
    String body = "1\n2\n3\n4\n5\n";
    send(MediaTypes.NDJSON, "?id=" + ID, "1\n2\n");
    long checksum = doneChecksum;
    batches.clear();
    assertEquals(200, send(MediaTypes.NDJSON, "?id=" + ID, body).statusCode());
    assertEquals(2, batches.get(0).from());
    assertEquals("3", batches.get(0).rows().get(0).value().text());

    done = 2;
    doneChecksum = checksum;
    batches.clear();
    HttpResponse<String> other = send(MediaTypes.NDJSON, "?id=" + ID, "1\nx\n3\n");
    assertEquals(409, other.statusCode());
    assertTrue(other.body().contains("gateway.import.different"));
    HttpResponse<String> shorter = send(MediaTypes.NDJSON, "?id=" + ID, "1\n");
    assertEquals(409, shorter.statusCode());
    assertEquals(List.of(), batches);
  }

  @Test
  void rowsThatAnotherRequestSendsMeanwhileAreSkipped() {
    overtakeFirstBatch("1\n2\n3\n4\n5\n");
    assertEquals(200, send(MediaTypes.NDJSON, "", "1\n2\n3\n4\n5\n6\n7\n").statusCode());
    ImportEntitiesRequest next = batches.getLast();
    assertEquals(2, batches.size());
    assertEquals(5, next.from());
    assertEquals(checksum("1\n2\n3\n4\n5\n"), next.before());
    assertEquals(List.of("6", "7"), next.rows().stream().map(row -> row.value().text()).toList());
    assertTrue(next.last());
  }

  @Test
  void bodyThatDiffersFromWhatAnotherRequestSendsMeanwhileIsRefused() {
    String other = "1\n2\n3\n4\n5\n";
    for (String body : List.of("1\n2\n3\n4\nx\n6\n", "x\n2\n3\n4\n5\n6\n", "1\n2\n3\n4\n")) {
      batches.clear();
      overtakeFirstBatch(other);
      HttpResponse<String> refused = send(MediaTypes.NDJSON, "", body);
      assertEquals(409, refused.statusCode(), body);
      assertTrue(refused.body().contains("gateway.import.different"), refused.body());
      assertEquals(1, batches.size());
    }
  }

  @Test
  void bodyIsRefusedWhereAnotherOneIsStored() {
    overtakeFirstBatch("x\n2\n");
    HttpResponse<String> refused = send(MediaTypes.NDJSON, "", "1\n2\n");
    assertEquals(409, refused.statusCode());
    assertTrue(refused.body().contains("gateway.import.different"), refused.body());
  }

  /** Has another request, with a body of one character in each row, come before the first batch. */
  private void overtakeFirstBatch(String body) {
    done = 0;
    doneChecksum = 0;
    gateway
        .services()
        .handle(
            IMPORT_ENTITIES,
            (request, context) -> {
              batches.add(request);
              if (batches.size() == 1) {
                done = body.length() / 2;
                doneChecksum = checksum(body);
              } else {
                take(request);
              }
              return answer(view(request.last() ? "COMPLETED" : "OPEN"));
            });
  }

  private static long checksum(String text) {
    CRC32C checksum = new CRC32C();
    checksum.update(text.getBytes(StandardCharsets.UTF_8));
    return checksum.getValue();
  }

  @ParameterizedTest
  @EnumSource(
      value = FailureKind.class,
      names = {"UNAVAILABLE", "RATE_LIMITED"})
  void batchThatIsRefusedForNowIsRequestedAgain(FailureKind refusal) {
    AtomicInteger received = new AtomicInteger();
    gateway
        .services()
        .handle(
            IMPORT_ENTITIES,
            (request, context) -> {
              if (received.incrementAndGet() == 1) {
                return Future.failedFuture(FailureException.of(refusal, "x", "Not now."));
              }
              take(request);
              return answer(view("COMPLETED"));
            });
    assertEquals(200, send(MediaTypes.NDJSON, "", "1\n2\n").statusCode());
    assertEquals(2, received.get());
  }

  @Test
  void brokenBodyLeavesOutItsLastRowAndStaysOpen() throws Exception {
    try (var socket = new java.net.Socket("127.0.0.1", gateway.port())) {
      String head =
          "POST /api/v1/Teacher/import HTTP/1.1\r\nhost: x\r\nauthorization: Bearer %s\r\n"
                  .formatted(token)
              + "content-type: application/x-ndjson\r\ncontent-length: 1000\r\n\r\n";
      socket.getOutputStream().write((head + "1\n2\n3\n4").getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      org.attestry.testkit.Eventually.isTrue(() -> batches.size() == 1);
    }
    assertEquals(200, send(MediaTypes.NDJSON, "?id=" + ID, "1\n2\n3\n").statusCode());
    assertTrue(batches.get(0).rows().size() == 3 && !batches.get(0).last());
  }

  @Test
  void connectionOfARefusedBodyTakesTheNextRequest() throws Exception {
    String rest = ",a".repeat(300_000);
    String head =
        "POST /api/v1/Teacher/import HTTP/1.1\r\nhost: x\r\nauthorization: Bearer %s\r\n"
                .formatted(token)
            + "content-type: text/csv\r\ncontent-length: %d\r\n\r\n".formatted(rest.length() + 4);
    try (RawClient client = new RawClient(gateway.port())) {
      client.write(head + "\u00ff\u00fe,\n" + rest);
      client.readUntil("HTTP/1.1 400");
      client.write("GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n");
      client.readUntil("HTTP/1.1 404");
    }
  }

  @Test
  void nothingRightIsAFailureThatShowsTheCounts() {
    refuse(rows -> rows);
    HttpResponse<String> response = send(MediaTypes.NDJSON, "", "1\n2\n");
    assertEquals(400, response.statusCode());
    JsonObject json = GatewayServer.json(response);
    assertEquals("registry.import.nothing-right", json.getJsonObject("params").getString("err"));
    assertEquals(2, json.getJsonObject("result").getInteger("refused"));
    assertEquals(
        "/api/v1/Teacher/import/" + ID + "/errors",
        json.getJsonObject("result").getString("errors"));
  }

  @Test
  void endsWhereNoneOfManyRowsIsRight() {
    refuse(rows -> rows);
    HttpResponse<String> response = send(MediaTypes.NDJSON, "", "1\n".repeat(300_000));
    assertEquals(400, response.statusCode());
    JsonObject json = GatewayServer.json(response);
    assertEquals(9, json.getJsonObject("result").getInteger("rows"));
    assertEquals("OPEN", json.getJsonObject("result").getString("state"));
    String message = json.getJsonObject("params").getString("errmsg");
    assertTrue(message.startsWith("None of the first 9 rows is right, and no more were"), message);
    assertEquals(3, batches.size());
  }

  @Test
  void oneRightRowIsEnoughForTheRestToBeRead() {
    refuse(rows -> rows - 1);
    HttpResponse<String> response = send(MediaTypes.NDJSON, "", "1\n".repeat(30));
    assertEquals(200, response.statusCode());
    JsonObject result = GatewayServer.json(response).getJsonObject("result");
    assertEquals(29, result.getInteger("refused"));
    assertEquals(30, result.getInteger("rows"));
  }

  @Test
  void refusesOtherBodiesAndACsvWithoutHeader() {
    assertEquals(415, send("application/json", "", "[]").statusCode());
    assertEquals(400, send(MediaTypes.CSV, "", "").statusCode());
    assertEquals(400, send(MediaTypes.NDJSON, "?dryRun=yes", "1\n").statusCode());
  }

  @Test
  void refusesTwoIdsOfOneImport() {
    HttpResponse<String> response =
        gateway
            .request("POST", "/api/v1/Teacher/import?id=" + ID)
            .token(token)
            .header("content-type", MediaTypes.NDJSON)
            .header("import-id", ID.replace("1", "2"))
            .body(BodyPublishers.ofString("1\n"))
            .send();
    assertEquals(400, response.statusCode());
    assertTrue(response.body().contains("different imports"), response.body());
    assertEquals(0, gateway.services().requestCount());
  }

  @Test
  void showsAnImportAndItsErrors() {
    gateway.services().answer(READ_IMPORT, view("OPEN"));
    HttpResponse<String> read = gateway.get("/api/v1/Teacher/import/" + ID, token);
    assertEquals("OPEN", GatewayServer.json(read).getString("state"));
    gateway
        .services()
        .handle(
            READ_IMPORT_ERRORS,
            (request, context) -> {
              boolean first = request.after() == null;
              long row = first ? 1 : 2;
              return answer(
                  new ImportErrorsView(
                      List.of(new ImportErrorsView.Error(row, row + 1, "/a", "type", "No, \"x\".")),
                      first ? "1.0" : null));
            });
    String path = "/api/v1/Teacher/import/" + ID + "/errors";
    HttpResponse<String> lines = gateway.get(path, token);
    assertEquals(MediaTypes.NDJSON, lines.headers().firstValue("content-type").orElseThrow());
    assertEquals(
        "{\"row\":1,\"line\":2,\"pointer\":\"/a\",\"rule\":\"type\",\"message\":\"No,"
            + " \\\"x\\\".\"}",
        lines.body().lines().findFirst().orElseThrow());
    assertEquals(2, lines.body().lines().count());
    HttpResponse<String> csv = gateway.get(path + "?format=csv", token);
    assertEquals(
        "\"2\",\"3\",\"/a\",\"type\",\"No, \"\"x\"\".\"", csv.body().lines().toList().get(2));
  }

  @Test
  void exportEndsCleanlyOnlyWhenItIsWhole() throws IOException {
    List<ExportEntitiesRequest> received = new ArrayList<>();
    gateway
        .services()
        .handle(
            EXPORT_ENTITIES,
            (request, context) -> {
              received.add(request);
              return request.cursor() == null
                  ? answer(page("{\"n\":1}", "next"))
                  : answer(page("{\"n\":2}", null));
            });
    HttpResponse<String> whole = gateway.get("/api/v1/Teacher/export?systemFields=false", token);
    assertEquals("{\"n\":1}\n{\"n\":2}\n", whole.body());
    assertEquals(
        "attachment; filename=\"Teacher.ndjson\"",
        whole.headers().firstValue("content-disposition").orElseThrow());
    assertEquals(false, received.get(0).systemFields());

    gateway
        .services()
        .handle(
            EXPORT_ENTITIES,
            (request, context) ->
                request.cursor() == null
                    ? answer(page("{\"n\":1}", "next"))
                    : Future.failedFuture(
                        FailureException.of(FailureKind.INTERNAL, "x", "It broke.")));
    HttpResponse<InputStream> broken =
        gateway
            .request("GET", "/api/v1/Teacher/export")
            .token(token)
            .send(HttpResponse.BodyHandlers.ofInputStream());
    assertEquals(200, broken.statusCode());
    assertThrows(IOException.class, () -> broken.body().readAllBytes());

    gateway
        .services()
        .handle(
            EXPORT_ENTITIES,
            (request, context) ->
                Future.failedFuture(FailureException.of(FailureKind.FORBIDDEN, "x", "Not you.")));
    assertEquals(403, gateway.get("/api/v1/Teacher/export", token).statusCode());
  }

  @Test
  void aClientThatGoesAwayDuringAnExportIsNoFault() throws Exception {
    List<String> logged = new CopyOnWriteArrayList<>();
    String row = "\"%s\"".formatted("x".repeat(100_000));
    try (GatewayServer own = new GatewayServer(Map.of("BULK_TRANSFERS", "2"))) {
      String bearer = own.identity().tokenOf("anna");
      String export =
          "GET /api/v1/Teacher/export HTTP/1.1\r\nhost: x\r\nauthorization: Bearer %s\r\n\r\n"
              .formatted(bearer);
      Logged.during(
          logged,
          () -> {
            for (int i = 0; i < 10; i++) {
              own.services().handle(EXPORT_ENTITIES, (request, call) -> answer(page(row, "next")));
              try (RawClient client = new RawClient(own.port())) {
                client.write(export).readUntil("xxx");
              }
              own.services().handle(EXPORT_ENTITIES, (request, call) -> answer(page(row, null)));
              Eventually.isTrue(
                  () -> own.get("/api/v1/Teacher/export", bearer).statusCode() == 200);
            }
            return null;
          });
    }
    assertEquals(List.of(), logged.stream().filter(line -> line.startsWith("ERROR")).toList());
  }

  @Test
  void exportAsCsvHasAHeaderAndExactCells() {
    gateway
        .services()
        .answer(
            EXPORT_ENTITIES,
            new ExportedEntities(
                List.of("name", "note"),
                List.of(JsonBytes.of("[\"a\\nb\",null]"), JsonBytes.of("[\"\",\"x\"]")),
                null));
    HttpResponse<String> response =
        gateway
            .request("GET", "/api/v1/Teacher/export")
            .token(token)
            .header("accept", "text/csv")
            .send();
    assertEquals(
        "text/csv; charset=utf-8", response.headers().firstValue("content-type").orElseThrow());
    assertEquals("\"name\",\"note\"\r\n\"a\nb\",\r\n\"\",\"x\"\r\n", response.body());
  }

  private HttpResponse<String> send(String contentType, String query, String body) {
    return gateway
        .request("POST", "/api/v1/Teacher/import" + query)
        .token(token)
        .header("content-type", contentType)
        .body(BodyPublishers.ofString(body))
        .send();
  }

  private ImportView view(String state) {
    return view(state, 0);
  }

  private ImportView view(String state, long refused) {
    return new ImportView(
        ID,
        "Teacher",
        state,
        false,
        null,
        done,
        done - refused,
        0,
        refused,
        doneChecksum,
        Instant.EPOCH,
        Instant.EPOCH);
  }

  private static ExportedEntities page(String row, String next) {
    return new ExportedEntities(null, List.of(JsonBytes.of(row)), next);
  }

  private static <T> Future<T> answer(T reply) {
    return Future.succeededFuture(reply);
  }
}
