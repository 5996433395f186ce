package org.attestry.file;

import static org.attestry.file.FileServer.bytes;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.client.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is sent as a form is stored or refused, and never a failure of ours. */
class HostileFormsIT {

  private static final int FORMS = 1_000;
  private static final String TYPE = "multipart/form-data; boundary=XYZ";
  private static final Set<FailureKind> REFUSALS =
      Set.of(FailureKind.INVALID, FailureKind.TOO_LARGE);

  private static FileServer server;

  private final String entity = UUID.randomUUID().toString();

  @BeforeAll
  static void start() {
    server =
        new FileServer(Map.of("LIMITS_FILE_BYTES", "100000", "LIMITS_FILES_PER_PROPERTY", "10000"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Type: nonsense",
        "Content-Type: a/b c/d",
        "Content-Type: text/plain\r\nContent-Transfer-Encoding: base64",
        "X: \u0000",
      })
  void refusesPartHeadersThatAreNone(String header) {
    assertRefused(TYPE, part("filename=\"a\"\r\n" + header, "content"));
  }

  @Test
  void refusesNamesThatAreNone() {
    assertRefused(TYPE, part("filename=\"a\u0000b\"", "content"));
    assertRefused(TYPE, part("filename=\"" + "n".repeat(5_000) + "\"", "content"));
    assertRefused(TYPE, part("filename*=klingon''x", "content"));
    assertRefused(TYPE, part("filename=\"\"", "content"));
  }

  @Test
  void storesFilesOfAnyCharsetAsTheyAre() {
    Buffer form =
        part("filename=\"a\"; filename*=x''y\r\nContent-Type: text/plain; charset=utf-7", "a");

    assertEquals(200, send(TYPE, form).statusCode());
  }

  @Test
  void refusesFormsOfManyFieldsLargeFieldsAndLargeHeaders() {
    String field = "--XYZ\r\nContent-Disposition: form-data; name=a\r\n\r\nb\r\n";
    assertRefused(TYPE, Buffer.buffer(field.repeat(2_000) + "--XYZ--"));
    assertRefused(TYPE, part("x=y", "f".repeat(5 << 20)));
    assertRefused(TYPE, part("filename=a\r\nX: " + "h".repeat(1 << 20), "content"));
  }

  @Test
  void refusesBoundariesThatAreNone() {
    assertRefused("multipart/form-data; boundary=" + "b".repeat(10_000), Buffer.buffer("x"));
    assertRefused("multipart/form-data", Buffer.buffer("x"));
    assertRefused(TYPE, Buffer.buffer("no boundary in it"));
    assertRefused(TYPE, part("filename=a", "cut").slice(0, 40));
  }

  @Test
  void passesOverARangeThatIsTooLong() {
    String id = server.store(entity, bytes(1_000));
    String range = "bytes=" + "0-1,".repeat(7_500) + "5-6";

    var answer =
        await(server.get(server.downloadTicket(entity, id)).putHeader("range", range).send());

    assertEquals(200, answer.statusCode());
  }

  @Test
  void generatedFormsCauseNoServerError() {
    Random random = new Random(Seeds.of(1_914));
    for (int i = 0; i < FORMS; i++) {
      Buffer form = generated(random);
      String type = random.nextInt(20) == 0 ? garbled(TYPE, random) : TYPE;

      HttpResponse<Buffer> answer = send(type, form);

      if (answer.statusCode() != 200) {
        Failure failure = Json.read(JsonBytes.of(answer.body().getBytes()), Failure.class);
        assertTrue(REFUSALS.contains(failure.kind()), () -> failure + " for " + form);
      }
    }
  }

  private static Buffer generated(Random random) {
    List<String> lines =
        List.of(
            "--XYZ",
            "--XYZ--",
            "--XYZZ",
            "Content-Disposition: form-data; name=\"files\"; filename=\"a\"",
            "Content-Disposition: form-data; name=files; filename*=UTF-8''%00",
            "Content-Disposition: form-data; name=\"other\"",
            "Content-Disposition: attachment",
            "Content-Type: image/png",
            "Content-Type: multipart/mixed; boundary=ABC",
            "Content-Transfer-Encoding: 8bit",
            "Content-Length: -1",
            " folded",
            ":",
            "",
            "",
            "x".repeat(1 + random.nextInt(20_000)));
    StringBuilder form =
        new StringBuilder(random.nextBoolean() ? part("filename=a", "b").toString() : "");
    for (int line = random.nextInt(12); line > 0; line--) {
      form.append(lines.get(random.nextInt(lines.size()))).append("\r\n");
    }
    form.append(random.nextBoolean() ? "--XYZ--\r\n" : "");
    return Buffer.buffer(
        random.nextInt(3) == 0 ? garbled(form.toString(), random) : form.toString());
  }

  private static String garbled(String text, Random random) {
    StringBuilder garbled = new StringBuilder(text);
    for (int change = random.nextInt(5); change >= 0 && !garbled.isEmpty(); change--) {
      garbled.setCharAt(random.nextInt(garbled.length()), (char) (' ' + random.nextInt(95)));
    }
    return garbled.toString();
  }

  private static Buffer part(String parameters, String content) {
    String form =
        "--XYZ\r\nContent-Disposition: form-data; name=\"files\"; %s\r\n\r\n%s\r\n--XYZ--\r\n";
    return Buffer.buffer(form.formatted(parameters, content).getBytes(StandardCharsets.UTF_8));
  }

  private HttpResponse<Buffer> send(String type, Buffer form) {
    return server.post(server.uploadTicket(entity), type, form);
  }

  private void assertRefused(String type, Buffer form) {
    HttpResponse<Buffer> answer = send(type, form);
    assertEquals(422, answer.statusCode(), answer::bodyAsString);
    assertTrue(REFUSALS.contains(FileServer.failure(answer).kind()), answer::bodyAsString);
  }
}
