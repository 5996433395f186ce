package org.attestry.registry.domain.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntityValidatorTest {

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
    assertTimeoutPreemptively(
        Duration.ofSeconds(5), () -> assertEquals(1, complete(schema, value).size()));
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
  void alternativesOfWhichNoneFitsAreOneFault() {
    String schema =
        """
        {"properties": {
           "a": {"anyOf": [{"type": "string"}, {"type": "object", "required": ["x", "y"]}]},
           "b": {"items": {"oneOf": [{"type": "string"}, {"type": "boolean"}]}}}}
        """;
    List<Violation> found = complete(schema, "{\"a\": {}, \"b\": [1, \"s\", null]}");
    assertEquals(List.of("/a", "/b/0", "/b/2"), found.stream().map(Violation::pointer).toList());
    assertTrue(found.stream().allMatch(fault -> fault.rule().equals("alternatives")));
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
      assertTimeoutPreemptively(Duration.ofSeconds(5), () -> complete(schema, value));
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
    for (Effort effort : List.of(Effort.small(), Effort.large())) {
      FailureException given =
          assertTimeoutPreemptively(
              Duration.ofSeconds(10),
              () ->
                  assertThrows(
                      FailureException.class, () -> validator.check(Json.read(deep), effort)));
      assertTrue(Effort.isExceeded(given));
    }
    assertEquals(1, validator.check(Json.read("{\"c\": {\"x\": 1}}")).size());
  }

  private static List<Violation> complete(String schema, String entity) {
    return new EntityValidator(Json.read(schema)).check(Json.read(entity));
  }

  private static List<Violation> incomplete(String schema, String entity) {
    return new EntityValidator(Json.read(schema))
        .checkIncomplete(Json.read(entity), Effort.large());
  }
}
