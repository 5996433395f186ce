package org.attestry.schema.document;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.attestry.contracts.Violation;
import org.attestry.runtime.json.Json;
import org.attestry.schema.publication.Linting;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every keyword of draft-07 with a value of another form is refused with a message of ours. */
class KeywordMessagesTest {

  static Stream<String> keywordsWithAForm() {
    return KeywordForm.keywords().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("keywordsWithAForm")
  void valueOfAnotherFormIsRefused(String keyword) {
    KeywordForm form = KeywordForm.of(keyword);
    String wrong = form.fits(Json.read("5")) ? "true" : "5";
    if (keyword.equals("items")) {
      wrong = "[]";
    }
    String pointer = "/definitions/T/" + keyword;

    assertEquals(
        List.of(
            new Violation(
                pointer, "draft-07", "%s must be %s.".formatted(pointer, form.requirement()))),
        violations("{\"%s\": %s}".formatted(keyword, wrong)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "additionalItems",
        "additionalProperties",
        "contains",
        "else",
        "if",
        "items",
        "not",
        "propertyNames",
        "then"
      })
  void valueThatIsNoSchemaIsRefused(String keyword) {
    String pointer = "/definitions/T/" + keyword;

    assertEquals(
        List.of(
            new Violation(
                pointer,
                "draft-07",
                "%s must be a schema: an object, or true or false.".formatted(pointer))),
        violations("{\"%s\": 5}".formatted(keyword)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://json-schema.org/draft/2020-12/schema",
        "https://json-schema.org/draft/2019-09/schema",
        "http://json-schema.org/draft-04/schema#"
      })
  void otherDraftsAreRefused(String dialect) {
    Findings findings = Linting.findings();
    new DocumentCheck(Linting.RESERVED)
        .read("T", "{\"$schema\": \"%s\"}".formatted(dialect), findings);

    assertEquals(
        List.of(
            new Violation(
                "/$schema",
                "draft-07",
                "Only draft-07 is understood; write 'http://json-schema.org/draft-07/schema#'.")),
        findings.violations().listed());
  }

  private static List<Violation> violations(String definition) {
    String document =
        "{\"properties\": {\"T\": {\"$ref\": \"#/definitions/T\"}}, \"definitions\": {\"T\": %s}}"
            .formatted(definition);
    Findings findings = Linting.findings();
    new DocumentCheck(Linting.RESERVED).read("T", document, findings);
    return findings.violations().listed();
  }
}
