package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Thousands of entities at once, in and out. */
class BulkAcceptanceTest {

  private static final String NDJSON = "application/x-ndjson";
  private static final String CSV = "text/csv";
  private static final int ROWS = 3_000;

  private static Endpoints suite;
  private static String adminToken;
  private static Client admin;

  @BeforeAll
  static void start() {
    suite = RunningSuite.shared();
    adminToken = new IdentityProvider(suite).clientCredentials().get("access_token").textValue();
    admin = Client.withToken(suite, adminToken);
  }

  @Test
  void storesEveryGoodRowAndNamesEveryBadOne() {
    String type = publish();
    List<String> expected = new ArrayList<>();
    StringBuilder body = new StringBuilder();
    for (int row = 1; row <= ROWS; row++) {
      body.append(row % 100 == 0 ? bad(row, expected) : good(row)).append('\n');
    }

    JsonNode dry = imported(type, "?dryRun=true", NDJSON, body.toString());
    assertEquals(List.of(ROWS, ROWS - 30, 0, 30), counts(dry));
    assertEquals(expected, errors(dry));
    assertEquals(0, found(type));

    JsonNode done = imported(type, "", NDJSON, body.toString());
    assertEquals(List.of(ROWS, ROWS - 30, 0, 30), counts(done));
    assertEquals("COMPLETED", done.get("state").textValue());
    assertEquals(expected, errors(done));
    assertEquals(ROWS - 30, found(type));
    Answer csv = admin.get(done.get("errors").textValue() + "?format=csv").status(200);
    assertEquals(31, new String(csv.http().body(), StandardCharsets.UTF_8).lines().count());
  }

  @Test
  void brokenImportGoesOnWithoutLosingOrRepeatingARow() throws Exception {
    String type = publish();
    String id = UUID.randomUUID().toString();
    StringBuilder body = new StringBuilder();
    for (int row = 1; row <= ROWS; row++) {
      body.append(good(row)).append('\n');
    }
    String path = "/api/v1/" + type + "/import";
    breakOff(path, id, body.toString().getBytes(StandardCharsets.UTF_8));
    JsonNode broken =
        Eventually.until(
            () -> admin.get(path + "/" + id).status(200).json(),
            run -> run.get("rows").longValue() >= 500);
    assertEquals("OPEN", broken.get("state").textValue());
    assertTrue(broken.get("rows").longValue() < ROWS);

    JsonNode done = imported(type, "?id=" + id, NDJSON, body.toString());
    assertEquals(List.of(ROWS, ROWS, 0, 0), counts(done));
    assertEquals(ROWS, found(type));
    Set<String> emails = new HashSet<>();
    for (JsonNode entity : lines(admin.get("/api/v1/" + type + "/export"))) {
      assertTrue(emails.add(entity.get("email").textValue()));
    }
    assertEquals(ROWS, emails.size());
    JsonNode again = imported(type, "?id=" + id, NDJSON, body.toString());
    assertEquals(counts(done), counts(again));
    assertEquals(ROWS, found(type));
    Answer other =
        admin.post(path + "?id=" + id, NDJSON, (good(9) + "\n").getBytes(StandardCharsets.UTF_8));
    other.failed(409, "gateway.import.different");
  }

  @Test
  void ofTwoFilesUnderOneIdAtOnceOneIsStoredAndTheOtherRefused() {
    for (int rows : List.of(3, 1_200)) {
      String type = publish();
      String path = "/api/v1/" + type + "/import?id=" + UUID.randomUUID();
      byte[] one = file(1, rows);
      byte[] other = file(1 + rows, rows);
      CompletableFuture<Answer> first =
          CompletableFuture.supplyAsync(() -> admin.post(path, NDJSON, one));
      Answer second = admin.post(path, NDJSON, other);

      boolean firstIsStored = first.join().http().statusCode() == 200;
      Answer stored = firstIsStored ? first.join() : second;
      assertEquals(List.of(rows, rows, 0, 0), counts(stored.succeeded("registry.import").result()));
      (firstIsStored ? second : first.join()).failed(409, "gateway.import.different");
      Set<String> emails = new HashSet<>();
      lines(admin.get("/api/v1/" + type + "/export"))
          .forEach(entity -> emails.add(entity.get("email").textValue()));
      assertEquals(rows, emails.size());
      int from = firstIsStored ? 1 : 1 + rows;
      assertTrue(emails.contains("n%d@example.org".formatted(from)));
      assertTrue(emails.contains("n%d@example.org".formatted(from + rows - 1)));
      admin.post(path, NDJSON, firstIsStored ? one : other).succeeded("registry.import");
      admin.post(path, NDJSON, firstIsStored ? other : one).failed(409, "gateway.import.different");
    }
  }

