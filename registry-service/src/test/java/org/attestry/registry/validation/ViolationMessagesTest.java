package org.attestry.registry.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.networknt.schema.format.Format;
import com.networknt.schema.format.Formats;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Violation;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every violation of an entity has a message of ours: no text of a library reaches a client. */
class ViolationMessagesTest {

  private static final Deadline DEADLINE = Deadline.in(Duration.ofMinutes(5));

  /** The keywords of draft-07 that a value can violate (sections 6 and 7 of its validation). */
  private static final Set<String> ASSERTIONS =
      Set.of(
          ("type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength"
               + " minLength pattern items additionalItems maxItems minItems uniqueItems contains"
               + " maxProperties minProperties required properties patternProperties"
               + " additionalProperties dependencies propertyNames if then else allOf anyOf oneOf"
               + " not format $ref")
              .split(" "));

  /** A schema, a value that violates it, the pointer, the rule and the message. */
  private record Case(String schema, String value, String pointer, String rule, String message) {}

  private static Case violating(
      String schema, String value, String pointer, String rule, String message) {
    return new Case(schema.replace('\'', '"'), value.replace('\'', '"'), pointer, rule, message);
  }

  private static final List<Case> CASES =
      List.of(
          violating(
              "{'type': 'string'}",
              "5",
              "",
              "type",
              "The value is of the wrong type: integer found, string expected."),
          violating(
              "{'type': ['string', 'null']}",
              "true",
              "",
              "type",
              "The value is of the wrong type: boolean found, [null, string] expected."),
          violating(
              "{'enum': ['a', 1]}",
              "'b'",
              "",
              "enum",
              "The value does not have a value in the enumeration [\"a\",1]."),
          violating(
              "{'const': 'a'}", "'b'", "", "const", "The value must be the constant value 'a'."),
          violating("{'multipleOf': 2}", "3", "", "multipleOf", "The value must be multiple of 2."),
          violating(
              "{'maximum': 2}", "3", "", "maximum", "The value must have a maximum value of 2."),
          violating(
              "{'exclusiveMaximum': 2}",
              "2",
              "",
              "exclusiveMaximum",
              "The value must be less than 2."),
          violating(
              "{'minimum': 2}", "1", "", "minimum", "The value must have a minimum value of 2."),
          violating(
              "{'exclusiveMinimum': 2}",
              "2",
              "",
              "exclusiveMinimum",
              "The value must be more than 2."),
          violating(
              "{'maxLength': 1}",
              "'ab'",
              "",
              "maxLength",
              "The value must be at most 1 characters long."),
          violating(
              "{'minLength': 3}",
              "'ab'",
              "",
              "minLength",
              "The value must be at least 3 characters long."),
          violating(
              "{'pattern': '^a$'}",
              "'b'",
              "",
              "pattern",
              "The value does not match the regex pattern ^a$."),
          violating(
              "{'format': 'date'}",
              "'b'",
              "",
              "format",
              "The value does not match the date format: it must be a valid date, such as"
                  + " 2026-11-23."),
          violating(
              "{'items': {'type': 'string'}}",
              "[1]",
              "/0",
              "type",
              "The value is of the wrong type: integer found, string expected."),
          violating(
              "{'items': [true], 'additionalItems': false}",
              "[1, 2]",
              "/1",
              "additionalItems",
              "The array has more items than its schema describes."),
          violating(
              "{'maxItems': 1}",
              "[1, 2]",
              "",
              "maxItems",
              "The value must have at most 1 items but found 2."),
          violating(
              "{'minItems': 2}",
              "[1]",
              "",
              "minItems",
              "The value must have at least 2 items but found 1."),
          violating(
              "{'uniqueItems': true}",
              "[1, 1]",
              "",
              "uniqueItems",
              "The value must have only unique items in the array."),
          violating(
              "{'contains': {'const': 1}}",
              "[2]",
              "",
              "contains",
              "The value has no item that its schema demands."),
          violating(
              "{'maxProperties': 0}",
              "{'a': 1}",
              "",
              "maxProperties",
              "The value must have at most 0 properties."),
          violating(
              "{'minProperties': 1}",
              "{}",
              "",
              "minProperties",
              "The value must have at least 1 properties."),
          violating("{'required': ['a']}", "{}", "/a", "required", "The property 'a' is missing."),
          violating(
              "{'properties': {'a': {'minLength': 1}}}",
              "{'a': ''}",
              "/a",
              "minLength",
              "The value must be at least 1 characters long."),
          violating(
              "{'patternProperties': {'^a': false}}",
              "{'ab': 1}",
              "/ab",
              "false",
              "The value is not allowed here."),
          violating(
              "{'additionalProperties': false}",
              "{'b': 1}",
              "/b",
              "additionalProperties",
              "The property 'b' is not one that its schema knows."),
          violating(
              "{'dependencies': {'a': ['b']}}",
              "{'a': 1}",
              "/b",
              "dependencies",
              "The property 'b' is missing: 'a' needs it."),
          violating(
              "{'propertyNames': {'maxLength': 1}}",
              "{'ab': 1}",
              "/ab",
              "propertyNames",
              "The name of the property is not allowed here."),
          violating(
              "{'if': {'const': 1}, 'then': {'type': 'string'}}",
              "1",
              "",
              "type",
              "The value is of the wrong type: integer found, string expected."),
          violating(
              "{'if': {'const': 1}, 'else': {'maximum': 1}}",
              "2",
              "",
              "maximum",
              "The value must have a maximum value of 1."),
          violating(
              "{'allOf': [{'minimum': 2}]}",
              "1",
              "",
              "minimum",
              "The value must have a minimum value of 2."),
          violating(
              "{'anyOf': [{'minimum': 2}, {'type': 'string'}]}",
              "1",
              "",
              "minimum",
              "The value must have a minimum value of 2."),
          violating(
              "{'anyOf': [{'minimum': 2}, {'multipleOf': 2}]}",
              "1",
              "",
              "alternatives",
              "The value fits none of the alternatives that its schema allows: The value must have"
                  + " a minimum value of 2. Or: The value must be multiple of 2."),
          violating(
              "{'oneOf': [{'minimum': 0}, {'maximum': 2}]}",
              "1",
              "",
              "oneOf",
              "The value fits several alternatives of which only one may fit."),
          violating(
              "{'not': {'type': 'integer'}}",
              "1",
              "",
              "not",
              "The value is one that its schema excludes."),
          violating(
              "{'$ref': '#/definitions/A', 'definitions': {'A': {'type': 'null'}}}",
              "1",
              "",
              "type",
              "The value is of the wrong type: integer found, null expected."));

