package org.attestry.schema.publication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.DecisionRules;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.runtime.json.Json;
import org.attestry.schema.document.Findings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The members of {@code _osConfig}, their values and their places. */
class OsConfigTest {

  private static final String AT = "/definitions/T/_osConfig";
  private static final String PROPERTIES =
      "{\"name\": {\"type\": \"string\"}, \"tags\": {\"items\": {\"properties\": {\"tag\": {}}}},"
          + " \"home\": {\"properties\": {\"town\": {}}}}";

  private final Findings findings = Linting.findings();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "osComment",
        "publicFields",
        "attestationFields",
        "uniqueIdentifierFields",
        "autoAttestationPolicies",
        "attestationAttributes",
        "subjectJsonPath",
        "privateFieldConfig",
        "internalFieldConfig",
        "functionDefinitions",
        "notificationTemplates"
      })
  void membersThatAreNotActedOnAreNamed(String member) {
    read("{\"%s\": []}".formatted(member));
    assertEquals(AT + "/" + member, findings.warnings().listed().getFirst().pointer());
    assertEquals("inert", findings.warnings().listed().getFirst().rule());
  }

  @Test
  void attestedPropertyThatIsInternalIsWarnedOf() {
    read(
        """
        {"internalFields": ["$.home.town"], "attestationPolicies": [{"name": "p", "type": "MANUAL",
          "attestorPlugin": "did:internal:ClaimPluginActor?entity=Teacher",
          "attestationProperties": {"name": "$.name", "where": "$.home"}}]}
        """);
    List<Violation> warned =
        findings.warnings().listed().stream().filter(w -> w.rule().equals("internal")).toList();
    assertEquals(1, warned.size());
    assertEquals(
        AT + "/attestationPolicies/0/attestationProperties/where", warned.getFirst().pointer());
  }

  @Test
  void selfAttestationIsKnownAndIsTrueOrFalse() {
    String policy =
        "{\"attestationPolicies\": [{\"name\": \"p\", \"type\": \"MANUAL\","
            + " \"attestorPlugin\": \"did:internal:ClaimPluginActor?entity=Teacher\","
            + " \"attestationProperties\": {\"name\": \"$.name\"}, \"selfAttestation\": %s}]}";
    assertTrue(read(policy.formatted("true")).attestationPolicies().getFirst().selfAttestation());
    assertEquals(0, findings.violations().listed().size());
    read(policy.formatted("\"yes\""));
    assertEquals(
        AT + "/attestationPolicies/0/selfAttestation",
        findings.violations().listed().getFirst().pointer());
  }

  @Test
  void readsHowClaimsOfAPolicyAreDecided() {
    TypeConfig config =
        read(
            policies(
                manual("p")
                    + ", \"attestors\": 2, \"expiresAfter\": \"P1Y2DT3H\", \"requireNote\": true,"
                    + " \"attestorMayRevoke\": true,"
                    + " \"onComplete\": \"attestation:q\"}, "
                    + manual("q")
                    + "}"));
    assertEquals(List.of(), findings.violations().listed());
    DecisionRules rules = config.attestationPolicies().getFirst().rules();
    assertEquals(new DecisionRules(2, "P1Y2DT3H", true, true, "q"), rules);
    assertEquals(
        Instant.parse("2027-02-03T03:00:00Z"), rules.expiry(Instant.parse("2026-02-01T00:00:00Z")));
    assertEquals(DecisionRules.DEFAULT, config.attestationPolicies().getLast().rules());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "attestors|0",
        "attestors|1.5",
        "expiresAfter|\"soon\"",
        "expiresAfter|\"P0D\"",
        "expiresAfter|\"-P1D\"",
        "expiresAfter|\"P101Y\"",
        "requireNote|\"yes\"",
        "onComplete|\"attestation:p\"",
        "onComplete|\"attestation:unknown\""
      })
  void refusesDecisionRulesThatCannotBeKept(String member, String value) {
    read(policies("%s, \"%s\": %s}".formatted(manual("p"), member, value)));
    assertEquals(
        AT + "/attestationPolicies/0/" + member,
        findings.violations().listed().getFirst().pointer());
  }

  @Test
  void refusesDecisionRulesOfAPolicyWithoutClaims() {
    read(
        policies(
            "{\"name\": \"p\", \"type\": \"AUTOMATED\", \"attestors\": 2,"
                + " \"attestationProperties\": {\"name\": \"$.name\"}}"));
    assertEquals("automated", findings.violations().listed().getFirst().rule());
  }

  private static String policies(String policies) {
    return "{\"attestationPolicies\": [" + policies + "]}";
  }

  private static String manual(String name) {
    return """
    {"name": "%s", "attestorPlugin": "did:internal:ClaimPluginActor?entity=Teacher",
     "attestationProperties": {"name": "$.name"}\
    """
        .formatted(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"roles\": [\"a\"]",
        "\"readRoles\": [\"anonymous\"]",
        "\"createRoles\": []",
        "\"inviteRoles\": [\"anonymous\"]",
        "\"deleteRoles\": [\"a\"]",
        "\"enableLogin\": false",
        "\"enableSearch\": false",
        "\"systemFields\": [\"osCreatedAt\"]",
        "\"internalFields\": [\"name\"]",
        "\"privateFields\": [\"$.home.town\"]",
        "\"signedFields\": []",
        "\"indexFields\": [\"name\"]",
        "\"substringFields\": [\"name\"]",
        "\"uniqueIndexFields\": [\"name\"]",
        "\"ownershipAttributes\": []",
        "\"attestationPolicies\": []",
        "\"credentialTemplate\": {}",
        "\"certificateTemplates\": {}",
        "\"titles\": {\"hi\": {\"\": \"T\", \"/home/town\": \"X\", \"/tags/tag\": \"Y\"}}"
      })
  void membersThatAreActedOnAreNotWarnedOf(String member) {
    read("{" + member + "}");
    assertEquals(List.of(), findings.all().listed());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"signedFields": ["name"]} | /signedFields | this type has none
          """)
  void memberThatHasNoEffectIsNamedWithWhatToDo(String config, String pointer, String advice) {
    read(config);
    Violation warning = findings.warnings().listed().getFirst();
    assertEquals(AT + pointer, warning.pointer());
    assertEquals("inert", warning.rule());
    assertTrue(warning.message().contains(advice), warning.message());
    assertEquals(1, findings.all().listed().size());
  }

  @Test
  void rolesWithAnonymousAreWarnedOfWithWhatTheyOpen() {
    read("{\"roles\": [\"anonymous\"]}");
    Violation warning = findings.warnings().listed().getFirst();
    assertEquals(AT + "/roles", warning.pointer());
    assertEquals("anonymous", warning.rule());
    assertTrue(warning.message().contains("everybody may create records"), warning.message());
  }

  @Test
  void rolesWithAnonymousOpenMoreThanCreating() {
    read("{\"roles\": [\"anonymous\"], \"createRoles\": [\"clerk\"]}");
    Violation warning = findings.warnings().listed().getFirst();
    assertEquals("anonymous", warning.rule());
    assertFalse(warning.message().contains("create records"), warning.message());
    assertTrue(warning.message().contains("records without owners"), warning.message());
  }

  @Test
  void readRolesAndCreateRolesAreRolesWhereTheyAreAbsent() {
    TypeConfig inherited = read("{\"roles\": [\"a\"]}");
    assertEquals(List.of("a"), inherited.readRoles());
    assertEquals(List.of("a"), inherited.createRoles());
    TypeConfig own = read("{\"roles\": [\"a\"], \"readRoles\": [], \"createRoles\": [\"b\"]}");
    assertEquals(List.of(), own.readRoles());
    assertEquals(List.of("b"), own.createRoles());
  }

  @Test
  void inviteRolesAreCreateRolesWhereTheyAreAbsent() {
    assertEquals(List.of(), read("{\"roles\": [\"a\"]}").inviteRoles());
    assertEquals(List.of("b"), read("{\"createRoles\": [\"b\"]}").inviteRoles());
    assertEquals(List.of(), read("{\"createRoles\": [\"b\"], \"inviteRoles\": []}").inviteRoles());
  }

  @ParameterizedTest
  @CsvSource({"privateFields, Town", "privateFields, $.home.twon", "internalFields, $.town.home"})
  void aHiddenFieldWithAWrongNameIsRefused(String member, String written) {
    read("{\"%s\": [\"%s\"]}".formatted(member, written));
    assertEquals("no-such-field", findings.violations().listed().getFirst().rule());
  }

  @Test
  void claimsThatTakeTheFormOfAnSdJwtAwayAreWarnedOf() {
    String template =
        "{\"credentialTemplate\": {\"credentialSubject\": {\"name\": \"a\", \"%s\": \"a\"}}}";
    read(template.formatted("state"));
    assertEquals(List.of(), findings.all().listed());

    read(template.formatted("status"));

    Violation warning = findings.warnings().listed().getFirst();
    assertEquals(AT + "/credentialTemplate/credentialSubject/status", warning.pointer());
    assertEquals("reserved", warning.rule());
    assertEquals(1, findings.all().listed().size());
  }

  @ParameterizedTest
  @CsvSource({
    "inviteroles,inviteRoles",
    "uniqueIndexField,uniqueIndexFields",
    "attestationPolicy,attestationPolicies",
    "privateField,privateFields"
  })
  void unknownMemberIsRefusedWithASuggestion(String written, String meant) {
    read("{\"%s\": []}".formatted(written));
    assertEquals(AT + "/" + written, findings.violations().listed().getFirst().pointer());
    String message = findings.violations().listed().getFirst().message();
    assertTrue(message.contains("did you mean '%s'?".formatted(meant)), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"colour": "red"} | /colour | attestationAttributes, attestationFields, attestationPolicies
          {"ownershipAttributes": [{"userId": "/name", "colour": "red"}]} \
          | /ownershipAttributes/0/colour | email, mobile, osComment, password, userId
          """)
  void unknownMemberThatIsLikeNoneIsRefusedWithThoseThatThereAre(
      String config, String pointer, String known) {
    read(config);
    assertEquals(AT + pointer, findings.violations().listed().getFirst().pointer());
    String message = findings.violations().listed().getFirst().message();
    assertTrue(message.contains("'colour' is not known; known are " + known), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"osConfig", "_osconfig"})
  void aMisspelledConfigurationIsRefused(String name) {
    lint(SampleDocuments.typed("T", PROPERTIES, "{}").replace("_osConfig", name));
    assertEquals("/definitions/T/" + name, findings.violations().listed().getFirst().pointer());
    assertTrue(
        findings.violations().listed().getFirst().message().contains("did you mean '_osConfig'?"));
  }

  @Test
  void bareNameOfOneNestedPropertyMeansThatProperty() {
    TypeConfig config = read("{\"indexFields\": [\"town\", \"tag\"]}");
    assertEquals(
        List.of(List.of(FieldPath.parse("home.town")), List.of(FieldPath.parse("tags[*].tag"))),
        config.indexFields());
    assertEquals(List.of(), findings.all().listed());
  }

  @ParameterizedTest
  @CsvSource({
    "age, substring-of-one-text",
    "names, substring-of-one-text",
    "'names[*]', substring-of-one-text",
    "home, substring-of-one-text",
    "any, substring-of-one-text",
    "'(name,town)', substring-of-one-text",
    "$.name, twice",
    "town, ",
    "colour, ",
    "note, "
  })
  void substringFieldsAreDifferentTextsOutsideOfLists(String field, String rule) {
    String properties =
        """
        {"name": {"type": "string"}, "age": {"type": "integer"}, "any": {},
          "names": {"type": "array", "items": {"type": "string"}},
          "home": {"type": "object", "properties": {"town": {"type": ["string", "null"]}}},
          "colour": {"enum": ["red", "green"]},
          "note": {"anyOf": [{"type": "integer"}, {"type": "string"}]}}
        """;
    lint(
        SampleDocuments.typed(
            "T", properties, "{\"substringFields\": [\"name\", \"%s\"]}".formatted(field)));

    assertEquals(
        rule == null ? List.of() : List.of(AT + "/substringFields/1 " + rule),
        findings.all().listed().stream().map(one -> one.pointer() + " " + one.rule()).toList());
  }

  @Test
  void bareNameHidesNestedPropertiesToo() {
    TypeConfig config = read("{\"privateFields\": [\"town\"], \"internalFields\": [\"tag\"]}");
    assertTrue(config.privateFields().contains(FieldPath.parse("home.town")));
    assertTrue(config.internalFields().contains(FieldPath.parse("tags[*].tag")));
    assertEquals("no-such-field", findings.warnings().listed().getFirst().rule());
  }

  @Test
  void titlesInSeveralLanguagesAreInTheDefinition() {
    JsonNode definition =
        Json.read(
            Linting.lint(
                    SampleDocuments.typed(
                        "T",
                        PROPERTIES,
                        "{\"titles\": {\"hi\": {\"/tags/*/tag\": \"टैग\"}, \"pt-BR\": {\"\":"
                            + " \"Tipo\"}}}"),
                    findings)
                .getFirst()
                .definition());
    assertEquals(
        Json.read("{\"hi\": {\"/tags/tag\": \"टैग\"}, \"pt-BR\": {\"\": \"Tipo\"}}"),
        definition.get("x-titles"));
    assertEquals(List.of(), findings.all().listed());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'h_i': {'/name': 'N'}} | /titles/h_i | language",
        "{'hi': {'name': 'N'}} | /titles/hi/name | pointer",
        "{'hi': {'/nam': 'N'}} | /titles/hi/~1nam | no-such-field",
        "{'hi': {'/home/city': 'N'}} | /titles/hi/~1home~1city | no-such-field",
        "{'hi': {'/name': ''}} | /titles/hi/~1name | config",
        "{'hi': 'N'} | /titles/hi | config"
      })
  void titlesThatLeadNowhereArePointedAt(String titles, String pointer, String rule) {
    read("{\"titles\": %s}".formatted(titles.replace('\'', '"')));
    Violation found = findings.all().listed().getFirst();
    assertEquals(AT + pointer, found.pointer());
    assertEquals(rule, found.rule());
  }

  @Test
  void allSystemFieldsAreShownByDefault() {
    assertEquals(4, read("{}").systemFields().size());
    assertEquals(List.of(), read("{\"systemFields\": []}").systemFields());
  }

  private TypeConfig read(String config) {
    return lint(SampleDocuments.typed("T", PROPERTIES, config));
  }

  private TypeConfig lint(String text) {
    return Linting.lint(text, findings).stream()
        .findFirst()
        .map(type -> type.config())
        .orElse(null);
  }
}