  private static byte[] file(int from, int rows) {
    return IntStream.range(from, from + rows)
        .mapToObj(row -> good(row) + "\n")
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void importIdThatNoHeaderCouldHoldIsRefused() {
    String type = publish();
    importUnder(type, "%00").failed(400, "gateway.query");
    for (String id : List.of("%0A%0A", "%0D%0Ax-injected:%201", "1")) {
      importUnder(type, id).failed(400, "registry.import.id");
    }
  }

  private Answer importUnder(String type, String id) {
    byte[] row = good(1).getBytes(StandardCharsets.UTF_8);
    return admin.post("/api/v1/" + type + "/import?id=" + id, NDJSON, row);
  }

  @Test
  void upsertReplacesByItsField() {
    String type = publish();
    imported(type, "", NDJSON, good(1) + "\n" + good(2) + "\n");
    String changed = good(2).replace("Name 2", "Changed");
    JsonNode done = imported(type, "?upsert=email", NDJSON, changed + "\n" + good(3) + "\n");
    assertEquals(List.of(2, 1, 1, 0), counts(done));
    List<String> names = new ArrayList<>();
    lines(admin.get("/api/v1/" + type + "/export"))
        .forEach(entity -> names.add(entity.get("name").textValue()));
    assertEquals(List.of("Name 1", "Changed", "Name 3"), names);
  }

  @Test
  void exportedCsvIsImportedAsTheSameEntities() {
    String type = publish();
    List<String> entities =
        List.of(
            "{\"name\":\"A, \\\"a\\\"\\n\",\"email\":\"a@example.org\",\"age\":1.50}",
            "{\"name\":\"\",\"email\":\"b@example.org\",\"tags\":[\"1\",\"x,y\"],"
                + "\"address\":{\"city\":\"Köln\"}}");
    imported(type, "", NDJSON, String.join("\n", entities));
    String export = "/export?format=csv&systemFields=false";
    Answer csv = admin.get("/api/v1/" + type + export).status(200);
    String copy = publish();
    Answer done = admin.post("/api/v1/" + copy + "/import", CSV, csv.http().body());
    done.succeeded("registry.import");
    assertEquals(
        lines(admin.get("/api/v1/" + type + "/export?systemFields=false")),
        lines(admin.get("/api/v1/" + copy + "/export?systemFields=false")));
    assertEquals(
        entities.stream().map(Json::read).toList(),
        lines(admin.get("/api/v1/" + copy + "/export?systemFields=false")));
  }

  @Test
  void spreadsheetOfAnotherLanguageIsImportedAsItIs() {
    String type = publish();
    String rows =
        """
        ;;;
        NAME;email;age;address.city

        Anna;a@example.org;1.234,50;Ulm
        ;;;
        007;b@example.org;;
        Carl;a@example.org;TRUE;
        "";"";"";""
        Dora;a@example.org;7;Köln
        """
            .replace("\n", "\r\n");
    String query = "?decimal=%2C";
    byte[] sheet = ("\uFEFF" + rows).getBytes(StandardCharsets.UTF_16LE);
    Answer refused = admin.post("/api/v1/" + type + "/import" + query, CSV, sheet);
    refused.failed(400, "registry.import.undeclared");
    assertTrue(text(refused).contains("write 'name'"), text(refused));

    byte[] right = ("\uFEFF" + rows.replace("NAME", "name")).getBytes(StandardCharsets.UTF_16LE);
    JsonNode done =
        admin
            .post("/api/v1/" + type + "/import" + query, CSV, right)
            .succeeded("registry.import")
            .result();

    assertEquals(List.of(4, 2, 0, 2), counts(done));
    List<JsonNode> stored = lines(admin.get("/api/v1/" + type + "/export?systemFields=false"));
    assertEquals("1234.50", stored.get(0).get("age").decimalValue().toPlainString());
    assertEquals("007", stored.get(1).get("name").textValue());
    List<JsonNode> errors = lines(admin.get(done.get("errors").textValue()));
    assertEquals(3, errors.get(0).get("row").intValue());
    assertTrue(errors.get(0).get("message").textValue().contains("Write a number as 1.234,50"));
    assertEquals(
        "Row 1 has the same email; it must be unique.", errors.get(1).get("message").textValue());
    assertEquals(9, errors.get(1).get("line").intValue());
    byte[] workbook = "PK\u0003\u0004".getBytes(StandardCharsets.US_ASCII);
    Answer xlsx = admin.post("/api/v1/" + type + "/import", CSV, workbook);
    xlsx.failed(400, "gateway.import.format");
    assertTrue(text(xlsx).contains("XLSX"), text(xlsx));
  }

  @Test
  void hiddenFieldsAreInNoExportOfThoseWhoMayNotSeeThem() {
    String type = publish();
    imported(type, "", NDJSON, good(1) + "\n");
    Client nobody = Client.withoutToken(suite);
    for (String format : List.of("ndjson", "csv")) {
      String path = "/api/v1/" + type + "/export?format=" + format;
      assertFalse(text(nobody.get(path).status(200)).contains("phone"));
      assertTrue(text(admin.get(path).status(200)).contains("phone"));
    }
    nobody
        .post("/api/v1/" + type + "/import", NDJSON, good(2).getBytes(StandardCharsets.UTF_8))
        .failed(401, "registry.access.token-required");
  }

  private static String good(int row) {
    return "{\"name\":\"Name %1$d\",\"email\":\"n%1$d@example.org\",\"phone\":\"%1$d\"}"
        .formatted(row);
  }

  private static String bad(int row, List<String> expected) {
    return switch (row / 100 % 3) {
      case 0 -> {
        expected.add(row + " /email unique");
        yield good(row - 1);
      }
      case 1 -> {
        expected.add(row + " /age type");
        yield "{\"name\":\"N\",\"email\":\"n%d@example.org\",\"age\":\"old\"}".formatted(row);
      }
      default -> {
        expected.add(row + "  json");
        yield "{\"name\": no JSON";
      }
    };
  }

  private static String publish() {
    String name = "Bulk" + UUID.randomUUID().toString().substring(0, 8);
    String document =
        """
        {"$schema": "http://json-schema.org/draft-07/schema", "type": "object", "title": "%1$s",
         "properties": {"%1$s": {"$ref": "#/definitions/%1$s"}}, "required": ["%1$s"],
         "definitions": {"%1$s": {"type": "object", "required": ["name"],
           "additionalProperties": false,
           "properties": {"name": {"type": "string"}, "email": {"type": "string"},
             "phone": {"type": "string"}, "age": {"type": "number"},
             "tags": {"type": "array", "items": {"type": "string"}},
             "address": {"type": "object", "properties": {"city": {"type": "string"}}}},
           "_osConfig": {"roles": ["anonymous"], "privateFields": ["phone"],
             "uniqueIndexFields": ["email"]}}}}
        """
            .formatted(name);
    Map<String, String> schema = Map.of("name", name, "schema", document, "status", "PUBLISHED");
    admin.post("/api/v1/Schema", Json.write(schema).text()).status(200);
    return name;
  }

  private static JsonNode imported(String type, String query, String contentType, String body) {
    return admin
        .post(
            "/api/v1/" + type + "/import" + query,
            contentType,
            body.getBytes(StandardCharsets.UTF_8))
        .succeeded("registry.import")
        .result();
  }

  /** Announces all of a body and sends two thirds of it. */
  private static void breakOff(String path, String id, byte[] body) throws IOException {
    URI gateway = URI.create(suite.gateway());
    try (Socket socket = new Socket(gateway.getHost(), gateway.getPort())) {
      String head =
          "POST %s HTTP/1.1\r\nhost: gateway\r\nauthorization: Bearer %s\r\nimport-id: %s\r\n"
                  .formatted(path, adminToken, id)
              + "content-type: application/x-ndjson\r\ncontent-length: %d\r\n\r\n"
                  .formatted(body.length);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().write(body, 0, body.length * 2 / 3);
      socket.getOutputStream().flush();
      Eventually.until(
          () -> admin.get(path + "/" + id),
          run -> run.http().statusCode() == 200 && run.json().get("rows").longValue() >= 500);
    }
  }

  private static List<Integer> counts(JsonNode run) {
    return List.of("rows", "created", "replaced", "refused").stream()
        .map(name -> run.get(name).intValue())
        .toList();
  }

  private static List<String> errors(JsonNode run) {
    return lines(admin.get(run.get("errors").textValue())).stream()
        .map(
            error -> {
              assertEquals(error.get("row").intValue(), error.get("line").intValue());
              assertFalse(error.get("message").textValue().isBlank());
              return "%d %s %s"
                  .formatted(
                      error.get("row").intValue(),
                      error.get("pointer").textValue(),
                      error.get("rule").textValue());
            })
        .toList();
  }

  private static long found(String type) {
    return admin
        .post("/api/v1/" + type + "/search", "{\"filters\": {}, \"limit\": 1}")
        .status(200)
        .json()
        .get("totalCount")
        .longValue();
  }

  private static List<JsonNode> lines(Answer answer) {
    return text(answer.status(200)).lines().map(Json::read).toList();
  }

  private static String text(Answer answer) {
    return new String(answer.http().body(), StandardCharsets.UTF_8);
  }
}
