package org.attestry.registry.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Cost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntityValidatorTest {

  private static final Deadline SOON = Deadline.in(Duration.ofMinutes(5));

  @Test
  void violationsPointWithEscapedPointers() {
    List<Violation> found =
        complete(
            "{\"properties\": {\"a/b\": {\"items\": {\"required\": [\"c~d\"]}}}}",
            "{\"a/b\": [{}]}");
    assertEquals("/a~1b/0/c~0d", found.get(0).pointer());
    assertEquals("required", found.get(0).rule());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "date",
        "date-time",
        "email",
        "uri",
        "uuid",
        "ipv4",
        "ipv6",
        "time",
        "hostname",
        "regex",
        "iri",
        "uri-template",
        "json-pointer",
        "relative-json-pointer",
        "duration",
        "idn-email"
      })
  void theExampleThatAMessageGivesIsOfTheFormat(String format) {
    String schema = "{\"properties\": {\"v\": {\"format\": \"%s\"}}}".formatted(format);
    List<Violation> found = complete(schema, "{\"v\": \"\\\\ no [ (such {\"}");
    if (!found.isEmpty()) {
      String message = found.get(0).message();
      String example = message.substring(message.indexOf("such as ") + 8, message.length() - 1);
      assertTrue(message.contains(" such as "), message);
      assertEquals(List.of(), complete(schema, "{\"v\": \"%s\"}".formatted(example)), example);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"date", "date-time", "email", "uri", "uuid", "ipv4", "time"})
  void formatsAreAsserted(String format) {
    String schema = "{\"properties\": {\"v\": {\"format\": \"%s\"}}}".formatted(format);
    Violation found = complete(schema, "{\"v\": \"no such thing\"}").get(0);
    assertEquals("format", found.rule());
    String sentence =
        "The value does not match the %s format: it must be a valid ".formatted(format);
    assertTrue(found.message().startsWith(sentence), found.message());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"$ref\": \"http://127.0.0.1:9/x.json\"}",
        "{\"properties\": {\"a\": {\"$ref\": \"file:///etc/passwd\"}}}",
        "{\"properties\": {\"a\": {\"$ref\": \"Other.json#/definitions/X\"}}}",
        "{\"properties\": {\"a\": {\"$ref\": \"classpath:/logback.xml\"}}}"
      })
  void referencesThatLeaveTheDocumentDoNotCompile(String schema) {
    assertThrows(RuntimeException.class, () -> new EntityValidator(Json.read(schema)));
  }

  @Test
  void identifiersInsideDoNotMoveReferences() {
    String schema =
        """
        {"$id": "http://elsewhere.example/", "$schema": "http://json-schema.org/draft-07/schema",
         "properties": {"a": {"$id": "#/properties/a", "$ref": "#/definitions/A"}},
         "definitions": {"A": {"$id": "http://other.example/a", "type": "string"}}}
        """;
    assertEquals("/a", complete(schema, "{\"a\": 1}").get(0).pointer());
    assertEquals(List.of(), complete(schema, "{\"a\": \"x\"}"));
  }

  @Test
  void patternsTakeLinearTime() {
    String schema = "{\"properties\": {\"v\": {\"pattern\": \"^(a+)+$\"}}}";
    String value = "{\"v\": \"%s!\"}".formatted("a".repeat(50_000));
    Cost.atMost(Duration.ofSeconds(5), () -> assertEquals(1, complete(schema, value).size()));
  }

  @Test
  void patternsAreReadAsEcmaScriptWritesThem() {
    String schema = "{\"properties\": {\"v\": {\"pattern\": \"^\\\\u0041\\\\d\\\\/$\"}}}";
    assertEquals(List.of(), complete(schema, "{\"v\": \"A7/\"}"));
    assertEquals(1, complete(schema, "{\"v\": \"B7/\"}").size());
  }

  @Test
  void patternsThatCannotBeLinearDoNotCompile() {
    JsonNode schema = Json.read("{\"properties\": {\"v\": {\"pattern\": \"(a)\\\\1\"}}}");
    assertThrows(RuntimeException.class, () -> new EntityValidator(schema));
  }

  @Test
  void incompleteEntityMayLackWhatIsRequiredAtAnyDepth() {
    String schema =
        """
        {"required": ["a"], "properties": {"a": {"type": "integer"}, "b": {"$ref": "#/definitions/B"},
           "required": {"type": "string"}},
         "definitions": {"B": {"required": ["c"], "allOf": [{"required": ["d"]}]}},
         "oneOf": [{"required": ["x"]}, {"required": ["y"]}]}
        """;
    assertEquals(List.of(), incomplete(schema, "{\"b\": {}}"));
    assertEquals("/a", incomplete(schema, "{\"a\": \"1\", \"b\": {}}").get(0).pointer());
    assertEquals("/required", incomplete(schema, "{\"required\": 1}").get(0).pointer());
    assertTrue(complete(schema, "{\"b\": {}}").size() >= 3);
  }

  @Test
  void incompleteEntityIsNotRefusedByWhatMustNotBe() {
    String schema =
        """
        {"not": {"required": ["forbidden"]},
         "if": {"required": ["kind"]}, "then": {"properties": {"n": {"type": "integer"}}}}
        """;
    assertEquals(List.of(), incomplete(schema, "{\"n\": \"x\"}"));
    assertEquals(1, incomplete(schema, "{\"forbidden\": 1}").size());
    assertEquals(1, incomplete(schema, "{\"kind\": 1, \"n\": \"x\"}").size());
  }

  @Test
  void constantsAreNotTakenForSchemas() {
    String schema =
        "{\"properties\": {\"v\": {\"const\": {\"required\": [\"a\"], \"$id\": \"x\"}}}}";
    String value = "{\"v\": {\"required\": [\"a\"], \"$id\": \"x\"}}";
    assertEquals(List.of(), incomplete(schema, value));
  }

  @Test
  void bigNumbersAreComparedExactly() {
    String schema = "{\"properties\": {\"v\": {\"maximum\": 9007199254740993}}}";
    assertEquals(List.of(), complete(schema, "{\"v\": 9007199254740993}"));
    assertEquals(1, complete(schema, "{\"v\": 9007199254740994}").size());
  }

  @Test
  void theFaultsAreThoseOfTheAlternativeThatFitsBest() {
    String schema =
        """
        {"anyOf": [
           {"type": "string"},
           {"type": "object", "properties": {"kind": {"const": "person"}},
            "required": ["kind", "name", "born"]},
           {"type": "object",
            "properties": {"kind": {"const": "firm"}, "seats": {"items": {"type": "integer"}}},
            "required": ["kind", "number"]}]}
        """;
    assertEquals(
        List.of("/name required", "/born required"), faults(schema, "{\"kind\": \"person\"}"));
    assertEquals(
        List.of("/number required", "/seats/1 type"),
        faults(schema, "{\"kind\": \"firm\", \"seats\": [1, \"two\"]}"));
  }

  /** A constant in one alternative alone tells no alternatives apart. */
  @Test
  void theAlternativeWithTheFewestFaultsMayBeTheOneWithAnEnumeration() {
    String contact =
        """
        {"anyOf": [
           {"properties": {"email": {"type": "string"}}, "required": ["email"],
            "additionalProperties": false},
           {"properties": {"phone": {"type": "string"}, "country": {"$ref": "#/definitions/C"}},
            "required": ["phone"], "additionalProperties": false}],
         "definitions": {"C": {"enum": ["IN", "EG", "RU"]}}}
        """;
    List<Violation> found = complete(contact, "{\"phone\": \"1234567890\", \"country\": \"US\"}");
    assertEquals(
        List.of(
            new Violation(
                "/country",
                "enum",
                "The value does not have a value in the enumeration [\"IN\",\"EG\",\"RU\"].")),
        found);
    assertEquals(
        List.of(" alternatives"),
        faults(
            contact.replace("\"additionalProperties\": false", "\"title\": \"\""),
            "{\"phone\": \"1\", \"country\": \"US\"}"));
    String word = "{\"oneOf\": [{\"enum\": [\"none\"]}, {\"type\": \"string\", \"minLength\": 9}]}";
    assertEquals(List.of(" alternatives"), faults(word, "\"nothing\""));
    assertEquals(
        List.of("/a required", "/b required"),
        faults("{\"anyOf\": [{\"const\": null}, {\"required\": [\"a\", \"b\"]}]}", "{}"));
  }

  @Test
  void aTagThatNoAlternativeAllowsIsOneFaultWithTheTagsOfAll() {
    for (String a : List.of("{\"const\": \"A\"}", "{\"$ref\": \"#/definitions/A\"}")) {
      String schema =
          """
          {"oneOf": [
             {"type": "null"},
             {"type": "object", "properties": {"t": %s}, "required": ["t", "a"]},
             {"$ref": "#/definitions/B"}],
           "definitions": {"A": {"enum": ["A"]},
             "B": {"type": "object", "properties": {"t": {"enum": ["B"]}}, "required": ["t", "b", "c"]}}}
          """
              .formatted(a);
      assertEquals(
          List.of(
              new Violation(
                  "/t",
                  "enum",
                  "The value does not have a value in the enumeration [\"A\",\"B\"].")),
          complete(schema, "{\"t\": \"X\"}"));
      assertEquals(List.of("/b required", "/c required"), faults(schema, "{\"t\": \"B\"}"));
      assertEquals(List.of("/t required"), faults(schema, "{}"));
    }
  }

  @Test
  void alternativesThatLackOneThingEachAreOneFaultWithBoth() {
    String schema = "{\"anyOf\": [{\"required\": [\"email\"]}, {\"required\": [\"phone\"]}]}";
    List<Violation> found = complete(schema, "{}");
    assertEquals(List.of("alternatives"), found.stream().map(Violation::rule).toList());
    assertEquals(
        "The value fits none of the alternatives that its schema allows: The property 'email' is"
            + " missing. Or: The property 'phone' is missing.",
        found.getFirst().message());
  }

  @Test
  void alternativesThatListValuesAreOneList() {
    String schema =
        "{\"oneOf\": [{\"const\": \"A\", \"title\": \"Alpha\"}, {\"enum\": [\"B\", 3]}]}";
    List<Violation> found = complete(schema, "\"C\"");
    assertEquals(List.of("enum"), found.stream().map(Violation::rule).toList());
    assertEquals(
        "The value does not have a value in the enumeration [\"A\",\"B\",3].",
        found.getFirst().message());
  }

  @Test
  void alternativesInsideAlternativesNameTheInnermostFault() {
    String schema =
        """
        {"oneOf": [
           {"type": "null"},
           {"type": "object",
            "properties": {"id": {"anyOf": [{"type": "integer"}, {"maxLength": 2}]}}}]}
        """;
    assertEquals(List.of("/id maxLength"), faults(schema, "{\"id\": \"abc\"}"));
    assertEquals(List.of(), faults(schema, "{\"id\": \"ab\"}"));
  }

  private static List<String> faults(String schema, String value) {
    return complete(schema, value).stream()
        .map(fault -> fault.pointer() + " " + fault.rule())
        .toList();
  }

  @Test
  void severalAlternativesThatFitAreOneFault() {
    String schema = "{\"oneOf\": [{\"type\": \"null\"}, {}, {\"type\": \"object\"}]}";
    assertEquals(List.of("oneOf"), complete(schema, "{}").stream().map(Violation::rule).toList());
  }

  @Test
  void valueOfTheWrongTypeBreaksNoOtherRule() {
    String schema = "{\"properties\": {\"v\": {\"type\": \"string\", \"enum\": [\"a\"]}}}";
    List<Violation> found = complete(schema, "{\"v\": 1}");
    assertEquals(List.of("type"), found.stream().map(Violation::rule).toList());
    assertFalse(found.get(0).message().contains("\"a\""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "date",
        "date-time",
        "time",
        "email",
        "idn-email",
        "hostname",
        "idn-hostname",
        "ipv4",
        "ipv6",
        "uri",
        "uri-reference",
        "uri-template",
        "iri",
        "iri-reference",
        "json-pointer",
        "relative-json-pointer",
        "regex",
        "uuid"
      })
  void formatsOfLongTextsTakeNeitherTimeNorStack(String format) {
    String schema = "{\"properties\": {\"v\": {\"format\": \"%s\"}}}".formatted(format);
    for (String part : List.of("a.", "/", "{a}", "1:", "(a*)*", "a@", "-", "%20")) {
      String value = "{\"v\": \"%s\"}".formatted(part.repeat(200_000));
      Cost.atMost(Duration.ofSeconds(5), () -> complete(schema, value));
    }
  }

  @Test
  void regularExpressionThatTheEngineNeverFinishesIsNotOfItsFormat() {
    String schema = "{\"properties\": {\"v\": {\"format\": \"regex\"}}}";
    for (String value : List.of("(?i)\u1c80", "((a{500}){500}){500}", "(a|".repeat(300))) {
      List<Violation> found =
          Cost.atMost(Duration.ofSeconds(20), () -> complete(schema, "{\"v\": \"" + value + "\"}"));
      assertEquals(List.of("format"), found.stream().map(Violation::rule).toList());
    }
  }

  @Test
  void checkThatWouldNeverEndIsGivenUp() {
    String schema =
        """
        {"$ref": "#/definitions/n",
         "definitions": {"n": {"properties": {"x": {"type": "string"}, "c": {
            "anyOf": [{"$ref": "#/definitions/n"},
                      {"allOf": [{"$ref": "#/definitions/n"}, {"$ref": "#/definitions/n"}]}]}}}}}
        """;
    String deep = "{\"c\":".repeat(60) + "{\"x\":1}" + "}".repeat(60);
    EntityValidator validator = new EntityValidator(Json.read(schema));
    for (Budget budget : List.of(EntityValidator.small(SOON), EntityValidator.large(SOON))) {
      FailureException given =
          Cost.atMost(
              Duration.ofSeconds(10),
              () ->
                  assertThrows(
                      FailureException.class, () -> validator.check(Json.read(deep), budget)));
      assertTrue(EntityValidator.isTooComplex(given));
    }
    assertEquals(
        1, validator.check(Json.read("{\"c\": {\"x\": 1}}"), EntityValidator.large(SOON)).count());
  }

  @Test
  void listsBoundedlyManyWrongItems() {
    String schema = "{\"properties\": {\"a\": {\"items\": {\"type\": \"string\"}}}}";
    Violations found = violations(schema, "{\"a\": [1%s]}".formatted(",1".repeat(199_999)));

    assertEquals(200_000, found.count());
    assertEquals(100, found.listed().size());
    Failure received = found.failure(FailureKind.INVALID, "code", "message");
    assertEquals(199_900, received.moreViolations());
    assertEquals("/a/99", received.violations().getLast().pointer());
  }

  @Test
  void listsNoMoreCharactersThanItsLimit() {
    String deep = ("{\"" + "n".repeat(1_000) + "\":").repeat(50);
    String schema =
        "{\"items\": {\"type\": \"string\"}, \"additionalProperties\": {\"$ref\": \"#\"}}";
    Violations found =
        violations(schema, deep + "[1" + ",1".repeat(100_000) + "]" + "}".repeat(50));

    assertEquals(100_001, found.count());
    int characters = found.listed().stream().mapToInt(v -> v.pointer().length()).sum();
    assertTrue(characters < 200_000, characters + " characters");
  }

  @Test
  void manyWrongItemsInTheBestAlternativeAreCounted() {
    String schema =
        """
        {"properties": {"a": {"anyOf": [
           {"items": {"type": "string"}}, {"items": {"type": "boolean"}}]}}}
        """;
    Violations found = violations(schema, "{\"a\": [1%s]}".formatted(",1".repeat(199_999)));

    assertEquals(200_000, found.count());
    assertEquals("/a/0", found.listed().getFirst().pointer());
  }

  @Test
  void doubledAllOfCompilesAndChecksInItsSize() {
    StringBuilder definitions = new StringBuilder("\"n24\": {\"type\": \"string\"}");
    for (int i = 0; i < 24; i++) {
      definitions.append(
          ", \"n%1$d\": {\"allOf\": [{\"$ref\": \"#/definitions/n%2$d\"}, {\"$ref\": \"#/definitions/n%2$d\"}]}"
              .formatted(i, i + 1));
    }
    String schema =
        "{\"$ref\": \"#/definitions/n0\", \"definitions\": {%s}}".formatted(definitions);

    assertEquals(1, complete(schema, "1").size());
    assertEquals(List.of(), complete(schema, "\"x\""));
  }

  @Test
  void allOfThatIsDoubledInOtherWordsCompilesAndIsGivenUp() {
    StringBuilder definitions = new StringBuilder("\"n40\": {\"type\": \"string\"}");
    for (int i = 0; i < 40; i++) {
      definitions.append(
          ", \"n%1$d\": {\"allOf\": [{\"allOf\": [{\"$ref\": \"#/definitions/n%2$d\"}]}, {\"anyOf\": [{\"$ref\": \"#/definitions/n%2$d\"}]}]}"
              .formatted(i, i + 1));
    }
    String schema =
        "{\"$ref\": \"#/definitions/n0\", \"definitions\": {%s}}".formatted(definitions);
    assertGivenUp(schema, "\"x\"");
  }

  @Test
  void mutualRecursionOfCombinedSchemasIsGivenUp() {
    String schema =
        """
        {"$ref": "#/definitions/a", "definitions": {
           "a": {"allOf": [{"$ref": "#/definitions/b"}, {"anyOf": [{"$ref": "#/definitions/b"}]}]},
           "b": {"anyOf": [{"$ref": "#/definitions/a"}, {"allOf": [{"$ref": "#/definitions/a"}]}]}}}
        """;
    assertGivenUp(schema, "{}");
  }

  @Test
  void referencesThatLeadToThemselvesDoNotCompile() {
    String schema =
        """
        {"properties": {"x": {"$ref": "#/definitions/a"}}, "definitions": {
           "a": {"$ref": "#/definitions/b"}, "b": {"$ref": "#/definitions/a"}}}
        """;
    FailureException refused =
        assertThrows(FailureException.class, () -> new EntityValidator(Json.read(schema)));
    assertEquals("registry.type.unusable", refused.failure().code());
  }

  @Test
  void chainsOfReferencesCompileInTheirSize() {
    StringBuilder definitions = new StringBuilder("\"n30000\": {\"type\": \"string\"}");
    StringBuilder properties = new StringBuilder("\"x\": {}");
    for (int i = 0; i < 30_000; i++) {
      String next = "{\"$ref\": \"#/definitions/n%d\"}".formatted(i + 1);
      definitions.append(", \"n%d\": %s".formatted(i, next));
      properties.append(", \"p%d\": %s".formatted(i, next));
    }
    String schema =
        "{\"properties\": {%s}, \"definitions\": {%s}}".formatted(properties, definitions);
    Cost.atMost(
        Duration.ofSeconds(20), () -> assertEquals(1, complete(schema, "{\"p0\": 1}").size()));
  }

  @Test
  void longEnumsAreLookedUp() {
    String constants =
        IntStream.range(0, 60_000).mapToObj(Integer::toString).collect(Collectors.joining(","));
    String schema = "{\"items\": {\"enum\": [%s]}}".formatted(constants);
    String items = "[%s, -1, 7.0]".formatted(constants);

    List<Violation> found = Cost.atMost(Duration.ofSeconds(20), () -> complete(schema, items));

    assertEquals(List.of("/60000"), found.stream().map(Violation::pointer).toList());
    assertTrue(found.getFirst().message().length() < 200, found.getFirst().message());
  }

  @Test
  void uniqueItemsTakeNoPairOfItems() {
    String items =
        IntStream.range(0, 100_000)
            .mapToObj("{\"a\":%d}"::formatted)
            .collect(Collectors.joining(","));
    String schema = "{\"uniqueItems\": true}";
    Cost.atMost(
        Duration.ofSeconds(20),
        () -> {
          assertEquals(0, complete(schema, "[" + items + "]").size());
          assertEquals(1, complete(schema, "[" + items + ",{\"a\":5.0}]").size());
        });
  }

  @Test
  void uniqueItemsOfOneHashAreNoSlower() {
    List<String> texts = new ArrayList<>(List.of(""));
    for (int i = 0; i < 15; i++) {
      texts = texts.stream().flatMap(t -> Stream.of(t + "Aa", t + "BB")).toList();
    }
    String items = texts.stream().map(t -> "\"" + t + "\"").collect(Collectors.joining(","));
    Cost.atMost(
        Duration.ofSeconds(20),
        () -> assertEquals(0, complete("{\"uniqueItems\": true}", "[" + items + "]").size()));
  }

  @Test
  void manyPatternsOverManyMembersAreGivenUp() {
    String patterns =
        IntStream.range(0, 2_000)
            .mapToObj("\"x%d$\": {\"type\": \"string\"}"::formatted)
            .collect(Collectors.joining(","));
    String members =
        IntStream.range(0, 50_000)
            .mapToObj("\"m%d\":1"::formatted)
            .collect(Collectors.joining(","));
    assertGivenUp("{\"patternProperties\": {%s}}".formatted(patterns), "{" + members + "}");
  }

  @Test
  void patternsThatRepeatTooMuchAreGivenUpOrDoNotCompile() {
    String pattern = "^(([a-z]{1,30}){1,30}x)*$";
    String schema = "{\"properties\": {\"v\": {\"pattern\": \"%s\"}}}".formatted(pattern);
    assertGivenUp(schema, "{\"v\": \"%s\"}".formatted("a".repeat(900_000)));
    String many =
        IntStream.range(0, 500)
            .mapToObj("\"p%d\": {\"pattern\": \"x%<d[ab]{900}\"}"::formatted)
            .collect(Collectors.joining(","));
    JsonNode definition = Json.read("{\"properties\": {%s}}".formatted(many));
    FailureException refused =
        assertThrows(FailureException.class, () -> new EntityValidator(definition));
    assertEquals("registry.type.unusable", refused.failure().code());
  }

  @Test
  void checkEndsWhenItsDeadlinePasses() {
    EntityValidator validator =
        new EntityValidator(Json.read("{\"items\": {\"type\": \"string\"}}"));
    JsonNode items = Json.read("[1%s]".formatted(",1".repeat(10_000)));
    Budget budget = EntityValidator.large(Deadline.in(Duration.ZERO));

    FailureException late =
        assertThrows(FailureException.class, () -> validator.check(items, budget));
    assertEquals(FailureKind.TIMEOUT, late.failure().kind());
  }

  @Test
  void deepestCheckFitsASmallStack() throws InterruptedException {
    String schema =
        """
        {"$ref": "#/definitions/n", "definitions": {"n": {"oneOf": [{"type": "string"},
           {"allOf": [{"if": {}, "then": {"properties": {"c": {"not": {"not":
              {"dependencies": {"c": {"$ref": "#/definitions/n"}}}}}},
              "additionalProperties": {"$ref": "#/definitions/n"}}}]}]}}}
        """;
    String deep = "{\"c\":".repeat(63) + "1" + "}".repeat(63);
    EntityValidator validator = new EntityValidator(Json.read(schema));
    JsonNode entity = Json.read(deep);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Runnable check =
        () -> {
          try {
            validator.check(entity, EntityValidator.large(SOON));
          } catch (Throwable e) {
            thrown.set(e);
          }
        };
    Thread thread = new Thread(null, check, "small-stack", 256 * 1_024);
    thread.start();
    thread.join();
    Throwable given = thrown.get();
    assertTrue(given == null || EntityValidator.isTooComplex(given), String.valueOf(given));
  }

  private static void assertGivenUp(String schema, String entity) {
    EntityValidator validator = new EntityValidator(Json.read(schema));
    JsonNode body = Json.read(entity);
    FailureException given =
        Cost.atMost(
            Duration.ofSeconds(20),
            () ->
                assertThrows(
                    FailureException.class,
                    () -> validator.check(body, EntityValidator.large(SOON))));
    assertTrue(EntityValidator.isTooComplex(given), given.getMessage());
  }

  private static Violations violations(String schema, String entity) {
    return new EntityValidator(Json.read(schema))
        .check(Json.read(entity), EntityValidator.large(SOON));
  }

  private static List<Violation> complete(String schema, String entity) {
    return new EntityValidator(Json.read(schema))
        .check(Json.read(entity), EntityValidator.large(SOON))
        .listed();
  }

  private static List<Violation> incomplete(String schema, String entity) {
    return new EntityValidator(Json.read(schema))
        .checkIncomplete(Json.read(entity), EntityValidator.large(SOON))
        .listed();
  }
}
