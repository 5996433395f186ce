package org.attestry.credential.canonical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.math.BigDecimal;
import java.util.Map;
import org.attestry.credential.Budgets;
import org.attestry.credential.jsonld.BundledContexts;
import org.attestry.credential.jsonld.Rules;
import org.attestry.credential.suite.Documents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The vectors of RFC 8785: 3.2.2 to 3.2.4 and appendix B. */
class JcsTest {

  @Test
  void writesTheExampleOfTheRfc() {
    String source =
        """
        {
          "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
          "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
          "literals": [null, true, false]
        }
        """;
    String expected =
        "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
            + "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}";
    assertEquals(expected, canonical(source));
  }

  @Test
  void sortsNamesByTheirUtf16CodeUnits() {
    String source =
        """
        {"\\u20ac": "Euro Sign", "\\r": "Carriage Return", "\\ufb33": "Hebrew Letter Dalet With Dagesh",
         "1": "One", "\\ud83d\\ude00": "Emoji: Grinning Face", "\\u0080": "Control",
         "\\u00f6": "Latin Small Letter O With Diaeresis"}
        """;
    String expected =
        "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\","
            + "\"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\","
            + "\"😀\":\"Emoji: Grinning Face\",\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}";
    assertEquals(expected, canonical(source));
  }

  @ParameterizedTest
  @CsvSource({
    "0000000000000000, 0",
    "8000000000000000, 0",
    "0000000000000001, 5e-324",
    "8000000000000001, -5e-324",
    "7fefffffffffffff, 1.7976931348623157e+308",
    "ffefffffffffffff, -1.7976931348623157e+308",
    "4340000000000000, 9007199254740992",
    "c340000000000000, -9007199254740992",
    "4430000000000000, 295147905179352830000",
    "44b52d02c7e14af5, 9.999999999999997e+22",
    "44b52d02c7e14af6, 1e+23",
    "44b52d02c7e14af7, 1.0000000000000001e+23",
    "444b1ae4d6e2ef4e, 999999999999999700000",
    "444b1ae4d6e2ef4f, 999999999999999900000",
    "444b1ae4d6e2ef50, 1e+21",
    "3eb0c6f7a0b5ed8c, 9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d, 0.000001",
    "41b3de4355555553, 333333333.3333332",
    "41b3de4355555554, 333333333.33333325",
    "41b3de4355555555, 333333333.3333333",
    "41b3de4355555556, 333333333.3333334",
    "41b3de4355555557, 333333333.33333343",
    "becbf647612f3696, -0.0000033333333333333333",
    "43143ff3c1cb0959, 1424953923781206.2"
  })
  void writesNumbersAsTheRfcDoes(String bits, String expected) {
    double number = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));
    assertEquals(expected, canonical(Double.toString(number)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1234.5", "-12.25", "-0.1", "1234.56789", "-1499.99", "1e-7", "-1e300"})
  void aNumberInAJsonLiteralIsSignedExactly(String number) {
    assertEquals(
        0, new BigDecimal(canonical(number)).compareTo(new BigDecimal(number)), canonical(number));
    assertTrue(literal(number).contains("\"" + canonical(number) + "\""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"9007199254740993", "0.12345678901234567890", "1.00000000000000001"})
  void refusesNumbersInAJsonLiteralThatNoDoubleIs(String number) {
    var violations = Documents.violationsOf(() -> literal(number));
    assertEquals("number", violations.getFirst().rule());
    assertEquals("/credentialSubject/name/@value", violations.getFirst().pointer());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "[]",
        "{}",
        "[null, []]",
        "\"@foo\"",
        "{\"a\": \"@type\", \"b\": [\"@json\"]}",
        "{\"@type\": \"@json\", \"@id\": null}",
        "true",
        "\"text\""
      })
  void aJsonLiteralMayHoldNullEmptyArraysAndTextsLikeKeywords(String value) {
    assertFalse(literal(value).isEmpty());
  }

  private static String literal(String value) {
    return new Canonicalizer(BundledContexts.load())
        .read(
            Documents.withSubject("{\"name\": {\"@type\": \"@json\", \"@value\": " + value + "}}"),
            Map.of(),
            Rules.ISSUE,
            Budgets.ofACall())
        .form()
        .nQuads();
  }

  private static String canonical(String source) {
    JsonValue value = JsonProvider.provider().createReader(new StringReader(source)).readValue();
    return Jcs.of(value);
  }
}
