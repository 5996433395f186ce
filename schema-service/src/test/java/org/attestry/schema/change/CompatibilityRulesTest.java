package org.attestry.schema.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.contracts.schema.SchemaChangeReport.Difference;
import org.attestry.contracts.schema.SchemaChangeReport.Effect;
import org.attestry.runtime.json.Json;
import org.attestry.schema.publication.Linting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each row: the old schema of a property, the new one, the effect, the rule. */
class CompatibilityRulesTest {

  private static final String ROOT = "/definitions/T";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"type":"string"} | {"type":["string","null"]} | COMPATIBLE | type
          {"type":"integer"} | {"type":"number"} | COMPATIBLE | type
          {"type":"number"} | {"type":"integer"} | NARROWING | type
          {"type":"string"} | {"type":"integer"} | NARROWING | type
          {"type":"string"} | {} | COMPATIBLE | type
          {} | {"type":"string"} | NARROWING | type
          {"enum":["a"]} | {"enum":["b","a"]} | COMPATIBLE | enum
          {"enum":["a","b"]} | {"enum":["a"]} | NARROWING | enum
          {"enum":["a","b"]} | {} | COMPATIBLE | enum
          {} | {"enum":["a"]} | NARROWING | enum
          {"const":1} | {"enum":[1,2]} | COMPATIBLE | const
          {"const":1} | {"const":2} | NARROWING | const
          {"minLength":2} | {"minLength":1} | COMPATIBLE | minLength
          {"minLength":1} | {"minLength":2} | NARROWING | minLength
          {"minimum":1} | {} | COMPATIBLE | minimum
          {} | {"exclusiveMinimum":1} | NARROWING | exclusiveMinimum
          {"maxLength":2} | {"maxLength":3} | COMPATIBLE | maxLength
          {"maximum":3} | {"maximum":2.5} | NARROWING | maximum
          {} | {"maxItems":2} | NARROWING | maxItems
          {"multipleOf":4} | {"multipleOf":2} | COMPATIBLE | multipleOf
          {"multipleOf":2} | {"multipleOf":4} | NARROWING | multipleOf
          {"pattern":"^a"} | {} | COMPATIBLE | pattern
          {"pattern":"^a"} | {"pattern":"^[ab]"} | DECIDED_BY_DATA | pattern
          {} | {"pattern":"^a"} | NARROWING | pattern
          {"format":"email"} | {} | COMPATIBLE | format
          {} | {"format":"email"} | NARROWING | format
          {"format":"email"} | {"format":"idn-email"} | DECIDED_BY_DATA | format
          {"uniqueItems":true} | {} | COMPATIBLE | uniqueItems
          {} | {"uniqueItems":true} | NARROWING | uniqueItems
          {"required":["a"]} | {} | COMPATIBLE | required
          {"required":["a"]} | {"required":["a","b"]} | NARROWING | required
          {"additionalProperties":false} | {"additionalProperties":false,"properties":{"a":{"type":"string"}}} | COMPATIBLE | properties
          {} | {"properties":{"a":{"type":"string"}}} | DECIDED_BY_DATA | properties
          {} | {"properties":{"a":{}}} | COMPATIBLE | properties
          {"properties":{"a":{"type":"string"}}} | {} | COMPATIBLE | properties
          {"additionalProperties":false,"properties":{"a":{}}} | {"additionalProperties":false} | NARROWING | properties
          {"additionalProperties":false} | {} | COMPATIBLE | additionalProperties
          {} | {"additionalProperties":false} | NARROWING | additionalProperties
          {"items":{"type":"string"}} | {"items":{"type":["string","null"]}} | COMPATIBLE | type
          {"items":[{}]} | {"items":{}} | DECIDED_BY_DATA | items
          {"allOf":[{"minLength":1}]} | {} | COMPATIBLE | minLength
          {} | {"allOf":[{"minLength":1}]} | NARROWING | minLength
          {"anyOf":[{"minLength":1}]} | {"anyOf":[{"type":"null"},{"minLength":1}]} | COMPATIBLE | anyOf
          {"anyOf":[{"minLength":1}]} | {"anyOf":[{"type":"null"}]} | DECIDED_BY_DATA | anyOf
          {} | {"anyOf":[{"type":"null"}]} | NARROWING | anyOf
          {"oneOf":[{"minLength":1}]} | {"oneOf":[{"minLength":1},{"type":"null"}]} | DECIDED_BY_DATA | oneOf
          {"not":{"type":"null"}} | {} | COMPATIBLE | not
          {"not":{"minLength":5}} | {"not":{"minLength":3}} | DECIDED_BY_DATA | not
          {} | {"not":{"type":"null"}} | NARROWING | not
          {} | {"dependencies":{"a":["b"]}} | NARROWING | dependencies
          true | false | NARROWING | properties
          false | true | COMPATIBLE | properties
          """)
  void classifiesTheChangeOfAKeyword(String before, String after, Effect effect, String rule) {
    List<Difference> found = compare(property(before), property(after));
    assertEquals(Set.of(effect), effects(found), found.toString());
    assertEquals(rule, found.getFirst().rule());
    assertTrue(found.getFirst().pointer().startsWith(ROOT + "/properties/p"), found.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"title":"a","description":"x","default":1} | {"title":"b","examples":[1]}
          {"type":["string","null"]} | {"type":["null","string"]}
          {"enum":["a","b"]} | {"enum":["b","a"]}
          {"minimum":1} | {"minimum":1.0}
          {"minItems":0} | {}
          {"format":"file"} | {"format":"picture"}
          {"additionalProperties":true} | {}
          {"if":{"required":["a"]}} | {"if":{"required":["a"],"title":"x"}}
          """)
  void seesNoDifferenceWhereThereIsNone(String before, String after) {
    assertEquals(List.of(), compare(property(before), property(after)));
  }

  @Test
  void followsReferencesAndPointsToWhereTheyLead() {
    String bundle =
        """
        {"properties": {"a": {"$ref": "#/definitions/A"}, "self": {"$ref": "#"}},
         "definitions": {"A": {"properties": {"b": {"maxLength": %d}, "a": {"$ref": "#/definitions/A"}}}}}
        """;
    Difference found = only(compare(bundle.formatted(9), bundle.formatted(5)));
    assertEquals("/definitions/A/properties/b/maxLength", found.pointer());
    assertEquals("9", found.before().text());
    assertEquals("5", found.after().text());
  }

  @Test
  void aReferencedSchemaThatGrowsUnderNotIsNoHarmlessChange() {
    String bundle =
        """
        {"properties": {"a": {"$ref": "#/definitions/A"}, "b": {"not": {"$ref": "#/definitions/A"}}},
         "definitions": {"A": {"maxLength": %d}}}
        """;
    List<Difference> found = compare(bundle.formatted(5), bundle.formatted(9));
    assertEquals(Set.of(Effect.COMPATIBLE, Effect.DECIDED_BY_DATA), effects(found));
  }

  @Test
  void recursiveAlternativesComeToAnEnd() {
    String bundle =
        """
        {"properties": {"tree": {"$ref": "#/definitions/N"}},
         "definitions": {"N": {"anyOf": [{"type": "null"},
           {"properties": {"l": {"$ref": "#/definitions/N"}, "r": {"$ref": "#/definitions/N"},
            "v": {"maximum": %d}}}]}}}
        """;
    assertEquals(List.of(), compare(bundle.formatted(1), bundle.formatted(1)));
    assertEquals(
        Set.of(Effect.COMPATIBLE), effects(compare(bundle.formatted(1), bundle.formatted(2))));
    assertEquals(
        Set.of(Effect.DECIDED_BY_DATA), effects(compare(bundle.formatted(2), bundle.formatted(1))));
  }

  @Test
  void aPropertyThatAPatternForbadeMayBeAdded() {
    List<Difference> found =
        compare(
            "{\"patternProperties\": {\"^x\": false}}",
            "{\"patternProperties\": {\"^x\": false}, \"properties\": {\"xa\": {\"type\":"
                + " \"null\"}}}");
    assertEquals(Effect.COMPATIBLE, only(found).effect());
  }

  private static String property(String schema) {
    return "{\"type\": \"object\", \"properties\": {\"p\": %s}}".formatted(schema);
  }

  private static List<Difference> compare(String before, String after) {
    JsonNode old = Json.read(before);
    JsonNode now = Json.read(after);
    return DefinitionComparison.of(old, now, ROOT, Linting.budget()).listed();
  }

  private static Set<Effect> effects(List<Difference> found) {
    Set<Effect> effects = new TreeSet<>();
    found.forEach(difference -> effects.add(difference.effect()));
    return effects;
  }

  private static <T> T only(List<T> list) {
    assertEquals(1, list.size(), list.toString());
    return list.getFirst();
  }
}
