package org.attestry.schema.publication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;
import org.attestry.schema.document.DocumentCheck;
import org.attestry.schema.document.Findings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Violations of a schema have messages of ours, which name the place and the remedy. */
class OwnWordsTest {

  /** Phrases of the libraries that read JSON, schemas and patterns. */
  private static final List<String> OF_LIBRARIES =
      List.of(
          "Instance ",
          "instance",
          "Property \"",
          "A subschema had errors",
          "does not match schema",
          "does not match pattern",
          "is too long (",
          "is too short (",
          "is less than",
          "Boolean schema",
          "Items did not match",
          "Expected ",
          "but was",
          "Unrecognized",
          "Unexpected ",
          "at [Source",
          "com.fasterxml",
          "io.vertx",
          "re2j",
          "Exception",
          "missing closing",
          "invalid escape",
          "invalid or unsupported Perl syntax",
          "error parsing regexp");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'type': 5",
        "'type': 'text'",
        "'type': []",
        "'type': ['string', 'string']",
        "'type': ['string', 5]",
        "'minLength': -1",
        "'minLength': '5'",
        "'maxLength': 1.5",
        "'maxItems': 99999999999",
        "'multipleOf': 0",
        "'multipleOf': 'x'",
        "'minimum': 'x'",
        "'exclusiveMaximum': true",
        "'pattern': 5",
        "'pattern': '('",
        "'pattern': '(?<=a)b'",
        "'pattern': 'a\\\\q'",
        "'patternProperties': {'[': {}}",
        "'format': {}",
        "'title': 5",
        "'description': []",
        "'$comment': 1",
        "'$id': 5",
        "'$ref': 5",
        "'$ref': '#/definitions/Nowhere'",
        "'$ref': 'https://example.org/x.json'",
        "'uniqueItems': 'yes'",
        "'readOnly': 1",
        "'enum': 'x'",
        "'enum': []",
        "'enum': [1, 1]",
        "'examples': {}",
        "'required': 'name'",
        "'required': [5]",
        "'required': ['a', 'a']",
        "'properties': []",
        "'properties': {'a': 5}",
        "'definitions': 5",
        "'dependencies': {'a': 5}",
        "'dependencies': {'a': [5]}",
        "'items': 5",
        "'items': []",
        "'items': [5]",
        "'allOf': []",
        "'anyOf': {}",
        "'oneOf': [5]",
        "'not': 'x'",
        "'if': []",
        "'contains': null",
        "'additionalProperties': 'no'",
        "'propertyNames': 1",
        "'_osConfig': 5",
        "'_osConfig': {'roles': 'admin'}",
        "'_osConfig': {'roles': ['']}",
        "'_osConfig': {'role': []}",
        "'_osConfig': {'enableSearch': 'no'}",
        "'_osConfig': {'ownershipAttributes': [5]}",
        "'_osConfig': {'ownershipAttributes': [{'userId': 5}]}",
        "'_osConfig': {'certificateTemplates': {'html': 5}}",
        "'_osConfig': {'credentialTemplate': 'https://example.org/t.json'}",
        "'_osConfig': {'attestationPolicies': [{}]}",
        "'_osConfig': {'attestationPolicies': [{'name': 'p', 'type': 'OTHER'}]}",
        "'_osConfig': {'attestationPolicies': [{'name': 'p', 'conditions': '(ATTESTOR'}]}",
        "'_osConfig': {'attestationPolicies': [{'name': 'p', 'attestationProperties':"
            + " {'a': '$.'}}]}",
        "'_osConfig': {'attestationPolicies': [{'name': 'p', 'additionalInput': {'type': 5}}]}",
        "'_osConfig': {'attestationPolicies': [{'name': 'p', 'additionalInput':"
            + " {'minLength': -1}}]}",
        "'_osConfig': {'attestationPolicies': [{'name': 'p', 'additionalInput':"
            + " {'properties': {'a': 5}}}]}"
      })
  void violationsHaveMessagesOfOurs(String members) {
    List<Violation> found = violations("{%s}".formatted(members).replace('\'', '"'));

    assertFalse(found.isEmpty(), "it was not refused");
    for (Violation violation : found) {
      String message = violation.message();
      for (String phrase : OF_LIBRARIES) {
        assertFalse(message.contains(phrase), message);
      }
      assertTrue(violation.pointer().matches("/definitions/T/.+|/properties/T/\\$ref"), message);
      assertTrue(message.matches("[/A-Z'].*[.?]"), message);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "nonsense", "[1,]", "{\"a\":1,\"a\":2}", "5", "{\"a\": 01}"})
  void textThatIsNoDocumentIsRefusedWithAMessageOfOurs(String text) {
    String message = refusal(text);

    assertTrue(message.startsWith("The schema document"), message);
    OF_LIBRARIES.forEach(phrase -> assertFalse(message.contains(phrase), message));
  }

  @Test
  void aMessageNamesThePlaceAndTheRemedy() {
    assertEquals(
        "/definitions/T/minLength must be a whole number from 0 to 2147483647.",
        violations("{\"minLength\": \"5\"}").get(0).message());
    assertEquals(
        "/definitions/T/_osConfig/roles must be a list.",
        violations("{\"_osConfig\": {\"roles\": \"x\"}}").get(0).message());
    assertEquals(
        "/definitions/T/_osConfig/attestationPolicies/0 must have the member 'name'.",
        violations("{\"_osConfig\": {\"attestationPolicies\": [{}]}}").get(0).message());
  }

  private static List<Violation> violations(String definition) {
    String document =
        "{\"properties\": {\"T\": {\"$ref\": \"#/definitions/T\"}}, \"definitions\": {\"T\": %s}}"
            .formatted(definition);
    Findings findings = Linting.findings();
    new DocumentCheck(Linting.RESERVED).read("T", document, findings);
    if (!findings.refused()) {
      Linting.lint(document, findings);
    }
    return findings.violations().listed();
  }

  private static String refusal(String text) {
    Findings findings = Linting.findings();
    try {
      new DocumentCheck(Linting.RESERVED).read("T", text, findings);
    } catch (FailureException refused) {
      return refused.failure().message();
    }
    return findings.violations().listed().get(0).message();
  }
}
