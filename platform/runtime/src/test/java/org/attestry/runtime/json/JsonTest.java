package org.attestry.runtime.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.Charset;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.testkit.Cost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

  public record Holder(String before, JsonBytes body, int after) {}

  public record Listed(List<JsonBytes> data) {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":[1,2,{\"b\":null}]}",
        "[]",
        "\"text with \\\"quotes\\\" and é\"",
        "\"\"",
        "12",
        "-1.50",
        "123456789012345678901234567890.123456789",
        "true",
        "{ \"spaced\" : [ 1 , 2 ] }"
      })
  void embedsAndCutsOutBodiesToTheByte(String body) {
    Holder holder = new Holder("x", JsonBytes.of(body), 7);

    Holder read = Json.read(Json.write(holder), Holder.class);

    assertEquals(holder, read);
    Listed listed = new Listed(List.of(JsonBytes.of(body), JsonBytes.of(body)));
    assertEquals(listed, Json.read(Json.write(listed), Listed.class));
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 3_000, 5_900, 10_000})
  void namesThatShareAHashValueHarmNoOtherText(int names) {
    JsonBytes colliding = collidingNames(names);

    for (int times = 0; times < 3; times++) {
      assertEquals(names, Json.parse(colliding).size());
      assertEquals(names, Json.read(colliding).size());
      Holder wrapped = new Holder("x", colliding, 7);
      assertEquals(colliding, Json.read(Json.write(wrapped), Holder.class).body());
      for (int i = 0; i < 200; i++) {
        JsonBytes honest = JsonBytes.of("{\"o\":{\"n%d_%d\":%d}}".formatted(times, i, i));
        assertEquals(1, Json.parse(honest).size());
        assertEquals(1, Json.read(honest).size());
      }
    }
  }

  @Test
  void numbersThatAreLongWhenWrittenOutAreFew() {
    JsonBytes some = JsonBytes.of("[" + "1e-308,".repeat(1_000) + "1]");
    JsonBytes many = JsonBytes.of("[" + "1e-308,".repeat(99_000) + "1]");

    assertEquals(1_001, Json.parse(some).size());
    FailureException refused = assertThrows(FailureException.class, () -> Json.parse(many));
    assertEquals(FailureKind.TOO_LARGE, refused.failure().kind());
  }

  @Test
  void aTextHasNoMoreDifferentNamesThanItMay() {
    FailureException refused =
        assertThrows(FailureException.class, () -> Json.parse(collidingNames(10_001)));

    assertEquals(FailureKind.TOO_LARGE, refused.failure().kind());
  }

  /** Words of 16 syllables, of which two have the same hash value. */
  private static JsonBytes collidingNames(int count) {
    return JsonBytes.of(
        IntStream.range(0, count)
            .mapToObj(
                n ->
                    IntStream.range(0, 16)
                        .mapToObj(bit -> (n >> bit & 1) == 0 ? "Aa" : "BB")
                        .collect(Collectors.joining("", "\"", "\":1")))
            .collect(Collectors.joining(",", "{", "}")));
  }

  @Test
  void leavesAbsentBodiesNull() {
    assertNull(Json.read(Json.write(new Holder("x", null, 7)), Holder.class).body());
  }

  @Test
  void keepsTheJsonNullOfABody() {
    Holder holder = new Holder("x", JsonBytes.of("null"), 7);

    assertEquals(holder, Json.read(Json.write(holder), Holder.class));
  }

  @Test
  void keepsTheMembersOfARecordInsideATree() {
    Holder holder = new Holder("x", JsonBytes.of("{\"a\":1.10}"), 7);

    assertEquals(holder, Json.convert(Json.convert(holder, JsonNode.class), Holder.class));
  }

  @Test
  void writesInstantsWithMilliseconds() {
    Instant second = Instant.parse("2026-01-02T03:04:05Z");

    assertEquals("[\"2026-01-02T03:04:05.000Z\"]", Json.write(List.of(second)).text());
  }

  @Test
  void keepsThePrecisionOfNumbers() {
    JsonNode node = Json.parse(JsonBytes.of("{\"n\":1.10,\"big\":123456789012345678901234567890}"));

    assertEquals("{\"n\":1.10,\"big\":123456789012345678901234567890}", Json.write(node).text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "{\"a\":1}}", "{\"a\":1,\"a\":2}", "{'a':1}", "[NaN]", "", "  "})
  void refusesWhatIsNotJson(String text) {
    FailureException refused =
        assertThrows(FailureException.class, () -> Json.parse(JsonBytes.of(text)));

    assertEquals(FailureKind.INVALID, refused.failure().kind());
  }

  @Test
  void namesThePlaceWhereTheTextIsNotJsonAndRepeatsNothingOfIt() {
    FailureException refused =
        assertThrows(
            FailureException.class, () -> Json.parse(JsonBytes.of("{\"secret\": hunter2}")));

    assertEquals("The body is not valid JSON (line 1, column 12).", refused.failure().message());
  }

  @Test
  void refusesNulWithThePointerToIt() {
    FailureException refused =
        assertThrows(
            FailureException.class,
            () -> Json.parse(JsonBytes.of("{\"a\":[{\"b/c\":\"x\\u0000\"}]}")));

    assertEquals("/a/0/b~1c", refused.failure().violations().get(0).pointer());
  }

  @ParameterizedTest
  @ValueSource(strings = {"__proto__", "\\u005f_proto__", "__\\u0070roto__"})
  void refusesTheNameByWhichJavaScriptReadsAnotherObject(String name) {
    JsonBytes json = JsonBytes.of("{\"a\":[{\"%s\":{\"admin\":true}}]}".formatted(name));
    FailureException refused = assertThrows(FailureException.class, () -> Json.parse(json));

    assertEquals("json.name", refused.failure().code());
    assertEquals("/a/0/__proto__", refused.failure().violations().get(0).pointer());
    Json.read(json);
    Json.parse(JsonBytes.of("{\"a\":\"__proto__\"}"));
  }

  @Test
  void refusesWhatLooksLikeAnEncodingThatNobodyUses() {
    JsonBytes ucs4 = JsonBytes.of(new byte[] {0, 3, 0, 0});
    FailureException refused = assertThrows(FailureException.class, () -> Json.parse(ucs4));

    assertEquals(FailureKind.INVALID, refused.failure().kind());
    assertEquals("json.malformed", refused.failure().code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE"})
  void refusesEncodingsInWhichItsChecksWouldReadAnotherText(String encoding) {
    byte[] bytes = "{\"a\":1e400}".getBytes(Charset.forName(encoding));
    FailureException refused =
        assertThrows(FailureException.class, () -> Json.parse(JsonBytes.of(bytes)));

    assertEquals("json.malformed", refused.failure().code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"22C08022", "22EDA08022", "EFBBBF2261", "22FF22"})
  void refusesMalformedUtf8AndByteOrderMarks(String hex) {
    JsonBytes json = JsonBytes.of(HexFormat.of().parseHex(hex));
    FailureException refused = assertThrows(FailureException.class, () -> Json.parse(json));

    assertEquals("json.malformed", refused.failure().code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"x\\ud800", "\\uDFFFx", "\\uD83D \\uDE00", "\\uDE00\\uD83D"})
  void refusesHalfACharacterWithThePointerToIt(String text) {
    JsonBytes json = JsonBytes.of("{\"a\":[\"%s\"]}".formatted(text));
    FailureException refused = assertThrows(FailureException.class, () -> Json.parse(json));

    assertEquals("/a/0", refused.failure().violations().get(0).pointer());
    assertEquals("unicode", refused.failure().violations().get(0).rule());
  }

  @Test
  void acceptsACharacterWrittenAsTwoSurrogates() {
    assertEquals("\uD83D\uDE00", Json.parse(JsonBytes.of("\"\\ud83d\\uDE00\"")).textValue());
  }

  @Test
  void acceptsABackslashBeforeU0000() {
    assertEquals("\\u0000", Json.parse(JsonBytes.of("\"\\\\u0000\"")).textValue());
  }

  @Test
  void refusesBodiesDeeperThan64Levels() {
    String deep = "[".repeat(65) + "]".repeat(65);

    FailureException refused =
        assertThrows(FailureException.class, () -> Json.parse(JsonBytes.of(deep)));

    assertEquals(FailureKind.TOO_LARGE, refused.failure().kind());
  }

  @Test
  void refusesNumbersOfMoreDigitsThanTheLargestHas() {
    Json.parse(JsonBytes.of("[-1%s]".formatted("0".repeat(308))));
    FailureException refused =
        assertThrows(FailureException.class, () -> Json.parse(JsonBytes.of("1" + "0".repeat(310))));

    assertEquals(FailureKind.TOO_LARGE, refused.failure().kind());
  }

  @Test
  void findsTheValuesOfAPath() {
    JsonNode root = Json.read("{\"a\":[{\"b\":1},{\"b\":2},{}],\"c\":{\"d\":3}}");

    assertEquals("[1, 2]", JsonPointers.values(root, FieldPath.parse("$.a[*].b")).toString());
    assertEquals("[3]", JsonPointers.values(root, FieldPath.parse("c.d")).toString());
    assertEquals("[]", JsonPointers.values(root, FieldPath.parse("$.x.y")).toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"[1e309]", "{\"a\":{\"b\":-1E+400000000}}", "1e-2147483640", "[0.1e-324]"})
  void refusesNumbersThatStandForMillionsOfDigits(String json) {
    refusesNumber(json);
  }

  @ParameterizedTest
  @ValueSource(strings = {"9e308", "[-1.8E308]", "{\"a\":0.18e309}", "1797693134862315808e290"})
  void refusesNumbersThatNoDoubleReaches(String json) {
    refusesNumber(json);
  }

  @Test
  void refusesNumbersWithoutExponentThatNoDoubleReaches() {
    refusesNumber("[-9%s]".formatted("0".repeat(308)));
    refusesNumber("9%s.5".formatted("0".repeat(308)));
    Json.parse(JsonBytes.of("[\"9%s\",0.%s1]".formatted("0".repeat(400), "0".repeat(300))));
  }

  private static void refusesNumber(String json) {
    FailureException refused =
        assertThrows(FailureException.class, () -> Json.parse(JsonBytes.of(json)));
    assertEquals("json.number", refused.failure().code());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e308",
        "1.7976931348623157e308",
        "[-1.5E-300]",
        "5e-324",
        "{\"7e999\":\"8e999\"}",
        "0e0",
        "0"
      })
  void acceptsNumbersWithinTheRangeOfADouble(String json) {
    Json.parse(JsonBytes.of(json));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e-2147483648",
        "1e99999999999999999999",
        "-0.5E+99999999999999999999",
        "0e-99999999999999999999",
        "1e2147483648",
        "1E0000000000000000000000400"
      })
  void refusesNumbersWhoseExponentIsNoIntegerWithTheirPointer(String number) {
    String json = "{\"a\":[0,{\"b/c\":%s}]}".formatted(number);
    FailureException refused =
        assertThrows(FailureException.class, () -> Json.parse(JsonBytes.of(json)));
    assertEquals(FailureKind.INVALID, refused.failure().kind());
    assertEquals("json.number", refused.failure().code());
    assertEquals("/a/1/b~1c", refused.failure().violations().get(0).pointer());
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1e0000000000000000000000000007]", "[5E-0]", "[\"1e999999999999\"]"})
  void acceptsExponentsWithLeadingZeros(String json) {
    Json.parse(JsonBytes.of(json));
  }

  @Test
  void refusesWhatIsNotJsonBesideANumberWithAnExponent() {
    FailureException refused =
        assertThrows(FailureException.class, () -> Json.parse(JsonBytes.of("[1e5, }")));
    assertEquals("json.malformed", refused.failure().code());
  }

  @Test
  void findsWhatIsWrongDeepInALargeBodyInLinearTime() {
    String names = ("{\"" + "n".repeat(1_000) + "\":").repeat(60);
    String items = "1,".repeat(150_000);
    String json = names + "[" + items + "\"\\ud800\"]" + "}".repeat(60);

    FailureException refused =
        Cost.atMost(
            Duration.ofSeconds(10),
            () -> assertThrows(FailureException.class, () -> Json.parse(JsonBytes.of(json))));

    String pointer = refused.failure().violations().get(0).pointer();
    assertTrue(pointer.endsWith("n/150000"), pointer.substring(pointer.length() - 20));
  }

  @Test
  void valuesAreLimitedByTheirNumberToo() {
    Json.parse(JsonBytes.of("[1" + ",1".repeat(199_998) + "]"));
    Json.parse(JsonBytes.of("\"" + ",".repeat(300_000) + "\""));
    FailureException refused =
        assertThrows(
            FailureException.class,
            () -> Json.parse(JsonBytes.of("[1" + ",1".repeat(199_999) + "]")));
    assertEquals("json.too-large", refused.failure().code());
    assertEquals("The JSON has more than 200000 values.", refused.failure().message());
  }

  @Test
  void refusesMoreObjectsAndArraysThanMemoryIsThereFor() {
    Json.parse(JsonBytes.of("[[]" + ",{}".repeat(99_998) + "]"));
    Json.parse(JsonBytes.of("[\"" + "{".repeat(200_000) + "\"]"));
    FailureException refused =
        assertThrows(
            FailureException.class,
            () -> Json.parse(JsonBytes.of("[[]" + ",{}".repeat(100_000) + "]")));
    assertEquals(FailureKind.TOO_LARGE, refused.failure().kind());
  }

  @Test
  void placesHaveTheInnermostPlaceInCommon() {
    JsonLocation list = JsonLocation.ROOT.member("a").member("b/c");

    JsonLocation common = list.item(1).member("x").commonWith(list.item(1).member("y").item(0));

    assertEquals("/a/b~1c/1", common.pointer());
    assertEquals("/a/b~1c", list.commonWith(list.item(7)).pointer());
    assertEquals(
        "", JsonLocation.ROOT.member("a").commonWith(JsonLocation.ROOT.member("b")).pointer());
    assertEquals(
        "/a", JsonLocation.ROOT.member("a").commonWith(JsonLocation.ROOT.member("a")).pointer());
  }

  @Test
  void findsAFirstTextWhateverStandsBehindIt() {
    assertEquals(Optional.of("t"), firstText("{\"a\":{\"type\":1},\"type\":\"t\",\"type\":5,"));
    for (String none :
        List.of("", "5", "[\"type\"]", "{}", "{\"type\":5}", "{\"a\":1", "{\"a\" 1}")) {
      assertEquals(Optional.empty(), firstText(none), none);
    }
  }

  private static Optional<String> firstText(String json) {
    return Json.firstText(JsonBytes.of(json), "type");
  }
}
