package org.attestry.registry.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.registry.BulkOperations.CellForms;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Cost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnsTest {

  private static final JsonNode OPEN = Json.read("{\"type\": \"object\"}");
  private static final Deadline SOON = Deadline.in(Duration.ofMinutes(5));

  @Test
  void headerOfAHundredThousandColumnsIsRefusedAtOnce() {
    Failure refused = Cost.atMost(Duration.ofSeconds(5), () -> refusal(titles(100_000), OPEN));

    assertEquals(FailureKind.INVALID, refused.kind());
    assertEquals("registry.columns.too-many", refused.code());
    assertTrue(refused.message().contains("2000"), refused.message());
  }

  @Test
  void headerOfAsManyColumnsAsThereMayBeIsRead() {
    assertEquals(2_000, Columns.read(titles(2_000), OPEN, null, SOON).paths().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,a", "a,a.b", "a.b,a", "x.y,a,x.y", "a.b.c.d,b,a.b"})
  void columnThatLeadsIntoAnotherIsRefused(String header) {
    Failure refused = refusal(List.of(header.split(",")), OPEN);
    assertEquals("registry.import.header", refused.code());
    assertTrue(refused.message().contains("leads into another column"), refused.message());
  }

  /** The document itself, {@code a}, {@code a.b} and {@code x}. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name | 1",
        "name,a.b.c,a.b.d,x.y | 4",
        "$['a']['b']['c'],$['a']['b']['d'],$['x']['y'] | 4"
      })
  void objectsOfARowAreCountedByTheTreeThatTheTitlesMake(String header, int objects) {
    List<String> titles = List.of(header.split(","));
    assertEquals(objects, Columns.read(titles, OPEN, null, SOON).objects());
  }

  @Test
  void columnsBesideOneAnotherAreRead() {
    Columns columns = Columns.read(List.of("a.b", "a.c", "ab", "a['b.c']"), OPEN, null, SOON);
    assertEquals(4, columns.paths().size());
  }

  @Test
  void titlesThatAreLongOrDeepAreRefused() {
    assertEquals("registry.import.header", refusal(List.of("a".repeat(1_001)), OPEN).code());
    assertEquals("registry.import.header", refusal(List.of("a" + ".a".repeat(100)), OPEN).code());
  }

  @Test
  void definitionWithMuchForEachColumnIsAborted() {
    String parts =
        IntStream.range(0, 5_000)
            .mapToObj("{\"title\": \"%d\"}"::formatted)
            .collect(Collectors.joining(","));
    JsonNode definition = Json.read("{\"allOf\": [%s]}".formatted(parts));
    Failure refused = Cost.atMost(Duration.ofSeconds(20), () -> refusal(titles(2_000), definition));
    assertEquals("registry.columns.too-complex", refused.code());
  }

  @Test
  void definitionThatDeclaresMillionsOfColumnsIsRefused() {
    String members =
        IntStream.range(0, 20)
            .mapToObj("\"m%d\": {\"$ref\": \"#\"}"::formatted)
            .collect(Collectors.joining(","));
    JsonNode definition =
        Json.read("{\"type\": \"object\", \"properties\": {%s}}".formatted(members));
    FailureException refused =
        assertThrows(FailureException.class, () -> Columns.of(definition, SOON));
    assertEquals("registry.columns.too-many", refused.failure().code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e-2147483648", "1e99999999999999999999"})
  void cellsWithNumbersThatAreNoneAreTexts(String cell) {
    Columns columns = Columns.read(List.of("a"), OPEN, null, SOON);
    JsonNode read = columns.parse(JsonBytes.of("[\"%s\"]".formatted(cell)));
    assertEquals(cell, read.path("a").textValue());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\": \"string\"}",
        "{\"type\": [\"string\", \"number\"]}",
        "{\"type\": [\"string\", \"null\"]}",
        "{\"enum\": [\"1\", 2]}",
        "{\"anyOf\": [{\"type\": \"number\"}, {\"type\": \"string\"}]}",
        "{\"allOf\": [{\"maxLength\": 9}, {\"$ref\": \"#/definitions/text\"}]}",
        "{\"oneOf\": [{\"const\": 1}, {\"const\": \"1\"}]}",
        "{\"title\": \"A\"}",
        "{}",
        "true"
      })
  void cellsOfAColumnThatAcceptsTextsAreTextsInEveryRow(String schema) {
    Columns columns = Columns.read(List.of("a"), definition(schema), null, SOON);
    for (String cell : List.of("1", "1.50", "true", "null", "{\"a\":1}", "2026-11-23")) {
      assertEquals(TextNode.valueOf(cell), columns.document(cells(cell)).get("a"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\": \"number\"}",
        "{\"type\": [\"integer\", \"null\"]}",
        "{\"enum\": [1, 2]}",
        "{\"anyOf\": [{\"type\": \"number\"}, {\"type\": \"array\"}]}",
        "{\"allOf\": [{\"minimum\": 0}, {\"type\": \"number\"}]}",
        "{\"const\": 1}"
      })
  void cellsOfOtherColumnsAreJson(String schema) {
    Columns columns = Columns.read(List.of("a"), definition(schema), null, SOON);
    assertEquals(Json.read("1.50"), columns.document(cells("1.50")).get("a"));
    assertEquals(NullNode.instance, columns.document(cells("null")).get("a"));
  }

  @Test
  void alternativesThatDoNotNameAColumnSayNothingAboutIt() {
    JsonNode definition =
        Json.read(
            """
            {"type": "object", "anyOf": [{"required": ["a"]}, {"properties": {"a": {"type": "number"}}}],
             "patternProperties": {"^x": {"type": "number"}},
             "properties": {"o": {"type": "object", "additionalProperties": {"type": "number"}}}}\
            """);
    Columns columns = Columns.read(List.of("a", "xy", "o.any"), definition, null, SOON);
    columns.requireDeclared();
    assertEquals(
        Json.read("{\"a\": 1, \"xy\": 2, \"o\": {\"any\": 3}}"),
        columns.document(cells("1", "2", "3")));
  }

  @Test
  void undeclaredTitlesAreRefusedWithTheNamesThatTheyProbablyMean() {
    JsonNode definition =
        Json.read(
            """
            {"type": "object", "properties": {"dateOfBirth": {"title": "Born on"}, "prénom": {},
             "e-mail": {}, "address": {"type": "object", "properties": {"city": {"title": "Ort"}}}}}\
            """);
    List<String> titles =
        List.of("Date of Birth", "born ON", "PRENOM", "EMail", "address city", "ORT", "shoe size");
    Columns columns = Columns.read(titles, definition, null, SOON);

    Failure refused = assertThrows(FailureException.class, columns::requireDeclared).failure();

    assertEquals("registry.import.undeclared", refused.code());
    assertEquals(
        List.of(
            "'Date of Birth'; write 'dateOfBirth'.",
            "'born ON'; write 'dateOfBirth'.",
            "'PRENOM'; write 'prénom'.",
            "'EMail'; write 'e-mail'.",
            "'address city'; write 'address.city'.",
            "'ORT'; write 'address.city'.",
            "'shoe size'."),
        refused.violations().stream()
            .map(found -> found.message().replaceFirst(".* no ", ""))
            .toList());
    assertTrue(refused.message().contains(" And 6 more, see the violations."), refused.message());
    assertTrue(refused.message().contains("undeclared=store"), refused.message());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'additionalProperties': false} | x | true",
        "{'allOf': [{'$ref': '#/definitions/closed'}]} | x | true",
        "{'anyOf': [{'$ref': '#/definitions/closed'}, {'additionalProperties': false}]} | x | true",
        "{'anyOf': [{'$ref': '#/definitions/closed'}, {}]} | x | false",
        "{'properties': {'a': {'$ref': '#/definitions/closed'}}} | a.x | true",
        "{'properties': {'a': {'$ref': '#/definitions/closed'}}} | x | false",
        "{'patternProperties': {'^a': {'properties': {'b': {}}, 'additionalProperties': false}}}"
            + " | ab.x | true",
        "{} | x | false"
      })
  void columnsThatTheSchemaRefusesAreNotOfferedToBeStored(
      String part, String title, boolean refused) {
    JsonNode definition =
        Json.read(
            """
            {"allOf": [%s], "definitions": {
               "closed": {"properties": {"b": {}}, "additionalProperties": false}}}\
            """
                .formatted(part.replace('\'', '"')));
    Columns columns = Columns.read(List.of(title), definition, null, SOON);

    String message =
        assertThrows(FailureException.class, columns::requireDeclared).failure().message();

    assertEquals(!refused, message.contains("undeclared=store"), message);
    assertFalse(message.contains("more"), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.234,50 | 1234.50",
        "-1.234.567 | -1234567",
        "+5,0 | 5.0",
        "1234,5E3 | 1234.5E3",
        "7 | 7",
        "null | null",
        "1234.50 | '\"1234.50\"'",
        "1,234,5 | '\"1,234,5\"'",
        "1.23 | '\"1.23\"'",
        "'' | '\"\"'"
      })
  void numbersWithACommaAreConverted(String cell, String json) {
    CellForms forms = new CellForms(false, ",", null);
    JsonNode definition = definition("{\"type\": [\"number\", \"null\"]}");
    Columns columns = Columns.read(List.of("a"), definition, forms, SOON);

    assertEquals(Json.read(json), columns.document(cells(cell)).get("a"));
  }

  @ParameterizedTest
  @CsvSource({
    "dd-MM-yyyy,23-11-2026,2026-11-23",
    "d.M.yyyy,3.1.2026,2026-01-03",
    "d.M.yyyy,23.11.2026,2026-11-23",
    "MM/dd/yyyy,11/23/2026,2026-11-23",
    "yyyy-MM-dd,2026-11-23,2026-11-23",
    "dd-MM-yyyy,2026-11-23,",
    "dd-MM-yyyy,31-02-2026,",
    "dd-MM-yyyy,3-11-2026,"
  })
  void datesOfTheRequestedFormAreConvertedAndOthersRefused(String form, String cell, String date) {
    CellForms forms = new CellForms(false, null, form);
    JsonNode definition = definition("{\"type\": \"string\", \"format\": \"date\"}");
    Columns columns = Columns.read(List.of("a"), definition, forms, SOON);

    if (date != null) {
      assertEquals(date, columns.document(cells(cell)).get("a").textValue());
    } else {
      FailureException refused =
          assertThrows(FailureException.class, () -> columns.document(cells(cell)));
      assertEquals(
          new Violation("/a", "date", "The cell is not a date of the form '%s'.".formatted(form)),
          refused.failure().violations().getFirst());
    }
  }

  @ParameterizedTest
  @CsvSource({"',', DD-MM-yyyy", "',', dd-MM", "',', dd-MM-yyyy-dd", "',', dd/MM-yyyy", "x,"})
  void formsThatAreNotKnownAreRefused(String decimal, String date) {
    CellForms forms = new CellForms(false, decimal, date);
    FailureException refused =
        assertThrows(FailureException.class, () -> Columns.read(List.of("a"), OPEN, forms, SOON));
    assertEquals("registry.import.cells", refused.failure().code());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'type': 'boolean'} | TRUE | Write true or false, in small letters.",
        "{'type': 'number'} | 1.234,50 | Write a number as 1234.50; for cells such as 1.234,50,",
        "{'type': 'string', 'format': 'date'} | 23-11-2026 | Write a date as 2026-11-23; for cells",
        "{'type': 'array'} | a;b | Write the cell as JSON, such as",
        "{'enum': ['Ulm']} | 'Ulm ' | The cell begins or ends with a blank; remove it.",
        "{'type': 'string', 'format': 'date'} | '\u00a01990-06-01' | The cell begins or ends with",
      })
  void cellsThatTheSchemaRefusesAreExplained(String schema, String cell, String sentence) {
    Columns columns = Columns.read(List.of("a"), definition(schema.replace('\'', '"')), null, SOON);
    List<Violation> explained =
        columns.explained(
            List.of(new Violation("/a", "type", "It is wrong."), new Violation("", "x", "Other.")),
            Json.write(cells(cell)));

    assertTrue(
        explained.get(0).message().startsWith("It is wrong. " + sentence),
        explained.get(0).message());
    assertEquals("Other.", explained.get(1).message());
  }

  @Test
  void undeclaredTitleOfALargeDefinitionIsRefusedWithoutASuggestion() {
    String members =
        IntStream.range(0, 3_000)
            .mapToObj("\"m%d\": {}"::formatted)
            .collect(Collectors.joining(","));
    JsonNode definition = Json.read("{\"properties\": {%s}}".formatted(members));
    Columns columns = Columns.read(List.of("M1"), definition, null, SOON);

    Failure refused = assertThrows(FailureException.class, columns::requireDeclared).failure();

    assertEquals("registry.import.undeclared", refused.code());
  }

  @Test
  void explainingManyRowsReadsTheDefinitionOnce() {
    String parts = "{\"title\": \"A\"},".repeat(1_000) + "{\"title\": \"B\"}";
    JsonNode definition =
        Json.read(
            "{\"properties\": {\"a\": {\"type\": \"number\"}}, \"allOf\": [%s]}".formatted(parts));
    Columns columns = Columns.read(List.of("a"), definition, null, SOON);
    List<Violation> found = List.of(new Violation("/a", "type", "It is wrong."));

    for (int row = 0; row < 10_000; row++) {
      assertTrue(
          columns
              .explained(found, Json.write(cells("x")))
              .getFirst()
              .message()
              .contains("1234.50"));
    }
  }

  @Test
  void definitionThatRefersToItselfIsRead() {
    JsonNode definition =
        Json.read(
            """
            {"type": "object", "properties": {"a": {"$ref": "#/definitions/A"}, "b": {"$ref": "#"}},
             "definitions": {"A": {"anyOf": [{"$ref": "#/definitions/A"}, {"type": "number"}]}}}\
            """);
    Columns columns = Columns.read(List.of("a", "b.b.a"), definition, null, SOON);
    columns.requireDeclared();
    assertEquals(
        Json.read("{\"a\": 1, \"b\": {\"b\": {\"a\": 2}}}"), columns.document(cells("1", "2")));
  }

  private static JsonNode definition(String property) {
    return Json.read(
        "{\"type\": \"object\", \"properties\": {\"a\": %s}, \"definitions\": {\"text\": %s}}"
            .formatted(property, "{\"type\": \"string\"}"));
  }

  private static JsonNode cells(String... cells) {
    ArrayNode row = Json.array();
    List.of(cells).forEach(row::add);
    return row;
  }

  private static List<String> titles(int count) {
    return IntStream.range(0, count).mapToObj("column%d"::formatted).toList();
  }

  private static Failure refusal(List<String> titles, JsonNode definition) {
    return assertThrows(FailureException.class, () -> Columns.read(titles, definition, null, SOON))
        .failure();
  }
}
