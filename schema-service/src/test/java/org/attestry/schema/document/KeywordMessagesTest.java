package org.attestry.schema.document;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.attestry.contracts.Violation;
import org.attestry.schema.publication.Linting;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every keyword of draft-07 with a value of another form is refused with a message of ours. */
class KeywordMessagesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          $comment $id $ref $schema contentEncoding contentMediaType description | 5 | a string
          format pattern title | 5 | a string
          readOnly uniqueItems writeOnly | 5 | true or false
          exclusiveMaximum exclusiveMinimum maximum minimum | true | a number
          multipleOf | 0 | a number greater than 0
          maxItems maxLength maxProperties | -1 | a whole number from 0 to 2147483647
          minItems minLength minProperties | 2147483648 | a whole number from 0 to 2147483647
          minItems minLength minProperties | 1.5 | a whole number from 0 to 2147483647
          definitions dependencies patternProperties properties | 5 | an object
          allOf anyOf oneOf | [] | a list of at least one schema
          allOf anyOf oneOf | 5 | a list of at least one schema
          items | [] | a schema, or a list of at least one schema
          examples required | 5 | a list
          enum | [] | a list of at least one value
          type | 5 | one of array, boolean, integer, null, number, object and string, or a list \
          of some of them
          type | [] | one of array, boolean, integer, null, number, object and string, or a list \
          of some of them
          type | ["string", "text"] | one of array, boolean, integer, null, number, object and \
          string, or a list of some of them
          """)
  void valueOfAnotherFormIsRefused(String keywords, String wrong, String requirement) {
    for (String keyword : keywords.split(" ")) {
      if (keyword.equals("$schema")) {
        continue;
      }
      String pointer = "/definitions/T/" + keyword;
      assertEquals(
          List.of(
              new Violation(pointer, "draft-07", "%s must be %s.".formatted(pointer, requirement))),
          violations("{\"%s\": %s}".formatted(keyword, wrong)));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"minLength": 2.0, "maxLength": 3e2, "multipleOf": 1e-300, "type": ["null"]}
          {"dependencies": {"a": ["b"], "c": true}, "items": [true, {}], "not": false}
          {"const": [1, 1], "default": null, "x": 5, "examples": [1, 1]}
          """)
  void valueThatFitsIsAccepted(String definition) {
    assertEquals(List.of(), violations(definition));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"required": ["a", 5]} | /required/1 | must be the name of a property, a string
          {"required": ["a", "a"]} | /required/1 | stands in the list twice; leave it out
          {"type": ["null", "null"]} | /type/1 | stands in the list twice; leave it out
          {"enum": [{}, 1, {}]} | /enum/2 | stands in the list twice; leave it out
          {"dependencies": {"a/b": ["c", 5]}} | /dependencies/a~1b/1 | must be the name of a \
          property, a string
          {"dependencies": {"a": 5}} | /dependencies/a | must be a schema: an object, or true \
          or false
          {"allOf": [{}, 5]} | /allOf/1 | must be a schema: an object, or true or false
          {"items": [5]} | /items/0 | must be a schema: an object, or true or false
          {"properties": {"a b+%": 5}} | /properties/a b+% | must be a schema: an object, or \
          true or false
          {"properties": {"a\\u0001": 5}} | /properties | must be a schema: an object, or true or \
          false
          {"not": {"items": {"minItems": -1}}} | /not/items/minItems | must be a whole number \
          from 0 to 2147483647
          """)
  void pointerLeadsToTheValueAtFault(String definition, String pointer, String advice) {
    Violation found = violations(definition).getFirst();

    assertEquals("/definitions/T" + pointer, found.pointer());
    assertEquals("%s %s.".formatted(found.pointer(), advice), found.message());
    assertEquals(1, violations(definition).size());
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
