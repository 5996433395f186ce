package org.attestry.credential.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.credential.Budgets;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Cost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialTemplateTest {

  private static final JsonNode DATA =
      json(
          """
          {
            "name": "Ada \\"the\\" \\\\ <b>&amp;</b>\\n{{secret}}",
            "secret": "s3cret",
            "age": 36, "score": 1.50, "big": 1E+2, "huge": 1e300,
            "active": true, "never": false, "nothing": null, "zero": 0, "empty": "", "none": [],
            "address": {"city": "London", "geo": {"lat": 51.5}},
            "first name": "A", "x-y": "dash", "one": 1.0,
            "gaps": {"a": [null, 1, [], {"b": 2, "c": null}], "d": [], "e": null},
            "tags": ["a", "b"],
            "marks": [{"subject": "Maths", "points": 9}, {"subject": "Art", "points": 7}]
          }
          """);

  /** The registry's ids of nested objects are no data of the entity. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{{home}}|{\"city\":\"London\",\"geo\":{\"lat\":51.5}}",
        "{{homes}}|[{\"city\":\"Rome\"}]",
        "in {{home}}|\"in {\\\"city\\\":\\\"London\\\",\\\"geo\\\":{\\\"lat\\\":51.5}}\"",
        "{{#each homes}}{{this}}{{/each}}|{\"city\":\"Rome\"}",
        "{{#each home.geo}}{{@key}}{{/each}}|\"lat\"",
        "{{home.osid}}|\"o-1\"",
        "{{#each homes}}{{osid}}{{/each}}|\"o-3\"",
        "{{osid}}|\"o-0\""
      })
  void osidsOfAStoredEntityFillWhatNamesThem(String text, String expected) {
    JsonNode stored =
        json(
            """
            {
              "osid": "o-0",
              "home": {"city": "London", "osid": "o-1", "geo": {"lat": 51.5, "osid": "o-2"}},
              "homes": [{"city": "Rome", "osid": "o-3"}]
            }
            """);
    JsonNode template = Json.object().put("value", text);
    JsonNode asText = TextNode.valueOf(Json.object().put("value", text).toString());
    for (JsonNode one : List.of(template, asText)) {
      assertEquals(
          json(expected),
          CredentialTemplate.of(one).fillStored(stored, Budgets.ofACall()).document().get("value"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "{{age}}.|36.",
        "{{ score }}.|1.50.",
        "{{big}}.|100.",
        "{{huge}}.|1E+300.",
        "{{active}} {{never}}|true false",
        "[{{nothing}}{{missing}}{{address.missing.deeper}}]|[]",
        "{{address.city}}/{{address/geo/lat}}|London/51.5",
        "{{address}}.|{\"city\":\"London\",\"geo\":{\"lat\":51.5}}.",
        "{{tags}}.|a,b.",
        "{{tags.1}} {{tags.[0]}} {{marks.0.subject}}|b a Maths",
        "{{[first name]}} {{x-y}} {{this.age}} {{@root.age}}|A dash 36 36",
        "{{{secret}}} {{&secret}} {{~secret~}} |s3cret s3crets3cret",
        "{{#if active}}yes{{else}}no{{/if}}|yes",
        "{{#if never}}yes{{else}}no{{/if}}|no",
        "{{#if zero}}y{{/if}}{{#if empty}}y{{/if}}{{#if none}}y{{/if}}{{#if nothing}}y{{/if}}.|.",
        "{{#if never}}a{{else if active}}b{{else}}c{{/if}}|b",
        "{{#if never}}a{{else if zero}}b{{else}}c{{/if}}|c",
        "{{#unless never}}a{{else}}b{{/unless}}|a",
        "{{#each tags}}{{@index}}{{this}}{{#unless @last}},{{/unless}}{{/each}}|0a,1b",
        "{{#each marks}}{{subject}}={{this.points}}{{#if @first}};{{/if}}{{/each}}|Maths=9;Art=7",
        "{{#each marks}}{{../age}}{{age}}{{/each}}|3636",
        "{{#each address}}{{@key}} {{/each}}|city geo ",
        "{{#each none}}x{{else}}nobody{{/each}}|nobody",
        "{{#each missing}}x{{^}}nobody{{/each}}|nobody",
        "{{! a comment }}{{!-- {{another}} --}}x|x",
        "no expression } {|no expression } {"
      })
  void fillsStrings(String template, String expected) {
    assertEquals(expected, fill(template));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{{age}}|36",
        "{{score}}|1.50",
        "{{one}}|1.0",
        "{{active}}|true",
        "{{never}}|false",
        "{{zero}}|0",
        "{{tags}}|[\"a\", \"b\"]",
        "{{{tags}}}|[\"a\", \"b\"]",
        "{{address}}|{\"city\": \"London\", \"geo\": {\"lat\": 51.5}}",
        "{{secret}}|\"s3cret\"",
        "{{missing}}{{nothing}}|\"\"",
        "{{gaps}}|{\"a\": [1, {\"b\": 2}]}",
        "{{#if active}}{{age}}{{/if}}|36",
        "x{{age}}|\"x36\"",
        "{{age}}{{age}}|\"3636\""
      })
  void aPlaceholderThatIsTheWholeStringKeepsItsType(String template, String expected) {
    ObjectNode object = ((ObjectNode) json("{}")).put("text", template);
    JsonNode text = TextNode.valueOf("{\"text\": \"" + template + "\"}");
    for (JsonNode form : List.of(object, text)) {
      JsonNode filled = CredentialTemplate.of(form).fill(DATA, Budgets.ofACall()).get("text");
      assertEquals(jsonValue(expected).toString(), filled.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing", "nothing", "none", "empty", "address.missing"})
  void aPlaceholderAloneWithoutAValueIsLeftOut(String path) {
    String text =
        "{\"a\": \"{{%1$s}}\", \"b\": {\"c\": [\"x\", \"{{%1$s}}\"]}, \"d\": \"-{{%1$s}}\"}"
            .formatted(path);
    for (JsonNode form : List.of(json(text), TextNode.valueOf(text))) {
      var filled = CredentialTemplate.of(form).fillNaming(DATA, Budgets.ofACall());
      assertEquals(json("{\"b\": {\"c\": [\"x\"]}, \"d\": \"-\"}"), filled.document());
      assertEquals(Set.of("/a", "/b/c/1"), filled.leftOut());
    }
  }

  @Test
  void anObjectWithoutAnyValueIsLeftOutButTheSubjectKeepsItsClaims() {
    String text =
        """
        {"evidence": {"of": {"by": "{{missing}}"}}, "empty": {},
         "credentialSubject": {"name": "{{missing}}", "home": {"town": "{{missing}}"}}}\
        """;
    for (JsonNode form : List.of(json(text), TextNode.valueOf(text))) {
      assertEquals(
          json(
              "{\"empty\": {}, \"credentialSubject\": {\"name\": \"\", \"home\": {\"town\":"
                  + " \"\"}}}"),
          CredentialTemplate.of(form).fill(DATA, Budgets.ofACall()));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"@id", "@type", "id", "type", "schema:name", "https://schema.org/name", "uri"})
  void dataBringsNoMembersThatNameOrTypeANode(String name) {
    ObjectNode data = (ObjectNode) json("{\"v\": {\"a\": [{}]}}");
    ((ObjectNode) data.at("/v/a/0")).put(name, "did:web:eve");
    String context = "{\"@context\": [\"https://x.example\", {\"uri\": {\"@id\": \"@id\"}}], ";
    for (String template : List.of(context + "\"a\": \"{{v}}\"}", context + "\"a\": {{v}}}")) {
      JsonNode form = template.contains("\"{{") ? json(template) : TextNode.valueOf(template);
      Violation refused = refusal(form, data).failure().violations().getFirst();
      assertEquals("/a template.syntax", refused.pointer() + " " + refused.rule());
    }
  }

  /** Paths as they are written, and from the data on. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{{name}} {{name}} {{{a.b/c}}} {{this.d}}|name=name a.b.c=a.b.c d=d",
        "{{tags.1}} {{[first name].[x]}} {{x-y}}|tags.1=tags.1 [first name].x=first name.x x-y=x-y",
        "{{this}} {{.}} {{@root}} {{@index}}{{@key}} {{@root.name}}|@root.name=name",
        "{{#if a}}{{b}}{{else if c}}{{d}}{{else}}{{e}}{{/if}}|a=a b=b c=c d=d e=e",
        "{{#unless a}}{{b}}{{/unless}}|a=a b=b",
        "{{#each m}}{{a}}{{this.b}}{{this}}{{@key}}{{@index}}{{else}}{{c}}{{/each}}"
            + "|m=m a=m.*.a b=m.*.b c=c",
        "{{#each m}}{{../a}}{{@root.b}}{{#each ../n}}{{x}}{{../../y}}{{/each}}{{/each}}"
            + "|m=m ../a=a @root.b=b ../n=n x=n.*.x ../../y=y",
        "{{#each this}}{{a}}{{#each .}}{{b}}{{/each}}{{/each}}|a=*.a b=*.*.b",
        "{{../a}} {{#each @key}}{{b}}{{/each}}|",
        "no {{! {{a}} --}} {{!-- {{b}} --}}|"
      })
  void namesWhatItReads(String text, String expected) {
    String reads = expected == null ? "" : expected;
    JsonNode object = json("{}");
    ((ObjectNode) object).putObject("a").putArray("b/c").add(1).add(text);
    JsonNode whole = TextNode.valueOf("{\"a\": \"" + text + "\"}");
    assertEquals(reads, reads(object, "/a/b~1c/1"));
    assertEquals(reads, reads(whole, ""));
  }

  private static String reads(JsonNode template, String pointer) {
    return CredentialTemplate.of(template).reads(Budgets.ofACall()).stream()
        .peek(read -> assertEquals(pointer, read.pointer()))
        .map(read -> read.written() + "=" + String.join(".", read.path()))
        .collect(Collectors.joining(" "));
  }

  @Test
  void namesNoMoreThanAThousandReadsAndNoneThatAreUnusuallyLong() {
    String many =
        IntStream.range(0, 2_000).mapToObj("{{a%d}}"::formatted).collect(Collectors.joining());
    String deep = "{{#each " + "a.".repeat(31) + "a}}{{b}}{{/each}}{{" + "n".repeat(101) + "}}";

    assertEquals(1_000, reads(TextNode.valueOf("{ " + many), "").split(" ").length);
    assertEquals(1, reads(TextNode.valueOf("{ " + deep), "").split(" ").length);
  }

  @Test
  void insertsValuesAsTheyAre() {
    assertEquals(DATA.get("name").textValue(), fill("{{name}}"));
  }

  @Test
  void neverEvaluatesWhatTheDataHolds() {
    assertTrue(fill("{{name}}").endsWith("{{secret}}"));
  }

  @Test
  void keepsEverythingButStrings() {
    JsonNode template = json("{\"a\": [1, true, null, {\"b\": \"{{age}}\"}], \"c\": 1.50}");
    assertEquals(
        json("{\"a\": [1, true, null, {\"b\": 36}], \"c\": 1.50}"),
        CredentialTemplate.of(template).fill(DATA, Budgets.ofACall()));
  }

  @Test
  void leavesTheTemplateUnchanged() {
    JsonNode template = json("{\"a\": \"{{age}}\"}");
    CredentialTemplate.of(template).fill(DATA, Budgets.ofACall());
    assertEquals(json("{\"a\": \"{{age}}\"}"), template);
  }

  @Test
  void fillsATextWithBlocksAroundItsStructure() {
    String text =
        """
        {"name": "{{name}}", "age": {{age}}, "missing": {{missing}},
         "marks": [{{#each marks}}{"of": "{{subject}}"}{{#unless @last}},{{/unless}}{{/each}}]
         {{#if active}}, "active": "{{active}}"{{/if}}}
        """;
    ObjectNode filled = CredentialTemplate.of(TextNode.valueOf(text)).fill(DATA, Budgets.ofACall());
    JsonNode expected =
        json(
            """
            {"name": "", "age": 36,
             "marks": [{"of": "Maths"}, {"of": "Art"}], "active": true}
            """);
    ((ObjectNode) expected).set("name", DATA.get("name"));
    assertEquals(expected, filled);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\", \"admin\": \"true",
        "\\\", \"admin\": true, \"x\": \"\\",
        "1, \"admin\": true",
        "}, {\"admin\": true",
        "{\"admin\": true}",
        "[{\"@context\": \"https://evil.example\"}]",
        "\\u0022,\\u0022admin\\u0022:\\u0022",
        "{{secret}} {{#if",
        "\uE0000\uE001 \uE0001\uE001",
        "$0 \\1 \b\t\f"
      })
  void dataNeverChangesTheStructure(String hostile) {
    ObjectNode data = (ObjectNode) json("{\"secret\": \"s3cret\"}");
    data.put("v", hostile);
    String text = "{\"in\": \"[{{v}}]\", \"out\": {{v}}, \"raw\": \"{{{v}}}\", \"and\": {{&v}}}";
    ObjectNode expected = (ObjectNode) json("{}");
    expected.put("in", "[" + hostile + "]").put("out", hostile);
    expected.put("raw", hostile).put("and", hostile);

    assertEquals(
        expected, CredentialTemplate.of(TextNode.valueOf(text)).fill(data, Budgets.ofACall()));

    JsonNode object = json("{\"in\": \"[{{v}}]\", \"raw\": \"{{{v}}}\"}");
    assertEquals(
        expected.deepCopy().without(java.util.List.of("out", "and")),
        CredentialTemplate.of(object).fill(data, Budgets.ofACall()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"a\": {\"{{age}}\": 1}}|/a/{{age}}|template.place",
        "{\"@context\": [\"{{age}}\"]}|/@context/0|template.place",
        "{\"@context\": {\"a\": {\"@id\": \"{{age}}\"}}}|/@context/a/@id|template.place",
        "{\"a\": [\"{{> partial}}\"]}|/a/0|template.syntax",
        "{\"a\": \"{{lookup this 'x'}}\"}|/a|template.syntax",
        "{\"a\": \"{{#with address}}{{city}}{{/with}}\"}|/a|template.syntax",
        "{\"a\": \"{{#each tags as tag}}{{/each}}\"}|/a|template.syntax",
        "{\"a\": \"{{#each tags}}\"}|/a|template.syntax",
        "{\"a\": \"{{#if age}}{{/each}}\"}|/a|template.syntax",
        "{\"a\": \"{{#if age}}{{else}}{{else}}{{/if}}\"}|/a|template.syntax",
        "{\"a\": \"{{/if}}\"}|/a|template.syntax",
        "{\"a\": \"{{else}}\"}|/a|template.syntax",
        "{\"a\": \"{{}}\"}|/a|template.syntax",
        "{\"a\": \"{{age\"}|/a|template.syntax",
        "{\"a\": \"{{this.constructor()}}\"}|/a|template.syntax",
        "{\"a\": \"{{{{raw}}}}\"}|/a|template.syntax",
        "{\"a\": \"{{a..b}}\"}|/a|template.syntax",
        "{\"a\": \"{{@foo}}\"}|/a|template.syntax"
      })
  void refusesWhatItDoesNotFill(String template, String pointer, String rule) {
    Violation violation = violationOf(json(template));
    assertEquals(pointer + " " + rule, violation.pointer() + " " + violation.rule());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.org/template.json",
        "{\"a\": ",
        "{\"a\": \"{{#each marks}}\"}",
        "{ {{age}}: 1 }",
        "{\"x\uE000\": 1}",
        "{\"x\": \"\\ue000\"}",
        "{\"a\": [{{#each marks}}1,{{/each}}]}"
      })
  void refusesTextsThatAreNoTemplate(String text) {
    assertTrue(violationOf(TextNode.valueOf(text)).rule().startsWith("template."));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "null", "[]", "true"})
  void refusesOtherJson(String template) {
    assertEquals("type", violationOf(jsonValue(template)).rule());
  }

  @Test
  void stopsWhenBlocksMultiplyWithoutEnd() {
    ObjectNode data = (ObjectNode) json("{}");
    for (int i = 0; i < 300; i++) {
      data.withArray("a").add(i);
    }
    String each = "{{#each @root.a}}";
    String text = each + each + each + "x" + "{{/each}}".repeat(3);
    JsonNode template = ((ObjectNode) json("{}")).put("t", text);
    FailureException refused =
        assertThrows(
            FailureException.class,
            () -> CredentialTemplate.of(template).fill(data, Budgets.ofACall()));
    assertEquals("limit", refused.failure().violations().getFirst().rule());
  }

  @Test
  void countsTheRoundsOfLoopsThatWriteNothing() {
    ObjectNode data = (ObjectNode) json("{}");
    for (int i = 0; i < 5_000; i++) {
      data.withArray("a").add(i);
    }
    String text = "{{#each a}}{{#each ../a}}{{/each}}{{/each}}";
    for (JsonNode template :
        List.of(((ObjectNode) json("{}")).put("t", text), TextNode.valueOf("{ " + text + "}"))) {
      assertTooMuchWork(template, data);
    }
  }

  @Test
  void countsTheStepsOfLongPaths() {
    ObjectNode data = (ObjectNode) json("{}");
    for (int i = 0; i < 1_000; i++) {
      data.withArray("a").add(i);
    }
    String path = "a" + ".a".repeat(1_000);
    assertTooMuchWork(
        ((ObjectNode) json("{}")).put("t", "{{#each a}}{{" + path + "}}{{/each}}"), data);
  }

  @Test
  void stopsWhereABigValueIsWrittenAgainAndAgain() {
    ObjectNode data = (ObjectNode) json("{}");
    data.putObject("a").put("text", "x".repeat(100_000));
    JsonNode template = ((ObjectNode) json("{}")).put("t", "{{a}}".repeat(100_000));
    assertEquals("template.syntax", refusal(template, data).failure().violations().get(0).rule());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void readsTemplatesInLinearTime(int shape) {
    String text =
        switch (shape) {
          case 1 -> "{{" + "../".repeat(300_000) + "a}}";
          case 2 -> " ".repeat(300_000) + "x" + "{{~!}}".repeat(100_000);
          case 3 -> "{{#each" + " ".repeat(400_000) + "a" + " ".repeat(400_000) + "}}{{/each}}";
          case 4 -> "{{a" + ".a".repeat(400_000) + "}}";
          default -> "{{" + "[".repeat(300_000) + "}}";
        };
    JsonNode template = ((ObjectNode) json("{}")).put("t", text);
    Cost.atMost(
        Duration.ofSeconds(10),
        () -> {
          try {
            CredentialTemplate.of(template).fill(DATA, Budgets.ofACall());
          } catch (FailureException refused) {
            assertTrue(refused.getMessage().length() < 1_000);
          }
        });
  }

  private static void assertTooMuchWork(JsonNode template, JsonNode data) {
    assertEquals("limit", refusal(template, data).failure().violations().getFirst().rule());
  }

  private static FailureException refusal(JsonNode template, JsonNode data) {
    return assertThrows(
        FailureException.class,
        () -> CredentialTemplate.of(template).fill(data, Budgets.ofACall()));
  }

  private static String fill(String text) {
    ObjectNode template = ((ObjectNode) json("{}")).put("text", text);
    return CredentialTemplate.of(template).fill(DATA, Budgets.ofACall()).get("text").textValue();
  }

  private static Violation violationOf(JsonNode template) {
    FailureException refused =
        assertThrows(
            FailureException.class,
            () -> CredentialTemplate.of(template).fill(DATA, Budgets.ofACall()));
    return refused.failure().violations().getFirst();
  }

  private static JsonNode json(String text) {
    return jsonValue(text);
  }

  private static JsonNode jsonValue(String text) {
    return Json.parse(JsonBytes.of(text));
  }
}
