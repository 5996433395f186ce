package org.attestry.gateway.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublicShapeTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "s | {\"properties\":{\"s\":{},\"a\":{}},\"required\":[\"s\",\"a\"]} |"
            + " {\"properties\":{\"a\":{}},\"required\":[\"a\"]}",
        "a.s | {\"properties\":{\"a\":{\"properties\":{\"s\":{},\"b\":{}}}}} |"
            + " {\"properties\":{\"a\":{\"properties\":{\"b\":{}}}}}",
        "a.s | {\"properties\":{\"a\":{\"items\":{\"properties\":{\"s\":{}}}}}} |"
            + " {\"properties\":{\"a\":{\"items\":{\"properties\":{}}}}}",
        "a[*].s | {\"properties\":{\"a\":{\"items\":{\"properties\":{\"s\":{}}}}}} |"
            + " {\"properties\":{\"a\":{\"items\":{\"properties\":{}}}}}",
        "a.s | {\"properties\":{\"a\":{\"$ref\":\"#/definitions/A\"}},"
            + "\"definitions\":{\"A\":{\"properties\":{\"s\":{}}}}} |"
            + " {\"properties\":{\"a\":{\"$ref\":\"#/definitions/A\"}},"
            + "\"definitions\":{\"A\":{\"properties\":{}}}}",
        "s | {\"properties\":{},\"allOf\":[{\"properties\":{\"s\":{},\"a\":{}}}]} |"
            + " {\"properties\":{},\"allOf\":[{\"properties\":{\"a\":{}}}]}",
        "s | {\"properties\":{},\"oneOf\":[{\"required\":[\"s\"]},{\"required\":[\"a\"]}]} |"
            + " {\"properties\":{}}",
        "s | {\"properties\":{},\"if\":{\"properties\":{\"s\":{\"const\":1}}},\"then\":{}} |"
            + " {\"properties\":{}}",
        "s | {\"properties\":{},\"dependencies\":{\"s\":[\"a\"],\"a\":[\"s\",\"b\"]}} |"
            + " {\"properties\":{},\"dependencies\":{\"a\":[\"b\"]}}",
        "s | {\"properties\":{\"s\":{}},\"examples\":[{\"s\":1}],\"default\":{\"s\":1}} |"
            + " {\"properties\":{}}",
        "a.* | {\"properties\":{\"a\":{\"properties\":{\"b\":{}},"
            + "\"additionalProperties\":{\"type\":\"string\"}}}} |"
            + " {\"properties\":{\"a\":{\"properties\":{}}}}"
      })
  void hidesAFieldWhereverTheSchemaSpeaksOfIt(String path, String schema, String expected) {
    assertEquals(Json.read(expected), shape(schema, List.of(FieldPath.parse(path))));
  }

  @Test
  void describesReferencesThatDoubleAtEachLevel() {
    StringBuilder schema = new StringBuilder("{\"allOf\": [{\"$ref\": \"#/definitions/D0\"}], ");
    schema.append("\"definitions\": {");
    for (int i = 0; i < 60; i++) {
      String next = "{\"$ref\": \"#/definitions/D%d\"}".formatted(i + 1);
      schema.append("\"D%d\": {\"allOf\": [%s, %s], \"default\": 1},".formatted(i, next, next));
    }
    schema.append("\"D60\": {\"properties\": {\"s\": {}, \"a\": {}}}}}");

    ObjectNode shape = shape(schema.toString(), List.of(FieldPath.parse("s")));

    assertEquals(Json.read("{\"properties\": {\"a\": {}}}"), shape.at("/definitions/D60"));
    assertEquals(true, shape.at("/definitions/D0/default").isMissingNode());
  }

  @Test
  void describesATypeThatIsTooMuchWorkAsAnObject() {
    StringBuilder schema = new StringBuilder("{\"$ref\": \"#/definitions/D0\", ");
    schema.append("\"definitions\": {");
    for (int i = 0; i < 20_000; i++) {
      schema.append("\"D%d\": {\"$ref\": \"#/definitions/D%d\"},".formatted(i, i + 1));
    }
    schema.append("\"D20000\": {\"properties\": {\"s\": {}}}}}");

    ObjectNode shape = shape(schema.toString(), List.of(FieldPath.parse("s")));

    assertEquals("object", shape.path("type").asText());
    assertEquals(false, shape.has("definitions"));
  }

  @Test
  void takesAPatternThatCannotBeTriedForOneThatMatches() {
    String deep = "(".repeat(20_000) + ")".repeat(20_000);

    assertEquals(
        false,
        shape("{\"patternProperties\": {\"%s\": {}}}".formatted(deep), List.of())
            .path("patternProperties")
            .has(deep));
  }

  @Test
  void followsReferencesThatLeadInACircle() {
    String schema =
        """
        {"$ref": "#/definitions/A",
         "definitions": {"A": {"allOf": [{"$ref": "#/definitions/A"}], "properties": {"s": {}}}}}\
        """;

    ObjectNode shape = shape(schema, List.of(FieldPath.of("s")));

    assertEquals(Json.read("{}"), shape.at("/definitions/A/properties"));
  }

  @Test
  void isOpenAndHasTheSystemFields() {
    EntityType type = type("{\"properties\":{},\"additionalProperties\":false}", List.of());

    assertEquals(
        Json.read("{\"properties\":{\"osid\":{\"type\":\"string\",\"readOnly\":true}}}"),
        PublicShape.of(type, Json.read("{\"osid\":{\"type\":\"string\"}}")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"maxProperties\":2} | {}",
        "{\"properties\":{\"maxProperties\":{\"type\":\"string\"}}} |"
            + " {\"properties\":{\"maxProperties\":{\"type\":\"string\"}}}",
        "{\"additionalProperties\":{\"type\":\"integer\"}} |"
            + " {\"additionalProperties\":{\"type\":\"integer\"},"
            + "\"properties\":{\"osid\":{\"type\":\"string\"}}}",
        "{\"patternProperties\":{\"^o\":{},\"^x\":{}}} | {\"patternProperties\":{\"^x\":{}}}",
        "{\"propertyNames\":{\"pattern\":\"^x\"}} | {}",
        "{\"const\":{\"x\":1}} | {}",
        "{\"enum\":[{\"x\":1},2]} | {}",
        "{\"enum\":[1,[2]]} | {\"enum\":[1,[2]]}",
        "{\"oneOf\":[{\"additionalProperties\":false},{}]} | {\"anyOf\":[{},{}]}",
        "{\"oneOf\":[{\"type\":\"string\"},{}]} | {\"oneOf\":[{\"type\":\"string\"},{}]}"
      })
  void allowsWhatIsReadOfNestedObjects(String schema, String expected) {
    String nested = "{\"properties\":{\"a\":{\"items\":%s}}}";

    assertEquals(Json.read(nested.formatted(expected)), shape(nested.formatted(schema), List.of()));
  }

  @Test
  void titlesOfHiddenFieldsAreLeftOutInEveryLanguage() {
    String schema =
        """
        {"properties": {"a": {}, "b": {}},
         "x-titles": {"hi": {"": "T", "/a": "A", "/b": "B", "/b/c": "C", "/d/e": "E", "/d/f": "F"}}}
        """;

    assertEquals(
        Json.read("{\"hi\": {\"\": \"T\", \"/a\": \"A\", \"/d/f\": \"F\"}}"),
        shape(schema, List.of(FieldPath.of("b"), FieldPath.of("d", FieldPath.ANY, "e")))
            .path("x-titles"));
  }

  private static ObjectNode shape(String schema, List<FieldPath> hidden) {
    return PublicShape.of(type(schema, hidden), Json.read("{}"));
  }

  private static EntityType type(String schema, List<FieldPath> hidden) {
    TypeConfig config =
        new TypeConfig(
            List.of(), null, null, List.of(), List.of(), List.of(), List.of(), hidden, List.of(),
            List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), null, Map.of(), true,
            true);
    return new EntityType("T", "schema-1", 1, JsonBytes.of(schema), config);
  }
}
