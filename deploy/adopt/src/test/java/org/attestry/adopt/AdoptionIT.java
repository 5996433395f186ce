package org.attestry.adopt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.minio.MakeBucketArgs;
import io.minio.MinioClient;
import io.minio.PutObjectArgs;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.attestry.adopt.suite.Reply;
import org.attestry.contracts.JsonBytes;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.servers.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dump, with the made export of its realm and some files, brought into a running suite. */
class AdoptionIT {

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String BUCKET = "issuance";
  private static final String STUDENT = "96e596f5-29a5-4891-8565-a27b95f55c4d";
  private static final String PHOTO =
      "Student/1-%s/photo/documents/0f0c2b52-6a4c-4a0e-9a3b-6d5b6f7a8c01-my_photo.png"
          .formatted(STUDENT);
  private static final int GENERATED = 1_500;

  @TempDir static Path folder;
  private static TestDatabase database;
  private static AdoptingSuite suite;
  private static int ran;
  private static int checked;
  private static List<String> differences;

  @BeforeAll
  static void adopt() throws Exception {
    database = SunbirdDump.restore();
    Files.writeString(folder.resolve("public.pem"), SunbirdDump.text("public.pem"));
    Files.writeString(folder.resolve("export.json"), MadeRealm.export().toString());
    assertEquals(0, execute("plan", List.of("--realm.export=" + folder.resolve("export.json"))));
    suite = AdoptingSuite.start(Files.readString(folder.resolve("realm.json")));
    storeFiles();
    ran = execute("run", List.of());
    checked = execute("check", List.of());
    differences = lines("check", "DIFFERENT");
  }

  @AfterAll
  static void stop() {
    if (suite != null) {
      suite.close();
    }
  }

  @Test
  void runBringsEverythingAndCheckFindsNoDifference() throws IOException {
    assertEquals(List.of(), lines("run", "REFUSED"));
    assertEquals(List.of(), differences);
    assertEquals(0, ran);
    assertEquals(0, checked);
  }

  @Test
  void ownersLogInWithTheirFormerPasswords() throws Exception {
    for (JsonNode user : SunbirdDump.json("keycloak-users.json")) {
      String name = user.path("username").asText();

      assertEquals(user.path("id").asText(), subject(token(name)), name);
    }
  }

  @Test
  void attestorGrantsAClaimThatWasOpen() throws Exception {
    Reply granted =
        send(
            "POST",
            "/api/v1/Institute/claims/d6e625d4-97a0-4d4b-b2b6-2da838f6fead/attest",
            token("8000000003"),
            "{\"action\": \"GRANT_CLAIM\", \"notes\": \"seen\"}");

    assertEquals("PUBLISHED", granted.json().at("/result/state").asText(), granted.failure());
  }

  @Test
  void ownerSendsAnAttestation() throws Exception {
    Reply sent =
        send(
            "POST",
            "/api/v1/send",
            token("9000000009"),
            """
            {"entityName": "Student", "entityId": "1-66b43625-2af1-4c71-ba51-3a18402987af",
             "name": "nameAttest"}
            """);

    assertTrue(sent.isOk(), sent.failure());
  }

  @Test
  void filesAreReadUnderTheirFormerNames() throws Exception {
    Reply read = send("GET", "/api/v1/" + PHOTO, token("9000000001"), null);

    assertEquals("photo", new String(read.body(), StandardCharsets.UTF_8));
  }

  @Test
  void aSecondRunBringsWhatHasChangedThereAndKeepsWhatHasChangedHere() throws Exception {
    String there = "58109cbe-3ab4-4205-9190-d87be9bf721e";
    String here = "1fea1a8e-575b-42be-b526-c5c55dfd2901";
    database.execute(
        "UPDATE public.\"V_Student\" SET \"yearOfAdmission\" = 1999 WHERE osid IN ('%s', '%s')"
            .formatted(there, here));
    Reply changed =
        send("PUT", "/api/v1/Student/%s/hostel".formatted(here), token("9000000013"), "false");
    assertTrue(changed.isOk(), changed.failure());

    int code = execute("run", List.of());

    assertEquals(1, code);
    assertTrue(lines("run", "CONFLICT").stream().anyMatch(line -> line.contains(here)));
    assertEquals(1, lines("run", "CONFLICT").size());
    String admin = adminToken();
    assertEquals(1999, year(there, admin));
    assertNotEquals(1999, year(here, admin));
  }

  @Test
  void aRunThatIsKilledGoesOn() throws Exception {
    TestDatabase many = SunbirdDump.restore();
    GeneratedStudents.insert(many, GENERATED);
    Path work = Files.createDirectories(folder.resolve("many"));
    List<String> options =
        new ArrayList<>(
            List.of(
                "--source.url=" + many.jdbcUrl(),
                "--source.user=" + many.role(),
                "--source.password=" + many.password(),
                "--keys.file=" + folder.resolve("public.pem"),
                "--run.folder=" + work,
                "--run.pageSize=50"));
    options.addAll(suite.options());
    Process killed = process("run", options);
    Eventually.isTrue(() -> pages(work) > 25);
    killed.destroyForcibly().waitFor();

    process("run", options).waitFor();
    String report = text(work.resolve("run.txt"));
    assertTrue(report.lines().noneMatch(line -> line.matches("REFUSED +\\tStudent.*")), report);
    assertTrue(report.lines().anyMatch(line -> line.startsWith("Lines:")), report);

    Reply count =
        send(
            "POST",
            "/api/v1/Student/search",
            adminToken(),
            "{\"filters\": {\"rollNumber\": {\"startsWith\": \"G-\"}}, \"count\": \"exact\"}");
    assertEquals(GENERATED, count.json().path("totalCount").asInt());
    process("check", options).waitFor();
    assertTrue(
        text(work.resolve("check.txt"))
            .lines()
            .noneMatch(line -> line.startsWith("DIFFERENT") && line.contains("does not have it")),
        text(work.resolve("check.txt")));
  }

