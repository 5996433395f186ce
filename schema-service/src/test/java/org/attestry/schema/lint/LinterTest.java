package org.attestry.schema.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.runtime.json.Json;
import org.attestry.schema.document.DocumentCheck;
import org.attestry.schema.document.Findings;
import org.attestry.schema.document.Library;
import org.attestry.schema.document.SchemaDocument;
import org.attestry.schema.publication.Linting;
import org.attestry.schema.publication.SampleDocuments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinterTest {

  private static final UUID ID = new UUID(0, 1);
  private static final String NAME_AND_SCHOOL =
      "{\"name\": {\"type\": \"string\"}, \"school\": {\"type\": \"string\"}}";

  private final Findings findings = Linting.findings();

  @Test
  void publishesADocumentThatReferencesALibrary() {
    EntityType worker = only(lint("Worker", SampleDocuments.WORKER, library()));
    assertFalse(findings.refused(), findings.violations().listed().toString());
    assertEquals("Worker", worker.name());
    TypeConfig config = worker.config();
    assertEquals(
        List.of(FieldPath.parse("contact.email"), FieldPath.parse("contact.telephone")),
        config.privateFields());
    assertEquals(List.of(List.of(FieldPath.parse("contact.address.town"))), config.indexFields());
    assertEquals(List.of(List.of(FieldPath.parse("contact.mobile"))), config.uniqueFields());
    assertEquals(List.of("osCreatedAt", "osUpdatedAt"), config.systemFields());
    assertEquals(
        List.of(
            new OwnershipAttribute("/contact/mobile", "/contact/email", "/contact/mobile", null)),
        config.ownershipAttributes());
    assertTrue(config.enableLogin());
    assertTrue(config.enableSearch());
    assertNull(config.credentialTemplate());
  }

  @Test
  void warnsOfWhatIsNotActedOnAndOfWhatMatchesNothing() {
    lint("Worker", SampleDocuments.WORKER, library());
    assertEquals(
        List.of(
            "/_osConfig/osComment inert",
            "/_osConfig/privateFields/1 no-such-field",
            "/_osConfig/indexFields/0 no-such-field"),
        findings.warnings().listed().stream().map(w -> w.pointer() + " " + w.rule()).toList());
  }

  @Test
  void readsAttestationPolicies() {
    AttestationPolicy policy =
        only(
            only(lint("Worker", SampleDocuments.WORKER, library())).config().attestationPolicies());
    assertEquals("workerPosts", policy.name());
    assertEquals(AttestationPolicy.Kind.MANUAL, policy.kind());
    assertEquals("Employer", policy.attestorEntity());
    assertEquals(
        Map.of("name", FieldPath.of("name"), "posts", FieldPath.of("posts")),
        policy.attestationProperties());
    assertEquals(List.of("name", "posts"), List.copyOf(policy.attestationProperties().keySet()));
    assertEquals(
        new Condition.Comparison(
            Condition.Comparator.CONTAINS,
            new Condition.Values(Condition.Side.ATTESTOR, FieldPath.of("osid")),
            new Condition.Values(
                Condition.Side.REQUESTER, FieldPath.of("posts", "*", "employerOSID"))),
        policy.condition());
    assertEquals(
        Json.read("{\"type\":\"object\",\"properties\":{\"payrollNumber\":{\"type\":\"string\"}}}"),
        Json.read(policy.additionalInput()));
  }

  @Test
  void libraryDefinesNoType() {
    assertEquals(List.of(), lint("Parts", SampleDocuments.LIBRARY, Map.of()));
    assertFalse(findings.refused());
  }

  @Test
  void configurationMayBeAbsent() {
    String document =
        SampleDocuments.typed("Book", NAME_AND_SCHOOL, "{}")
            .replace(",\n      \"_osConfig\": {}", "");
    assertFalse(document.contains("_osConfig"));
    TypeConfig config = only(lint("Book", document, Map.of())).config();
    assertEquals(List.of(), config.roles());
    assertEquals(4, config.systemFields().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "\"\""})
  void emptyCredentialTemplateMeansNone(String template) {
    assertNull(config("{\"credentialTemplate\": " + template + "}").credentialTemplate());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "\"\""})
  void emptyCredentialTemplateOfAPolicyMeansNone(String template) {
    String policy = policyOf("\"credentialTemplate\": " + template);
    AttestationPolicy read =
        only(config("{\"attestationPolicies\": [" + policy + "]}").attestationPolicies());
    assertNull(read.credentialTemplate());
  }

  @Test
  void ownershipAttributesMayBeASingleObject() {
    assertEquals(
        List.of(new OwnershipAttribute("/name", null, null, null)),
        config("{\"ownershipAttributes\": {\"userId\": \"/name\", \"email\": \"\"}}")
            .ownershipAttributes());
  }

  @Test
  void compositeIndexKeepsItsOrder() {
    assertEquals(
        List.of(List.of(FieldPath.of("school"), FieldPath.of("name"))),
        config("{\"uniqueIndexFields\": [\"(school, name)\"]}").uniqueFields());
  }

  @Test
  void aUniqueFieldMayIgnoreCase() {
    var config =
        config(
            "{\"uniqueIndexFields\": [\"school\", {\"field\": \"name\", \"caseInsensitive\":"
                + " true}]}");
    assertEquals(
        List.of(List.of(FieldPath.of("school")), List.of(FieldPath.of("name"))),
        config.uniqueFields());
    assertEquals(List.of(FieldPath.of("name")), config.caseInsensitiveFields());
  }

  @Test
  void onlyTextsHaveCase() {
    lint(
        "Book",
        SampleDocuments.typed(
            "Book",
            "{\"year\": {\"type\": \"integer\"}}",
            "{\"uniqueIndexFields\": [{\"field\": \"year\", \"caseInsensitive\": true}]}"),
        Map.of());
    assertEquals("case-of-a-text", only(findings.violations().listed()).rule());
  }

  @Test
  void definitionOverRootWhereBothHaveAConfiguration() {
    String document =
        SampleDocuments.typed("Book", NAME_AND_SCHOOL, "{\"roles\": [\"inner\"]}")
            .replaceFirst("\\{", "{\"_osConfig\": {\"roles\": [\"outer\"]},");
    assertEquals(List.of("inner"), only(lint("Book", document, Map.of())).config().roles());
    assertEquals("/_osConfig", only(findings.warnings().listed()).pointer());
  }

  static Stream<Arguments> refusedConfigurations() {
    return Stream.of(
        refused("{\"role\": []}", "/role", "did you mean 'roles'"),
        refused("{\"roles\": \"anonymous\"}", "/roles", "must be a list"),
        refused("{\"enableSearch\": \"no\"}", "/enableSearch", "must be true or false"),
        refused("{\"credentialTemplate\": \"x\"}", "/credentialTemplate", "string that holds one"),
        refused(
            "{\"credentialTemplate\": \"https://x.example/t.json\"}",
            "/credentialTemplate",
            "upload the template itself"),
        refused("{\"privateFields\": [\"$..name\"]}", "/privateFields/0", "empty segment"),
        refused(
            "{\"ownershipAttributes\": [{\"email\": \"/name\"}]}",
            "/ownershipAttributes/0",
            "userId"),
        refused(
            "{\"ownershipAttributes\": [{\"userID\": \"/name\"}]}",
            "/ownershipAttributes/0/userID",
            "did you mean 'userId'"),
        policy("\"condition\": \"true\"", "/condition", "did you mean 'conditions'"),
        policy("\"conditions\": \"ATTESTOR#$.a#\"", "/conditions", "at character 1"),
        policy("\"type\": \"ROBOT\"", "/type", ""),
        policy("\"attestorPlugin\": \"did:web:x?entity=Y\"", "/attestorPlugin", "ClaimPluginActor"),
        policy(
            "\"type\": \"AUTOMATED\", \"conditions\": \"ATTESTOR#$.a# == 1\"",
            "/conditions",
            "no attestor"),
        policy("\"attestationProperties\": {\"a\": \"$.[0]\"}", "/attestationProperties/a", "[*]"),
        policy("\"name\": \"osOwner\"", "/name", "a member that each entity has"),
        policy("\"name\": \"osid\"", "/name", "a member that each entity has"),
        policy("\"name\": \"school\"", "/name", "a field of the type"));
  }

  @ParameterizedTest
  @MethodSource("refusedConfigurations")
  void refusesWithPointerAndAdvice(String config, String pointer, String advice) {
    lint("Book", SampleDocuments.typed("Book", NAME_AND_SCHOOL, config), Map.of());
    Violation violation = findings.violations().listed().getFirst();
    assertEquals("/definitions/Book/_osConfig" + pointer, violation.pointer());
    assertTrue(violation.message().contains(advice), violation.message());
  }

  @Test
  void policyThatDecidesByItselfHasNoAttestor() {
    String policy =
        "{\"attestationPolicies\": [{\"name\": \"p\", \"type\": \"AUTOMATED\", \"conditions\":"
            + " \"REQUESTER#$.name# == 'x'\"}]}";
    AttestationPolicy read = only(config(policy).attestationPolicies());
    assertEquals(AttestationPolicy.Kind.AUTOMATED, read.kind());
    assertEquals("", read.attestorEntity());
  }

  @ParameterizedTest
  @ValueSource(strings = {"^[A-Z]\\\\u0041\\\\d{4}$", "\\\\\\\\u00", "^[6-9]\\\\d{9}$", "a\\\\/b"})
  void acceptsPatternsInLinearTime(String pattern) {
    String field = "{\"name\": {\"type\": \"string\", \"pattern\": \"" + pattern + "\"}}";
    lint("Book", SampleDocuments.typed("Book", field, "{}"), Map.of());
    assertEquals(List.of(), findings.violations().listed());
  }

  @Test
  void refusesTwoPoliciesOfOneName() {
    config("{\"attestationPolicies\": [%1$s, %1$s]}".formatted(policyOf("\"name\": \"p\"")));
    assertEquals(
        "/definitions/Book/_osConfig/attestationPolicies/1/name",
        only(findings.violations().listed()).pointer());
  }

  @Test
  void refusesConfigurationWhereNobodyLooks() {
    String config = "{\"type\": \"string\", \"_osConfig\": {}}";
    lint("Book", SampleDocuments.typed("Book", "{\"name\": " + config + "}", "{}"), Map.of());
    assertEquals(
        "/definitions/Book/properties/name/_osConfig",
        only(findings.violations().listed()).pointer());
  }

  @Test
  void refusesMembersBesideTheConfiguration() {
    String document =
        SampleDocuments.typed("Book", NAME_AND_SCHOOL, "{}, \"roles\": [\"anonymous\"]");
    lint("Book", document, Map.of());
    assertEquals("/definitions/Book/roles", only(findings.violations().listed()).pointer());
  }

  @ParameterizedTest
  @CsvSource({
    "privateFields,belongs inside '_osConfig'",
    "_osConfig,move it there",
    "osConfig,did you mean '_osConfig'?"
  })
  void refusesMembersWithinAProperty(String member, String advice) {
    String home = "{\"home\": {\"type\": \"object\", \"%s\": []}}".formatted(member);
    lint("Book", SampleDocuments.typed("Book", home, "{}"), Map.of());
    Violation violation = only(findings.violations().listed());
    assertEquals("/definitions/Book/properties/home/" + member, violation.pointer());
    assertTrue(violation.message().contains(advice), violation.message());
  }

  @Test
  void propertiesMayBeNamedLikeMembers() {
    lint(
        "Book",
        SampleDocuments.typed("Book", "{\"roles\": {\"type\": \"string\"}}", "{}"),
        Map.of());
    assertEquals(List.of(), findings.violations().listed());
  }

  @Test
  void refusesUniqueFieldsInLists() {
    String list = "{\"tags\": {\"type\": \"array\", \"items\": {\"properties\": {\"tag\": {}}}}}";
    lint(
        "Book",
        SampleDocuments.typed("Book", list, "{\"uniqueIndexFields\": [\"tag\"]}"),
        Map.of());
    assertEquals("unique-in-list", only(findings.violations().listed()).rule());
  }

  @ParameterizedTest
  @ValueSource(strings = {"home", "homes", "(name,home)", "either"})
  void refusesUniqueObjects(String field) {
    String fields =
        """
        {"name": {"type": "string"}, "home": {"type": "object"},
         "homes": {"type": "array", "items": {"properties": {"town": {}}}},
         "either": {"anyOf": [{"type": "string"}, {"type": "object"}]}}\
        """;
    lint(
        "Book",
        SampleDocuments.typed("Book", fields, "{\"uniqueIndexFields\": [\"%s\"]}".formatted(field)),
        Map.of());
    assertEquals("unique-object", only(findings.violations().listed()).rule());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "nmae|no-such-field|'nmae' leads to no field of this type; did you mean $.name?",
        "nos|no-such-field|'nos' leads to no field of this type.",
        "(name,colour)|no-such-field|'colour' leads to no field of this type.",
        "x|ambiguous|'x' is the name of several fields; write one of [$.a.x, $.b.x]."
      })
  void aUniqueRuleThatCannotHoldIsRefusedWithHintsThatCan(
      String entry, String rule, String message) {
    String fields =
        """
        {"name": {"type": "string"}, "a": {"properties": {"x": {}}}, "b": {"properties": {"x": {}}},
         "idents": {"type": "array", "items": {"properties": {"no": {}, "x": {}}}}}\
        """;
    lint(
        "Book",
        SampleDocuments.typed("Book", fields, "{\"uniqueIndexFields\": [\"%s\"]}".formatted(entry)),
        Map.of());
    Violation refused = only(findings.violations().listed());
    assertEquals(rule + " " + message, refused.rule() + " " + refused.message());
  }

  @Test
  void refusesRequiredFieldsThatTheServiceGives() {
    String schema =
        """
        {"properties": {"Book": {"$ref": "#/definitions/Book"}}, "definitions": {"Book":
          {"type": "object", "required": ["name", "osid"],
           "properties": {"name": {"type": "string"}, "osid": {"type": "string"}}}}}\
        """;
    lint("Book", schema, Map.of());
    Violation violation = only(findings.violations().listed());
    assertEquals("/definitions/Book/required/1", violation.pointer());
    assertEquals("system-field", violation.rule());
  }

  @Test
  void warnsOfAnIndexFieldThatIsTheNameOfSeveral() {
    String twice = "{\"a\": {\"properties\": {\"x\": {}}}, \"b\": {\"properties\": {\"x\": {}}}}";
    EntityType type =
        only(
            lint(
                "Book",
                SampleDocuments.typed("Book", twice, "{\"indexFields\": [\"x\"]}"),
                Map.of()));
    assertEquals(List.of(), type.config().indexFields());
    assertEquals("ambiguous", only(findings.warnings().listed()).rule());
  }

  @ParameterizedTest
  @ValueSource(strings = {"(?=a)", "(a)\\\\1", "(?<!a)b", "("})
  void refusesPatternsThatNeedBacktracking(String pattern) {
    String field = "{\"name\": {\"type\": \"string\", \"pattern\": \"" + pattern + "\"}}";
    lint("Book", SampleDocuments.typed("Book", field, "{}"), Map.of());
    assertEquals(
        "/definitions/Book/properties/name/pattern",
        only(findings.violations().listed()).pointer());
  }

  @ParameterizedTest
  @CsvSource({
    "https://example.org/a.json#/definitions/X,nothing is fetched",
    "Elsewhere.json#/definitions/X,no published schema named 'Elsewhere'",
    "#/definitions/Nobody,leads nowhere",
    "#anchor,must be",
    "file:///etc/passwd,must be",
  })
  void refusesReferencesThatLeadNowhere(String ref, String advice) {
    String field = "{\"name\": {\"$ref\": \"" + ref + "\"}}";
    lint("Book", SampleDocuments.typed("Book", field, "{}"), Map.of());
    Violation violation = only(findings.violations().listed());
    assertEquals("/definitions/Book/properties/name/$ref", violation.pointer());
    assertTrue(violation.message().contains(advice), violation.message());
  }

  @Test
  void refusesADefinitionThatIsNoObject() {
    String document =
        SampleDocuments.typed("Book", "{}", "{}")
            .replace(
                "\"type\": \"object\",\n      \"title\"", "\"type\": \"array\",\n      \"title\"");
    lint("Book", document, Map.of());
    assertEquals("/definitions/Book", only(findings.violations().listed()).pointer());
  }

  private TypeConfig config(String config) {
    return only(lint("Book", SampleDocuments.typed("Book", NAME_AND_SCHOOL, config), Map.of()))
        .config();
  }

  private List<EntityType> lint(String name, String text, Map<String, SchemaDocument> others) {
    SchemaDocument document = new DocumentCheck(Linting.RESERVED).read(name, text, findings);
    assertEquals(List.of(), findings.violations().listed());
    return new Linter(Linting.RESERVED).lint(ID, new Library(document, others), findings);
  }

  private static Map<String, SchemaDocument> library() {
    JsonNode root = Json.read(SampleDocuments.LIBRARY);
    return Map.of("Parts", new SchemaDocument("Parts", root));
  }

  private static Arguments refused(String config, String pointer, String advice) {
    return Arguments.of(config, pointer, advice);
  }

  /** A policy that is right but for the members given, which come last and so replace its own. */
  private static Arguments policy(String members, String pointer, String advice) {
    return Arguments.of(
        "{\"attestationPolicies\": [" + policyOf(members) + "]}",
        "/attestationPolicies/0" + pointer,
        advice);
  }

  private static String policyOf(String members) {
    JsonNode right =
        Json.read(
            "{\"name\": \"p\", \"attestorPlugin\": \"did:internal:ClaimPluginActor?entity=T\"}");
    ((com.fasterxml.jackson.databind.node.ObjectNode) right)
        .setAll((com.fasterxml.jackson.databind.node.ObjectNode) Json.read("{" + members + "}"));
    return right.toString();
  }

  private static <T> T only(List<T> list) {
    assertEquals(1, list.size(), list.toString());
    return list.getFirst();
  }
}
