package org.attestry.schema.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.schema.publication.Linting;
import org.attestry.schema.publication.SampleDocuments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentCheckTest {

  private static final DocumentCheck check =
      new DocumentCheck(new ReservedNames("chief", List.of("notary")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "{\"type\": \"objct\"}~/type",
        "{\"properties\": {\"a\": {\"minLength\": -1}}}~/properties/a/minLength",
        "{\"properties\": {\"a\": {\"pattern\": 5}}}~/properties/a/pattern",
        "{\"definitions\": {\"A\": {\"items\": 5}}}~/definitions/A/items",
        "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\"}~/$schema",
      })
  void refusesWhatIsNotDraft07(String text, String pointer) {
    assertEquals(List.of(pointer), violations(text).stream().map(Violation::pointer).toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "true", "\"x\"", "null", "7"})
  void refusesWhatIsNoObject(String text) {
    assertEquals(1, violations(text).size());
  }

  @Test
  void refusesTextThatIsNotJsonAndNamesThePlace() {
    FailureException refused = assertThrows(FailureException.class, () -> violations("{\"a\": }"));
    assertEquals(FailureKind.INVALID, refused.failure().kind());
    assertTrue(
        refused.failure().message().startsWith("The schema document is not valid JSON (line 1"),
        refused.failure().message());
    assertEquals(refused.failure().message(), refused.failure().violations().getFirst().message());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Schema",
        "RevokedCredential",
        "chief",
        "notary",
        "send",
        "issuers",
        "1st",
        "_a",
        "a.b",
        "a+b"
      })
  void refusesTypeNamesThatCannotBeUsed(String name) {
    List<Violation> violations = violations(SampleDocuments.typed(name, "{}", "{}"));
    assertEquals(
        List.of("/properties/" + name), violations.stream().map(Violation::pointer).toList());
  }

  @Test
  void idsMayBeAnyText() {
    assertEquals(
        List.of(), violations("{\"properties\": {\"a b\": {\"$id\": \"#/properties/a b\"}}}"));
  }

  @ParameterizedTest
  @ValueSource(ints = {63, 64})
  void typeNamesHave63CharactersAtTheMost(int length) {
    String name = "a".repeat(length);
    assertEquals(length > 63, !violations(SampleDocuments.typed(name, "{}", "{}")).isEmpty());
  }

  @Test
  void typesAreTheRootPropertiesThatNameADefinition() {
    SchemaDocument document =
        check.read(
            "Two",
            """
            {"properties": {
               "One": {"$ref": "#/definitions/First"},
               "Other": {"$ref": "#/definitions/Second"},
               "not a type": {"type": "string"},
               "nor this": {"$ref": "#/definitions/First/properties/x"}},
             "definitions": {"First": {"properties": {"x": {}}}, "Second": {}}}
            """,
            Linting.findings());
    assertEquals(List.of("One", "Other"), List.copyOf(document.types().keySet()));
    assertEquals("/definitions/Second", document.types().get("Other"));
  }

  @Test
  void acceptsEmptyRequiredAndBothSpellingsOfTheDialect() {
    assertFalse(SampleDocuments.WORKER.contains("schema#"));
    assertEquals(List.of(), violations(SampleDocuments.WORKER));
    assertEquals(List.of(), violations(SampleDocuments.typed("Book", "{}", "{}")));
    assertEquals(List.of(), violations("{}"));
  }

  private static List<Violation> violations(String text) {
    Findings findings = Linting.findings();
    check.read("Test", text, findings);
    return findings.violations().listed();
  }
}
