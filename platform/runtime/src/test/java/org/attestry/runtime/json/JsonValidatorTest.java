package org.attestry.runtime.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.attestry.contracts.ListedViolations;
import org.attestry.contracts.Violation;
import org.attestry.testkit.Cost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonValidatorTest {

  private static final int MEMBERS = 10_000;
  private static final int TIMES = 20;

  /** The most that {@link Json} parses. */
  private static final int VALUES = 200_000;

  @Test
  void manyUnknownMembersAreCountedAndNotDescribed() {
    JsonValidator shape = JsonValidator.of(closed());
    ObjectNode value = Json.object();
    for (int i = 0; i < MEMBERS; i++) {
      value.put("m" + i, 1);
    }

    ListedViolations found =
        Cost.atMost(
            Duration.ofSeconds(4),
            () -> {
              ListedViolations last = null;
              for (int i = 0; i < TIMES; i++) {
                last = shape.check(value, "");
              }
              return last;
            });

    assertEquals(100, found.listed().size());
    assertEquals(MEMBERS - 100, found.more());
    assertEquals("/m0", found.listed().getFirst().pointer());
  }

  @Test
  void aBodyOfWrongValuesTakesBoundedTime() {
    ObjectNode schema = Json.object().put("type", "array");
    schema.putObject("items").put("type", "string");
    ArrayNode value = Json.array();
    for (int i = 0; i < VALUES; i++) {
      value.add(1);
    }

    ListedViolations found =
        Cost.atMost(Duration.ofSeconds(4), () -> JsonValidator.of(schema).check(value, ""));

    assertEquals(VALUES - 100, found.more());
    assertEquals(new Violation("/0", "type", "/0 must be a string."), found.listed().getFirst());
  }

  @Test
  void statesOneViolationOfAValueOfTheWrongType() {
    assertEquals(
        List.of(
            new Violation("/a", "type", "/a must be a string or null."),
            new Violation("", "required", "It must have the member 'b'."),
            new Violation("/c", "unknown", "'c' is not known here; known are a, b, d."),
            new Violation("/d", "minLength", "/d must have 2 characters or more.")),
        JsonValidator.of(
                Json.read(
                    """
                    {"type": "object", "required": ["a", "b"], "additionalProperties": false,
                     "properties": {"a": {"type": ["string", "null"], "enum": ["x", null]},
                       "b": {}, "d": {"$ref": "#/definitions/d"}},
                     "definitions": {"d": {"minLength": 2}}}
                    """))
            .check(Json.read("{\"a\": 1, \"c\": 2, \"d\": \"e\"}"), "")
            .listed()
            .stream()
            .sorted(
                Comparator.comparing(
                    violation -> violation.rule().equals("required") ? "/b" : violation.pointer()))
            .toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a/b~c", "%41+", "é€", "a\u0001", "\u000f", "\u00011"})
  void pointerLeadsToTheMemberOrWhatIsAroundIt(String name) {
    ObjectNode value = Json.object();
    value.putObject("known").put(name, 1);
    ObjectNode schema = Json.object();
    schema.putObject("properties").putObject("known").put("additionalProperties", false);

    Violation found = JsonValidator.of(schema).check(value, "/at").listed().getFirst();

    String there = "/at/known/" + JsonPointers.escape(name);
    assertTrue(List.of(there, "/at/known").contains(found.pointer()), found.pointer());
    assertEquals(name.chars().allMatch(c -> c > 15), found.pointer().equals(there));
  }

  @Test
  void saysWhichMembersAreKnownAndWhereThereIsNone() {
    ObjectNode none = Json.object().put("type", "object").put("additionalProperties", false);

    assertEquals("'a' is not known here; there is none.", messageOn(none));
    none.putObject("properties").putObject("b");
    assertEquals("'a' is not known here; known are b.", messageOn(none));
  }

  private static String messageOn(ObjectNode schema) {
    ObjectNode value = Json.object().put("a", 1);
    return JsonValidator.of(schema).check(value, "").listed().getFirst().message();
  }

  private static JsonNode closed() {
    ObjectNode schema = Json.object();
    schema.put("type", "object").put("additionalProperties", false);
    ObjectNode properties = schema.putObject("properties");
    for (int i = 0; i < 10; i++) {
      properties.putObject("known" + i).put("type", "string");
    }
    return schema;
  }
}
