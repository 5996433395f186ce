package org.attestry.file.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.file.transfer.MultipartReader.Event;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartReaderTest {

  private static final String TYPE = "multipart/form-data; boundary=XYZ";
  private static final int FORMS = 2_000;

  private final Random random = new Random(Seeds.of(14));

  @Test
  void readsTheSamePartsHoweverTheBodyIsCut() {
    for (int form = 0; form < FORMS; form++) {
      List<String> contents = contents();
      byte[] body = body(contents);

      assertEquals(contents, read(body, 1 + random.nextInt(body.length)), () -> text(body));
    }
  }

  @Test
  void turnsAnyBodyIntoAFormOrAViolation() {
    for (int form = 0; form < FORMS; form++) {
      byte[] body = body(contents());
      for (int change = random.nextInt(8); change >= 0; change--) {
        body[random.nextInt(body.length)] = (byte) random.nextInt(256);
      }
      try {
        read(body, 1 + random.nextInt(body.length));
      } catch (FailureException refused) {
        assertEquals(FailureKind.INVALID, refused.failure().kind(), () -> text(body));
      }
    }
  }

  @Test
  void readsPartsWithoutContent() {
    String header = "\r\nContent-Disposition: form-data; name=a\r\n";

    assertEquals(
        List.of("", ""),
        read(("--XYZ" + header + "\r\n--XYZ" + header + "\r\n\r\n--XYZ--").getBytes(), 3));
  }

  @Test
  void passesOverWhatStandsBeforeAndAfterTheParts() {
    String body =
        "before\r\n--XYZ \t\r\nContent-Disposition: form-data;\r\n name=a\r\n\r\nA\r\n--XYZ--after";

    assertEquals(List.of("A"), read(body.getBytes(StandardCharsets.UTF_8), 5));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=a; boundary=b",
        "multipart/form-data; boundary=\"a b \"",
        "multipart/form-data; boundary=ä",
        "multipart/form-data; boundary=\"a\rb\"",
        "text/plain; boundary=a",
        "multipart/form-data; boundary=0123456789012345678901234567890123456789"
            + "0123456789012345678901234567890"
      })
  void refusesABoundaryThatIsNone(String type) {
    assertEquals(FailureKind.INVALID, refusal(() -> new MultipartReader(type)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Y: 1",
        "Content-Disposition: attachment; name=a",
        "Content-Disposition: form-data",
        "Content-Disposition: form-data; filename=a",
        "Content-Disposition: form-data; name=a; name=b",
        "Content-Disposition: form-data; name=\"a",
        "Content-Disposition: form-data; name=a; filename=\"\"",
        "Content-Disposition: form-data; name=a; filename=\"x\u0000y\"",
        "Content-Disposition: form-data; name=a; filename*=klingon''x",
        "Content-Disposition: form-data; name=a; filename*=UTF-8''%zz",
        "Content-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=b",
        "Content-Disposition: form-data; name=a\r\nContent-Type: nonsense",
        "Content-Disposition: form-data; name=a\r\nContent-Type:",
        "Content-Disposition: form-data; name=a\r\nContent-Type: a/b; c=\"",
        "Content-Disposition: form-data; name=a\r\nContent-Type: text/plain\u00e4",
        "Content-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64",
        "Content-Disposition: form-data; name=a\r\nContent-Type: multipart/mixed; boundary=b",
        "Content-Disposition: form-data; name=a\r\nnonsense",
        ": x",
        "",
      })
  void refusesAPartHeaderThatIsNone(String header) {
    byte[] body = ("--XYZ\r\n" + header + "\r\n\r\nA\r\n--XYZ--").getBytes(StandardCharsets.UTF_8);

    assertEquals(FailureKind.INVALID, refusal(() -> read(body, body.length)));
  }

  @Test
  void refusesNamesAndHeadersThatAreTooLong() {
    for (int length : new int[] {256, 5_000, 1 << 20}) {
      String header = "Content-Disposition: form-data; name=a; filename=" + "x".repeat(length);
      byte[] body = ("--XYZ\r\n" + header + "\r\n\r\nA\r\n--XYZ--").getBytes();

      assertEquals(FailureKind.INVALID, refusal(() -> read(body, 8_192)));
    }
  }

  @Test
  void takesTheNamesThatClientsSend() {
    assertEquals("a\"b.txt", part("filename=\"a\\\"b.txt\"").fileName());
    assertEquals("C:\\x\\y.txt", part("filename=\"C:\\x\\y.txt\"").fileName());
    assertEquals("hé;ö.txt", part("filename=\"hé;ö.txt\"").fileName());
    assertEquals("€ rates", part("filename*=UTF-8''%e2%82%ac%20rates").fileName());
    assertEquals("plain", part("filename=plain; filename*=klingon''x").fileName());
    assertEquals("application/octet-stream", part("filename=a").contentType());
    assertEquals(
        "text/plain; charset=utf-7",
        part("filename=a\r\nContent-Type: text/plain; charset=utf-7").contentType());
  }

  private static PartHeader part(String more) {
    String header = "Content-Disposition: form-data; name=\"files\"; " + more;
    return PartHeader.of(header.getBytes(StandardCharsets.UTF_8));
  }

  private static FailureKind refusal(org.junit.jupiter.api.function.Executable reading) {
    return assertThrows(FailureException.class, reading).failure().kind();
  }

  /** Contents that look like boundaries as far as they may. */
  private List<String> contents() {
    String[] pieces = {"\r", "\n", "\r\n", "-", "--", "--XY", "\r\n--", "\r\n--XY", "Z", "abc"};
    List<String> contents = new ArrayList<>();
    for (int part = random.nextInt(4); part >= 0; part--) {
      StringBuilder content = new StringBuilder();
      for (int piece = random.nextInt(10); piece > 0; piece--) {
        content.append(pieces[random.nextInt(pieces.length)]);
      }
      contents.add(("." + content).replace("XYZ", "XY."));
    }
    return contents;
  }

  private static byte[] body(List<String> contents) {
    StringBuilder body = new StringBuilder();
    for (String content : contents) {
      body.append("--XYZ\r\nContent-Disposition: form-data; name=\"files\"; filename=a\r\n\r\n");
      body.append(content).append("\r\n");
    }
    return body.append("--XYZ--\r\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.ISO_8859_1);
  }

  private static List<String> read(byte[] body, int pieceBytes) {
    MultipartReader reader = new MultipartReader(TYPE);
    List<String> contents = new ArrayList<>();
    StringBuilder content = new StringBuilder();
    for (int at = 0; at < body.length; at += pieceBytes) {
      reader.feed(Buffer.buffer(body).slice(at, Math.min(body.length, at + pieceBytes)));
      Event event = reader.next();
      while (!(event instanceof Event.More) && !(event instanceof Event.Finished)) {
        switch (event) {
          case Event.Content bytes -> content.append(bytes.bytes());
          case Event.End end -> {
            contents.add(content.toString());
            content.setLength(0);
          }
          default -> {
            // The part's header.
          }
        }
        event = reader.next();
      }
    }
    return contents;
  }
}
