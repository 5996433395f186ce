package org.attestry.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntityOperations.CreateEntityRequest;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        " [1, 2.50, -1e3]\n",
        "\"ä \\u00e4 \uD83D\uDE00\"",
        "null",
        "12345678901234567890.10",
        "{\"a\": {\"b\": [{}]}}",
        "true"
      })
  void acceptsOneValueAndLeavesItAsItIs(String text) {
    JsonBytes json = JsonBytes.of(text);

    assertSame(json, JsonText.check(json));
    CreateEntityRequest sent = new CreateEntityRequest("Teacher", json);
    CreateEntityRequest arrived = Json.read(Json.write(sent), CreateEntityRequest.class);
    assertEquals("Teacher", arrived.type());
    assertEquals(Json.read(json), Json.read(arrived.entity()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "   ", "{", "}", "{}}", "{},\"type\":\"Other\"", "1 2", "{\"a\":1,\"a\":2}", "{'a':1}",
        "{a:1}", "[1,]", "NaN", "+1", "01", "\"\t\"", "// x\n{}", "tru", "\uFEFF{}"
      })
  void refusesEverythingElse(String text) {
    FailureException refused = refused(JsonBytes.of(text));

    assertEquals(FailureKind.INVALID, refused.failure().kind());
    assertEquals("json.malformed", refused.failure().code());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"a": 1, "a": 2} | /a
          {"a": [{"b/c": {}, "b/c": 1}]} | /a/0/b~1c
          {"x\\ud800": 1, "x\\ud800": 1} | ''
          """)
  void namesTheMemberThatStandsTwice(String text, String pointer) {
    Failure refused = refused(JsonBytes.of(text)).failure();

    assertEquals(pointer, refused.violations().getFirst().pointer());
    assertEquals(!pointer.isEmpty(), refused.message().contains("'%s' twice".formatted(pointer)));
    assertEquals(
        refused,
        assertThrows(FailureException.class, () -> Json.parse(JsonBytes.of(text))).failure());
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32LE", "UTF-32BE"})
  void refusesOtherEncodings(String charset) {
    refused(JsonBytes.of("{\"a\": 1}".getBytes(Charset.forName(charset))));
    refused(JsonBytes.of("1".getBytes(Charset.forName(charset))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c3",
        "ff",
        "80",
        "c0af",
        "e080af",
        "61c08062",
        "eda080",
        "eda0bdedb880",
        "f4908080",
        "f7bfbfbf",
        "f08080af",
        "e282"
      })
  void refusesBytesThatAreNotUtf8(String hex) {
    refused(JsonBytes.of(HexFormat.of().parseHex("22" + hex + "22")));
  }

  @Test
  void refusesADeepDocumentAsTooLarge() {
    String deep = "[".repeat(65) + "]".repeat(65);

    assertEquals(FailureKind.TOO_LARGE, refused(JsonBytes.of(deep)).failure().kind());
    JsonText.check(JsonBytes.of("[".repeat(64) + "]".repeat(64)));
  }

  @Test
  void refusesALongNameOrNumberAsTooLarge() {
    String digits = "1".repeat(1_000);

    JsonText.check(JsonBytes.of("[" + digits + ", {\"" + digits + "\": 1}]"));
    for (String each : List.of("[%s1]", "0.%s", "{\"a\": -%s}", "{\"%s1\": 1}")) {
      JsonBytes text = JsonBytes.of(each.formatted(digits));
      assertEquals(FailureKind.TOO_LARGE, refused(text).failure().kind(), each);
    }
  }

  @Test
  void repeatsNothingOfTheText() {
    String secret = "{\"password\": s3cr3t}";

    assertFalse(refused(JsonBytes.of(secret)).failure().message().contains("s3cr3t"));
  }

  private static FailureException refused(JsonBytes json) {
    FailureException refused =
        assertThrows(
            FailureException.class,
            () -> JsonText.check(json),
            () -> new String(json.utf8(), StandardCharsets.ISO_8859_1));
    return refused;
  }
}