  private static long pages(Path work) {
    Path journal = work.resolve("journal");
    return Files.exists(journal)
        ? text(journal).lines().filter(line -> line.startsWith("Student ")).count()
        : 0;
  }

  private static String text(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static Process process(String command, List<String> options) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "org.attestry.adopt.AdoptMain",
                command));
    words.addAll(options);
    return new ProcessBuilder(words)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(command + ".log").toFile())
        .start();
  }

  private static int execute(String command, List<String> further) {
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.addAll(
        List.of(
            "--source.url=" + database.jdbcUrl(),
            "--source.user=" + database.role(),
            "--source.password=" + database.password(),
            "--source.name=https://board.example.org",
            "--keys.file=" + folder.resolve("public.pem"),
            "--run.folder=" + folder));
    if (suite != null) {
      arguments.addAll(suite.options());
      Endpoints.S3 s3 = suite.endpoints().s3();
      arguments.addAll(
          List.of(
              "--files.endpoint=" + s3.endpoint(),
              "--files.bucket=" + BUCKET,
              "--files.accessKey=" + s3.accessKey(),
              "--files.secretKey=" + s3.secretKey()));
    }
    arguments.addAll(further);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int code =
        AdoptMain.run(
            arguments.toArray(String[]::new),
            Map.of(),
            new PrintStream(bytes, true, StandardCharsets.UTF_8));
    System.out.println(bytes.toString(StandardCharsets.UTF_8));
    return code;
  }

  private static List<String> lines(String command, String kind) throws IOException {
    return Files.readAllLines(folder.resolve(command + ".txt")).stream()
        .filter(line -> line.startsWith(kind))
        .toList();
  }

  /** Stores files as the former system does, in a bucket beside the suite's own. */
  private static void storeFiles() throws Exception {
    Endpoints.S3 s3 = suite.endpoints().s3();
    MinioClient client =
        MinioClient.builder()
            .endpoint(s3.endpoint())
            .credentials(s3.accessKey(), s3.secretKey())
            .build();
    client.makeBucket(MakeBucketArgs.builder().bucket(BUCKET).build());
    for (String key : List.of(PHOTO, PHOTO.replace("c01-my", "c02-other"))) {
      byte[] content = "photo".getBytes(StandardCharsets.UTF_8);
      client.putObject(
          PutObjectArgs.builder().bucket(BUCKET).object(key).contentType("image/png").stream(
                  new ByteArrayInputStream(content), (long) content.length, -1L)
              .build());
    }
  }

  private static int year(String id, String token) throws Exception {
    return send("GET", "/api/v1/Student/" + id, token, null).json().path("yearOfAdmission").asInt();
  }

  private static String token(String username) throws Exception {
    return requestToken(
        Map.of(
            "grant_type",
            "password",
            "client_id",
            "registry-frontend",
            "username",
            username,
            "password",
            MadeRealm.password(username)));
  }

  private static String adminToken() throws Exception {
    Endpoints.Client client =
        suite.endpoints().identity().clients().stream()
            .filter(each -> each.clientId().equals("admin-api"))
            .findFirst()
            .orElseThrow();
    return requestToken(
        Map.of(
            "grant_type", "client_credentials",
            "client_id", client.clientId(),
            "client_secret", client.secret()));
  }

  private static String requestToken(Map<String, String> fields) throws Exception {
    List<String> form = new ArrayList<>();
    fields.forEach(
        (name, value) -> form.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8)));
    HttpResponse<String> response =
        HTTP.send(
            HttpRequest.newBuilder(URI.create(suite.endpoints().identity().tokenEndpoint()))
                .header("content-type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(String.join("&", form)))
                .build(),
            BodyHandlers.ofString());
    assertEquals(200, response.statusCode(), response.body());
    return Json.read(JsonBytes.of(response.body())).path("access_token").asText();
  }

  private static String subject(String token) {
    byte[] claims = Base64.getUrlDecoder().decode(token.split("\\.")[1]);
    return Json.read(JsonBytes.of(claims)).path("sub").asText();
  }

  private static Reply send(String method, String path, String token, String json)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(suite.endpoints().gateway() + path))
            .header("authorization", "Bearer " + token)
            .method(method, json == null ? BodyPublishers.noBody() : BodyPublishers.ofString(json));
    if (json != null) {
      request.header("content-type", "application/json");
    }
    HttpResponse<byte[]> response = HTTP.send(request.build(), BodyHandlers.ofByteArray());
    return new Reply(response.statusCode(), response.body());
  }
}