  @ParameterizedTest
  @FieldSource("CASES")
  void everyKeywordHasAMessageOfOurs(Case violating) {
    assertEquals(
        List.of(new Violation(violating.pointer(), violating.rule(), violating.message())),
        violations(violating.schema(), violating.value()));
  }

  @Test
  void noKeywordOfDraftSevenIsLeftOut() {
    Set<String> covered = new TreeSet<>();
    CASES.forEach(one -> Json.read(one.schema()).fieldNames().forEachRemaining(covered::add));
    covered.remove("definitions");

    assertEquals(new TreeSet<>(ASSERTIONS), covered);
  }

  static Stream<String> formats() {
    return Formats.DEFAULT.stream().map(Format::getName).distinct();
  }

  /** Formats are checked by a library, whose messages are not used. */
  @ParameterizedTest
  @MethodSource("formats")
  void everyFormatHasAMessageOfOurs(String format) {
    String expected = "The value does not match the %s format: it must be a valid ";
    String schema = "{\"format\": \"%s\"}".formatted(format);

    for (String text : List.of("\\\\ no [ (such {", "é\\u0001", "-", "")) {
      for (Violation found : violations(schema, "\"%s\"".formatted(text))) {
        assertEquals("format", found.rule());
        String message = found.message();
        String rest =
            message.startsWith(expected.formatted(format))
                ? message.substring(expected.formatted(format).length())
                : message;
        boolean known = rest.equals(format + ".") || rest.startsWith(format + ", such as ");
        assertNull(known ? null : message);
      }
    }
  }

  /** Keywords of 2020-12 are unknown to draft-07 and violate nothing. */
  @Test
  void keywordsOfLaterDraftsAreIgnored() {
    String schema =
        "{'prefixItems': [false], 'dependentRequired': {'a': ['b']}, 'minContains': 9,"
            + " 'unevaluatedProperties': false, 'unevaluatedItems': false,"
            + " 'dependentSchemas': {'a': false}}";
    for (String value : Arrays.asList("{'a': 1}", "[1]")) {
      assertEquals(
          List.of(), violations(schema.replace('\'', '"'), value.replace('\'', '"')), value);
    }
  }

  private static List<Violation> violations(String schema, String value) {
    return new EntityValidator(Json.read(schema))
        .check(Json.read(value), EntityValidator.large(DEADLINE))
        .listed();
  }
}
