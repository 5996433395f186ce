package org.attestry.schema.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.ListedViolations;
import org.attestry.contracts.Violation;
import org.attestry.runtime.pattern.LinearPattern;
import org.attestry.runtime.pattern.PatternSize;
import org.attestry.schema.publication.HostileDocuments;
import org.attestry.schema.publication.Linting;
import org.attestry.schema.publication.SampleDocuments;
import org.attestry.testkit.Cost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Documents that would be checked for minutes, or for ever, are refused where they are too much.
 */
class DocumentLimitsTest {

  private static final Duration LONGEST = Duration.ofSeconds(20);

  @ParameterizedTest
  @ValueSource(strings = {"allOf", "anyOf", "oneOf"})
  void refusesMutualRecursionThatNeverGoesIntoTheValue(String keyword) {
    Violation refused =
        violation(
            """
            {"properties": {"T": {"$ref": "#/definitions/T"}}, "definitions": {
              "T": {"type": "object", "%1$s": [{"$ref": "#/definitions/U"}]},
              "U": {"type": "object", "%1$s": [{"$ref": "#/definitions/T"}]}}}
            """
                .formatted(keyword));
    assertEquals("expansion", refused.rule());
    assertEquals("/definitions/T", refused.pointer());
    assertTrue(refused.message().contains("comes back to itself"), refused.message());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"not\": {\"$ref\": \"#/definitions/T\"}}",
        "{\"if\": {\"$ref\": \"#/definitions/T\"}}",
        "{\"if\": {}, \"then\": {\"$ref\": \"#/definitions/T\"}}",
        "{\"dependencies\": {\"a\": {\"$ref\": \"#/definitions/T\"}}}",
      })
  void refusesASchemaThatHoldsForItself(String definition) {
    assertEquals("expansion", violation(typed(definition)).rule());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"properties\": {\"a\": {\"$ref\": \"#/definitions/T\"}}}",
        "{\"properties\": {\"a\": {\"type\": \"array\", \"items\": {\"$ref\": \"#\"}}}}",
        "{\"additionalProperties\": {\"anyOf\": [{\"$ref\": \"#/definitions/T\"}, {}]}}",
      })
  void acceptsRecursionThatGoesIntoTheValue(String definition) {
    assertEquals(List.of(), lint(typed(definition)).violations().listed());
  }

  @Test
  void refusesAllOfThatDoublesOn24Levels() {
    Violation refused = violation(HostileDocuments.doubled("allOf", 24));
    assertEquals("expansion", refused.rule());
    assertTrue(refused.message().contains("10000 schemas"), refused.message());
  }

  @Test
  void refusesAnEnumOf60000Values() {
    String values =
        IntStream.range(0, 60_000).mapToObj(i -> "\"" + i + "\"").collect(Collectors.joining(","));
    Failure refused = refused(typed("{\"properties\": {\"a\": {\"enum\": [" + values + "]}}}"));
    assertEquals("schema.document.limit", refused.code());
    assertEquals("/definitions/T/properties/a/enum", refused.violations().getFirst().pointer());
  }

  @Test
  void acceptsAnEnumOf10000Values() {
    String values =
        IntStream.range(0, 10_000).mapToObj(i -> "\"" + i + "\"").collect(Collectors.joining(","));
    assertEquals(
        List.of(),
        lint(typed("{\"properties\": {\"a\": {\"enum\": [" + values + "]}}}"))
            .violations()
            .listed());
  }

  @Test
  void refusesAChainOf3000References() {
    Violation refused = violation(HostileDocuments.chain(3_000));
    assertEquals("reference", refused.rule());
    assertTrue(refused.message().contains("more than 100 references"), refused.message());
  }

  @Test
  void countsTheViolationsThatItDoesNotList() {
    ListedViolations found = lint(HostileDocuments.chain(3_000)).violations();
    assertEquals(100, found.listed().size());
    assertEquals(2_901, found.listed().size() + found.more());
  }

  @ParameterizedTest
  @ValueSource(strings = {"((a{1000}){1000}){1000}", "(x{999}y{999}z{999}){3}"})
  void refusesPatternsThatFillTheMemory(String pattern) {
    assertEquals("pattern", violation(withPattern(pattern)).rule());
  }

  @ParameterizedTest
  @ValueSource(strings = {"(?i)[B-\\\\x{1e942}]", "(?i)\\u1c80", "(?i)a[\\\\u1000-\\\\u2000]"})
  void refusesPatternsThatTheEngineNeverFinishes(String pattern) {
    assertEquals("pattern", violation(withPattern(pattern)).rule());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"(?i)^[a-z ]+$", "(?i)straße", "(?i)[а-я]+", "^.{1,1000}$", "(?i)[一-龥]{2}"})
  void acceptsPatternsThatPeopleWrite(String pattern) {
    assertEquals(List.of(), lint(withPattern(pattern)).violations().listed());
  }

  @Test
  void caseFoldingEndsForEveryCharacterButThoseRefused() {
    Cost.atMost(
        Duration.ofSeconds(50),
        () ->
            IntStream.rangeClosed(1, Character.MAX_CODE_POINT)
                .filter(c -> Character.toLowerCase(c) != c || Character.toUpperCase(c) != c)
                .mapToObj(c -> "(?i)" + Character.toString(c))
                .filter(pattern -> !PatternSize.of(pattern).endless())
                .forEach(LinearPattern::compile));
  }

  @Test
  void refusesADocumentOfTooManySchemas() {
    String outer = hundredProperties(hundredProperties("{}"));
    Failure refused = refused(typed(outer));
    assertEquals("schema.document.limit", refused.code());
  }

  private static String hundredProperties(String schema) {
    return IntStream.range(0, 100)
        .mapToObj(i -> "\"" + i + "\": " + schema)
        .collect(Collectors.joining(",", "{\"properties\": {", "}}"));
  }

  @Test
  void refusesATitleThatCannotBeIndexed() {
    assertEquals(
        "/title",
        refused("{\"title\": \"" + "x".repeat(3_000) + "\"}").violations().getFirst().pointer());
  }

  @Test
  void refusesSizesThatNoMachineCounts() {
    assertEquals(
        "/definitions/T/properties/a/maxLength",
        refused(typed("{\"properties\": {\"a\": {\"maxLength\": 4294967296}}}"))
            .violations()
            .getFirst()
            .pointer());
  }

  @Test
  void refusesTypesThatTogetherAreTooLarge() {
    Failure refused = refused(HostileDocuments.sharedByManyTypes());
    assertEquals("schema.document.limit", refused.code());
    assertTrue(refused.message().contains("4000000 bytes"), refused.message());
  }

  @Test
  void refusesABareNameWhereTheFieldsAreTooManyToFindAll() {
    Violation refused = violation(HostileDocuments.manyPlaces("[\"hidden\"]"));
    assertEquals("limit", refused.rule());
    assertTrue(refused.message().contains("write their paths"), refused.message());
    assertEquals(
        List.of(), lint(HostileDocuments.manyPlaces("[\"$.a.hidden\"]")).violations().listed());
  }

  @Test
  void checksTheSchemaOfAnAdditionalInput() {
    String policy =
        """
        {"attestationPolicies": [{"name": "p", "additionalInput": {"a": {"pattern": "(?=a)"}},
          "attestorPlugin": "did:internal:ClaimPluginActor?entity=Teacher"}]}
        """;
    assertEquals(
        "/definitions/T/_osConfig/attestationPolicies/0/additionalInput/a/pattern",
        violation(SampleDocuments.typed("T", "{}", policy)).pointer());
  }

  private static String typed(String definition) {
    return "{\"properties\": {\"T\": {\"$ref\": \"#/definitions/T\"}}, \"definitions\": {\"T\": %s}}"
        .formatted(definition);
  }

  private static String withPattern(String pattern) {
    return typed("{\"properties\": {\"a\": {\"pattern\": \"" + pattern + "\"}}}");
  }

  private static Violation violation(String text) {
    return lint(text).violations().listed().getFirst();
  }

  private static Failure refused(String text) {
    return assertThrows(FailureException.class, () -> lint(text)).failure();
  }

  private static Findings lint(String text) {
    return Cost.atMost(LONGEST, () -> linted(text));
  }

  private static Findings linted(String text) {
    Findings findings = Linting.findings();
    SchemaDocument document = new DocumentCheck(Linting.RESERVED).read("Doc", text, findings);
    if (findings.refused()) {
      ListedViolations found = findings.violations();
      throw new Failure(FailureKind.INVALID, "schema.document.invalid", "", found.listed(), 0, null)
          .exception();
    }
    Linting.lint(document, Map.of(), findings);
    return findings;
  }
}
