package org.attestry.schema.publication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.EntityType;
import org.attestry.runtime.json.Json;
import org.attestry.schema.document.Findings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The warnings for likely mistakes. */
class LintAdviceTest {

  private static final String PERSON =
      "{\"name\": {\"type\": \"string\"}, \"contact\": {\"type\": \"object\", \"properties\":"
          + " {\"phone\": {\"type\": \"string\"}}}, \"more\": {\"type\": \"object\"}}";

  private final Findings findings = Linting.findings();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"minLenght": 3} | /minLenght | unknown-keyword | did you mean 'minLength'?
          {"patern": "a"} | /patern | unknown-keyword | did you mean 'pattern'?
          {"type": "string", "format": "emial"} | /format | unknown-format | did you mean 'email'?
          {"type": "string", "format": "file"} | /format | unknown-format | is not checked.
          {"$ref": "#/definitions/T", "required": ["x"]} | '' | beside-reference | combine required with it in 'allOf'
          {"properties": {"name": {}}, "required": ["nmae"]} | /required/0 | no-such-property | did you mean 'name'?
          {"properties": {"a": {}}, "required": ["zz"], "additionalProperties": false} | /required/0 | no-such-property | not among
          {"minLength": 3, "maxLength": 2} | /minLength | unsatisfiable | No value keeps 'minLength' and 'maxLength'
          {"minItems": 1, "maxItems": 0} | /minItems | unsatisfiable | correct one of them
          {"minProperties": 2, "maxProperties": 1} | /minProperties | unsatisfiable | correct one
          {"minimum": 1.5, "maximum": 1.25} | /minimum | unsatisfiable | and 'maximum'
          {"exclusiveMinimum": 1, "maximum": 1.0} | /exclusiveMinimum | unsatisfiable | and 'maximum'
          {"minimum": 1, "exclusiveMaximum": 1} | /minimum | unsatisfiable | and 'exclusiveMaximum'
          {"type": "integer", "enum": [1, "2"]} | /enum/1 | unsatisfiable | The value "2" is not of the type "integer"
          {"type": ["number", "null"], "const": "2"} | /const | unsatisfiable | The value "2" is not of the type
          """)
  void warnsOfWhatIsHardlyMeant(String schema, String pointer, String rule, String advice) {
    lint("{\"p\": %s}".formatted(schema), "{}");
    Violation warning = only(findings.warnings().listed());
    assertEquals("/definitions/T/properties/p" + pointer, warning.pointer());
    assertEquals(rule, warning.rule());
    assertTrue(warning.message().contains(advice), warning.message());
    assertEquals(List.of(), findings.violations().listed());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"x-order\": 3, \"widget\": \"date\"}",
        "{\"$ref\": \"#/definitions/T\", \"title\": \"Self\"}",
        "{\"properties\": {\"a\": {}}, \"required\": [\"zz\"]}",
        "{\"type\": \"string\", \"format\": \"date-time\"}",
        "{\"minimum\": 1, \"maximum\": 1.0, \"minLength\": 2, \"maxLength\": 2}",
        "{\"type\": \"integer\", \"enum\": [1, 2.0, 1e3]}",
        "{\"type\": [\"string\", \"null\"], \"enum\": [\"a\", null]}"
      })
  void warnsOfNothingThatMayBeMeant(String schema) {
    lint("{\"p\": %s}".formatted(schema), "{}");
    assertEquals(List.of(), findings.all().listed());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"osid": {}}                                          | /osid
          {"_osState": {}}                                      | /_osState
          {"osOwner": {}}                                       | /osOwner
          {"p": {"properties": {"_os/x": {}}}}                  | /p/properties/_os~1x
          {"p": {"items": {"properties": {"osUpdatedAt": {}}}}} | /p/items/properties/osUpdatedAt
          """)
  void warnsOfAPropertyThatNoBodyMayHold(String properties, String at) {
    lint(properties, "{}");
    Violation warning = only(findings.warnings().listed());
    assertEquals("/definitions/T/properties" + at, warning.pointer());
    assertEquals("system-field", warning.rule());
    assertEquals(List.of(), findings.violations().listed());
  }

  @Test
  void warnsOfASystemFieldThatATypeTakesFromItsParts() {
    String parts = "\"allOf\": [{\"properties\": {\"osid\": {}}}], \"required\": []";
    lintDocument(SampleDocuments.typed("T", "{}", "{}").replace("\"required\": []", parts));
    assertEquals("/definitions/T", only(findings.warnings().listed()).pointer());
  }

  @ParameterizedTest
  @ValueSource(strings = {"osidOf", "os", "oss", "osCreated"})
  void aNameThatIsNearlyThatOfASystemFieldIsFree(String name) {
    lint("{\"%s\": {}, \"p\": {\"properties\": {\"osid\": {}}}}".formatted(name), "{}");
    assertEquals(List.of(), findings.all().listed());
  }

  @Test
  void warnsOfAPropertyWithTheNameOfTheOperationsOnAttestations() {
    lint("{\"attestation\": {\"type\": \"string\"}}", "{}");
    assertEquals("operation-name", only(findings.warnings().listed()).rule());
  }

  @ParameterizedTest
  @ValueSource(strings = {"reinstate", "revoke", "suspend"})
  void warnsOfAPropertyThatNothingCanBeAddedTo(String name) {
    lint("{\"%s\": {\"type\": \"string\"}}".formatted(name), "{}");
    Violation warning = only(findings.warnings().listed());
    assertEquals("operation-name", warning.rule());
    assertTrue(warning.message().contains("POST …/{id}/" + name), warning.message());
    assertEquals(List.of(), findings.violations().listed());
  }

  @Test
  void namesTheDefinitionThatAReferenceMayHaveMeant() {
    lint("{\"p\": {\"$ref\": \"#/definitions/TT\"}}", "{}");
    String message = only(findings.violations().listed()).message();
    assertTrue(message.contains("did you mean '/definitions/T'?"), message);
  }

  @ParameterizedTest
  @CsvSource({
    "/nmae,did you mean $.name?",
    "/contact/fone,",
    "/contact/fone/home,",
    "/phone,did you mean $.contact.phone?",
  })
  void ownerThatLeadsNowhereIsRefused(String pointer, String advice) {
    lint(PERSON, "{\"ownershipAttributes\": [{\"userId\": \"%s\"}]}".formatted(pointer));
    Violation violation = only(findings.violations().listed());
    assertEquals("/definitions/T/_osConfig/ownershipAttributes/0/userId", violation.pointer());
    assertTrue(
        violation.message().contains(advice == null ? "leads to no field" : advice),
        violation.message());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"userId\": \"/all/0/phone\"}",
        "{\"userId\": \"/all/200000/phone\"}",
        "{\"userId\": \"$.all[*].phone\"}",
        "{\"userId\": \"/name\", \"email\": \"/all/0/phone\"}",
        "{\"userId\": \"/name\", \"mobile\": \"/all/*/phone\"}",
        "{\"userId\": \"/name\", \"password\": \"/all/1\"}"
      })
  void ownerInAListIsRefused(String attribute) {
    lint(
        "{\"name\": {}, \"all\": {\"type\": \"array\", \"items\": {\"type\": \"object\"}}}",
        "{\"ownershipAttributes\": [%s]}".formatted(attribute));
    assertEquals("owner-in-list", only(findings.violations().listed()).rule());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          urn:x:{{name}} | [] | true
          urn:x:1 | [] | true
          urn:x:{{name}} | ["contact.phone"] | true
          urn:x:{{name}} | ["(name,contact.phone)"] | true
          urn:x:{{name}}:{{contact.phone}} | ["(name,contact.phone)"] | false
          urn:x:{{name}} | ["name"] | false
          urn:x:{{{name}}} | ["name"] | false
          urn:x:{{ name }}-{{more}} | [{"field": "name", "caseInsensitive": true}] | false
          urn:uuid:{{osid}} | [] | false
          '' | [] | false
          """)
  void warnsOfIdsThatSeveralCredentialsMayHave(String id, String unique, boolean warned) {
    String template = "{\"id\": \"%s\", \"credentialSubject\": {}}".formatted(id);
    lint(
        PERSON,
        "{\"uniqueIndexFields\": %s, \"credentialTemplate\": %s}".formatted(unique, template));
    assertEquals(List.of(), findings.violations().listed());
    assertEquals(
        warned ? List.of("shared-id") : List.of(),
        findings.warnings().listed().stream().map(Violation::rule).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{name}}",
        "{{#if name}}urn:x{{/if}}",
        "u{{name}}",
        "urn:uuid:{{name}}",
        "URN:UUID:1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4be{{name}}"
      })
  void refusesIdsByWhichDataHasTheIdOfAnyCredential(String id) {
    String config = "{\"uniqueIndexFields\": [\"name\"], \"credentialTemplate\": %s}";
    String template = "{\"id\": \"%s\", \"credentialSubject\": {}}".formatted(id);
    for (String form : List.of(template, Json.write(template).text())) {
      lint(PERSON, config.formatted(form));

      assertEquals("id-of-others", only(findings.violations().listed()).rule());
    }
  }

  @ParameterizedTest
  @CsvSource({"urn:x:{{n}}, false", "urn:x:{{p}}, true", "urn:x:{{none}}, true"})
  void warnsOfIdsThatSeveralAttestationsMayHave(String id, boolean warned) {
    lint(
        PERSON,
        """
        {"uniqueIndexFields": ["name"],
         "attestationPolicies": [{"name": "a", "type": "MANUAL", "conditions": "",
           "attestorPlugin": "did:internal:ClaimPluginActor?entity=B",
           "attestationProperties": {"n": "$.name", "p": "$.contact.phone"},
           "credentialTemplate": {"id": "%s", "credentialSubject": {}}}]}
        """
            .formatted(id));
    assertEquals(
        warned,
        findings.warnings().listed().stream().anyMatch(one -> one.rule().equals("shared-id")));
  }

  @Test
  void ownerMayBeAtAPathThatTheSchemaDoesNotDescribe() {
    lint(PERSON, "{\"ownershipAttributes\": [{\"userId\": \"/more/phone\"}]}");
    assertEquals(List.of(), findings.violations().listed());
  }

  @Test
  void whatElseIsKnownOfAnOwnerIsOnlyWarnedOf() {
    lint(PERSON, "{\"ownershipAttributes\": [{\"userId\": \"/name\", \"email\": \"/mail\"}]}");
    assertEquals(List.of(), findings.violations().listed());
    assertEquals("no-such-field", only(findings.warnings().listed()).rule());
  }

  @Test
  void indexFieldThatIsNearlyOneIsWarnedOfWithItsPath() {
    lint(PERSON, "{\"indexFields\": [\"phnoe\"]}");
    Violation warning = only(findings.warnings().listed());
    assertTrue(warning.message().contains("did you mean $.contact.phone?"), warning.message());
  }

  @Test
  void propertyOfTheRootThatIsNoTypeIsWarnedOf() {
    String document =
        "{\"properties\": {\"T\": {\"type\": \"object\", \"properties\": {}}}, \"definitions\":"
            + " {}}";
    lintDocument(document);
    assertEquals("/properties/T", only(findings.warnings().listed()).pointer());
    assertEquals("no-type", only(findings.warnings().listed()).rule());
  }

  @Test
  void severalTypesMayStandInOneDocument() {
    String document =
        """
        {"properties": {"A": {"$ref": "#/definitions/A"}, "B": {"$ref": "#/definitions/Bee"}},
         "definitions": {"A": {"type": "object", "_osConfig": {"roles": ["a"]}},
                         "Bee": {"type": "object"}},
         "_osConfig": {"roles": ["b"]}}
        """;
    List<EntityType> types = lintDocument(document);
    assertEquals(List.of("A", "B"), types.stream().map(type -> type.name()).toList());
    assertEquals(List.of("a"), types.getFirst().config().roles());
    assertEquals(List.of("b"), types.getLast().config().roles());
  }

  static Stream<String> tooBig() {
    return Stream.of(
        "{\"properties\": {%s}, \"definitions\": {\"A\": {\"type\": \"object\"}}}"
            .formatted(many(101, "\"T%d\": {\"$ref\": \"#/definitions/A\"}")),
        SampleDocuments.typed(
            "T",
            "{%s}"
                .formatted(
                    many(100, "\"p%d\": {\"properties\": {" + many(100, "\"q%d\": {}") + "}}")),
            "{}"),
        SampleDocuments.typed(
            "T", PERSON, "{\"indexFields\": [%s]}".formatted(many(65, "\"name\""))),
        SampleDocuments.typed(
            "T",
            PERSON,
            "{\"attestationPolicies\": [%s]}".formatted(many(65, "{\"name\": \"p%d\"}"))));
  }

  @ParameterizedTest
  @MethodSource("tooBig")
  void tooMuchInOneDocumentIsRefused(String document) {
    assertEquals("limit", only(violations(document)).rule());
  }

  @Test
  void allViolationsAreReportedAtOnce() {
    lint("{\"p\": {\"pattern\": \"(?=a)\"}}", "{\"role\": [], \"indexFields\": [\"q\"]}");
    assertEquals(
        List.of("pattern", "unknown"),
        findings.violations().listed().stream().map(Violation::rule).toList());
    assertEquals("no-such-field", only(findings.warnings().listed()).rule());
  }

  private List<Violation> violations(String document) {
    try {
      lintDocument(document);
      return findings.violations().listed();
    } catch (FailureException refused) {
      return refused.failure().violations();
    }
  }

  private static String many(int count, String each) {
    return IntStream.range(0, count).mapToObj(each::formatted).collect(Collectors.joining(","));
  }

  private void lint(String properties, String config) {
    lintDocument(SampleDocuments.typed("T", properties, config));
  }

  private List<EntityType> lintDocument(String text) {
    return Linting.lint(text, findings);
  }

  private static <T> T only(List<T> list) {
    assertEquals(1, list.size(), list.toString());
    return list.getFirst();
  }
}
