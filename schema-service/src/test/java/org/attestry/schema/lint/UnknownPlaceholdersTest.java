package org.attestry.schema.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.ListedViolations;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CredentialOperations.TemplateRead;
import org.attestry.schema.publication.Linting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnknownPlaceholdersTest {

  private static final JsonBytes TYPE =
      JsonBytes.of(
          """
          {
            "type": "object",
            "required": ["promised"],
            "properties": {
              "name": {"type": "string"},
              "level": {"enum": ["I", "II"]},
              "home": {"$ref": "#/definitions/Home"},
              "marks": {"type": "array", "items": {"$ref": "#/definitions/Mark"}},
              "pair": {"type": "array", "items": [{"properties": {"left": {}}}, {"type": "string"}]},
              "tags": {"type": "array"},
              "any": {},
              "free": {"type": "object"},
              "noted": {"properties": {"a": {}}, "additionalProperties": {"type": "string"}},
              "open": {"properties": {"a": {}}, "additionalProperties": true},
              "closed": {"properties": {"a": {}}, "additionalProperties": false},
              "byPattern": {"properties": {"a": {}}, "patternProperties": {"^x": {}}},
              "map": {"type": "object",
                "additionalProperties": {"type": "object", "properties": {"of": {}}}},
              "choice": {"oneOf": [{"type": "string"}, {"properties": {"kind": {}}}]},
              "optional": {"type": ["object", "null"], "properties": {"a": {}}},
              "empty": {"type": "object", "properties": {}},
              "anyItems": {"type": "array", "items": true},
              "noItems": {"type": "array", "items": false},
              "whole": {"type": "array", "items": [{"properties": {"a": {}}}],
                "additionalItems": false},
              "either": {"oneOf": [{"type": "string"}, {}]},
              "eitherAny": {"anyOf": [{"type": "string"}, true]},
              "self": {"$ref": "#"}
            },
            "if": {"properties": {"country": {"const": "IN"}}, "required": ["state"]},
            "then": {"properties": {"pin": {"type": "string"}}},
            "allOf": [{"properties": {"more": {"type": "string"}}}],
            "definitions": {
              "Home": {"type": "object", "properties": {"city": {"type": "string"}}},
              "Mark": {"allOf": [
                {"type": "object", "properties": {"of": {"type": "string"}}},
                {"properties": {"points": {"type": "integer"}}}
              ]}
            }
          }
          """);

  private static final Map<String, FieldPath> ALIASES =
      Map.of(
          "who", FieldPath.of("name"),
          "home", FieldPath.of("home"),
          "marks", FieldPath.of("marks"),
          "points", FieldPath.parse("$.marks[*].points"),
          "gone", FieldPath.of("nowhere"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "osid",
        "name",
        "level",
        "promised",
        "country",
        "state",
        "pin",
        "more",
        "home",
        "home/city",
        "home/osid",
        "marks/*/of",
        "marks/*/points",
        "marks/*/osid",
        "marks/0/of",
        "pair/0/left",
        "pair/2/x",
        "pair/*/x",
        "whole/0/a",
        "whole/*/a",
        "empty/x",
        "anyItems/*/x",
        "anyItems/0",
        "either/x",
        "eitherAny/x",
        "tags/*",
        "tags/0",
        "tags/*/x",
        "any/x/y",
        "free/x/y",
        "free/*/x",
        "noted/x",
        "open/x",
        "byPattern/x1",
        "map/x/of",
        "map/x/off",
        "map/*/of",
        "choice/kind",
        "optional/a",
        "self/self/home/city",
        "home/*",
        "*",
        "*/city"
      })
  void isSilentWhereThereMayBeAValue(String path) {
    assertEquals(List.of(), warnings(null, read(path)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nmae | there is no 'nmae'; did you mean 'name'?",
        "colour | there is no 'colour'.",
        "city | there is no 'city'.",
        "osCreatedAt | there is no 'osCreatedAt'.",
        "osOwner | there is no 'osOwner'.",
        "_osSignedData | there is no '_osSignedData'.",
        "name/first | there is no 'first'.",
        "level/x | there is no 'x'.",
        "home/citty | there is no 'citty'; did you mean 'city'?",
        "hme/city | there is no 'hme'; did you mean 'home'?",
        "hme/osid | there is no 'hme'; did you mean 'home'?",
        "marks/of | there is no 'of'.",
        "marks/length | there is no 'length'.",
        "marks/*/off | there is no 'off'; did you mean 'of'?",
        "marks/0/pionts | there is no 'pionts'; did you mean 'points'?",
        "noItems/*/x | there is no list or object to take each item of.",
        "whole/0/b | there is no 'b'; did you mean 'a'?",
        "name/*/x | there is no list or object to take each item of.",
        "closed/b | there is no 'b'; did you mean 'a'?",
        "optional/b | there is no 'b'; did you mean 'a'?",
        "self/self/nmae | there is no 'nmae'; did you mean 'name'?"
      })
  void warnsOfWhatNoEntityHas(String path, String reason) {
    String written = path.replace("/*/", "/").replace('/', '.');
    assertEquals(
        List.of(
            new Violation(
                "/t/credentialTemplate/a/b",
                "no-such-field",
                "'{{%s}}' is likely always empty: %s".formatted(written, reason))),
        warnings(null, read(path)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "who",
        "home/city",
        "home/osid",
        "marks/*/of",
        "marks/0/of",
        "points",
        "points/*",
        "points/0",
        "gone",
        "gone/x",
        "*"
      })
  void isSilentOfTheAliasesThatFillThePolicysTemplate(String path) {
    assertEquals(List.of(), warnings(ALIASES, read(path)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name | there is no 'name'.",
        "osid | there is no 'osid'.",
        "woh | there is no 'woh'; did you mean 'who'?",
        "who/first | there is no 'first'.",
        "home/citty | there is no 'citty'; did you mean 'city'?",
        "marks/*/off | there is no 'off'; did you mean 'of'?"
      })
  void warnsOfWhatIsNoAliasOfThePolicy(String path, String reason) {
    List<Violation> found = warnings(ALIASES, read(path));
    assertEquals(1, found.size());
    assertEquals(reason, found.getFirst().message().split(": ", 2)[1]);
  }

  @Test
  void aPolicyWithoutAliasesSaysNothingOfItsData() {
    assertEquals(List.of(), warnings(Map.of(), read("name")));
  }

  @Test
  void whatAnUnknownListHoldsIsNotWarnedOfAgain() {
    List<Violation> found =
        warnings(null, read("markz"), read("markz/*/of"), read("markz/*/of/x"), read("nmae"));
    assertEquals(
        List.of("'{{markz}}'", "'{{nmae}}'"),
        found.stream().map(one -> one.message().split(" ")[0]).toList());
  }

  /** Several types may have one configuration, at the root of the document. */
  @Test
  void aSharedTemplateReadsWhatOneOfItsTypesHas() {
    JsonBytes other = JsonBytes.of("{\"type\": \"object\", \"properties\": {\"code\": {}}}");
    List<TemplateRead> reads = List.of(read("name"), read("code"), read("nmae"));
    assertEquals(
        List.of("'{{nmae}}'"),
        UnknownPlaceholders.warnings(
                List.of(checked(TYPE, null, reads), checked(other, null, reads)), Linting.budget())
            .listed()
            .stream()
            .map(one -> one.message().split(" ")[0])
            .toList());
  }

  /** A document of a hundred types, and its templates, have much of both. */
  @Test
  void manyReadsOfAWideTypeEndSoon() {
    List<TemplateRead> reads =
        IntStream.range(0, 1_000).mapToObj(number -> read("q" + number)).toList();
    JsonBytes wide = object("averylongcommonprefixofallproperties", 9_900);
    ListedViolations found = warnings(Collections.nCopies(9, checked(wide, null, reads)));
    assertEquals(100, found.listed().size());
    assertEquals(900, found.more());
  }

  @Test
  void whatIsTooMuchWorkIsLeftUncheckedAndSaid() {
    String choices =
        IntStream.range(0, 4_000)
            .mapToObj("{\"properties\": {\"k%d\": {}}}"::formatted)
            .collect(Collectors.joining(","));
    JsonBytes wide =
        JsonBytes.of("{\"properties\": {\"x\": {\"oneOf\": [%s]}}}".formatted(choices));
    List<TemplateRead> reads =
        IntStream.range(0, 1_000).mapToObj(number -> read("x/k" + number)).toList();
    assertEquals(
        List.of("unchecked"),
        warnings(List.of(checked(wide, null, reads))).listed().stream()
            .map(Violation::rule)
            .toList());
  }

  private static JsonBytes object(String prefix, int size) {
    return JsonBytes.of(
        IntStream.range(0, size)
            .mapToObj(number -> "\"%s%d\": {}".formatted(prefix, number))
            .collect(Collectors.joining(",", "{\"properties\": {", "}}")));
  }

  private static ListedViolations warnings(List<TemplateUse.Checked> templates) {
    return UnknownPlaceholders.warnings(templates, Linting.budget());
  }

  private static TemplateRead read(String path) {
    List<String> segments = Arrays.asList(path.split("/"));
    String written =
        String.join(".", segments.stream().filter(one -> !one.equals(FieldPath.ANY)).toList());
    return new TemplateRead("/a/b", written, segments);
  }

  private static List<Violation> warnings(Map<String, FieldPath> aliases, TemplateRead... reads) {
    return UnknownPlaceholders.warnings(
            List.of(checked(TYPE, aliases, List.of(reads))), Linting.budget())
        .listed();
  }

  private static TemplateUse.Checked checked(
      JsonBytes definition, Map<String, FieldPath> aliases, List<TemplateRead> reads) {
    return new TemplateUse.Checked(
        new TemplateUse(
            "/t/credentialTemplate", JsonBytes.of("{}"), definition, aliases, List.of()),
        reads,
        List.of());
  }
}
