package org.attestry.runtime.json;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.attestry.contracts.Violation;

/**
 * A keyword of a schema, and how its violation is stated. A schema may say what it requires in its
 * member {@code x-requirement}, such as "a whole number from 0 to 9"; otherwise {@code type},
 * {@code enum}, {@code required}, {@code additionalProperties}, {@code minLength} and {@code
 * maxLength} are stated.
 *
 * @param schema the schema with the keyword
 */
record SchemaRule(JsonNode schema, String keyword) {

  /** The rule for what alternatives of {@code anyOf} found, which is not stated. */
  static final SchemaRule NONE = new SchemaRule(MissingNode.getInstance(), "anyOf");

  private static final int LONGEST_NAME = 100;
  private static final String REQUIREMENT = "x-requirement";

  /** Keywords that pass on what schemas within the schema found. */
  private static final Set<String> PASS_ON =
      Set.of("properties", "items", "if", "additionalProperties");

  private static final Map<String, String> TYPES =
      Map.of(
          "string", "a string",
          "object", "an object",
          "array", "a list",
          "boolean", "true or false",
          "integer", "a whole number",
          "number", "a number",
          "null", "null");

  JsonNode value() {
    return schema.get(keyword);
  }

  boolean isStated() {
    if (schema.has(REQUIREMENT)) {
      return !PASS_ON.contains(keyword);
    }
    return switch (keyword) {
      case "type", "enum", "required", "minLength", "maxLength" -> true;
      case "additionalProperties" -> value().isBoolean();
      default -> false;
    };
  }

  /** Whether nothing else is stated about a value that violates this. */
  boolean endsCheck() {
    return schema.has(REQUIREMENT) || keyword.equals("type") || keyword.equals("enum");
  }

  Violation violation(String pointer) {
    String place = pointer.isEmpty() ? "It" : pointer;
    return new Violation(pointer, keyword, "%s must %s.".formatted(place, requirement()));
  }

  Violation missing(String name, String pointer) {
    String place = pointer.isEmpty() ? "It" : pointer;
    String message = "%s must have the member '%s'.".formatted(place, name);
    return new Violation(pointer, keyword, message);
  }

  /**
   * @param member the pointer from the object to the member; empty if the member has no pointer
   * @param pointer the pointer to the object
   */
  Violation unknown(String member, String pointer) {
    boolean shown = !member.isEmpty() && member.length() <= LONGEST_NAME;
    String name = shown ? JsonPointer.compile(member).getMatchingProperty() : "";
    String names = String.join(", ", (Iterable<String>) schema.path("properties")::fieldNames);
    String others = names.isEmpty() ? "there is none" : "known are " + names;
    return new Violation(
        shown ? pointer + member : pointer,
        "unknown",
        "%s is not known here; %s.".formatted(shown ? "'" + name + "'" : "A member", others));
  }

  private String requirement() {
    if (schema.has(REQUIREMENT)) {
      return "be " + schema.get(REQUIREMENT).textValue();
    }
    return switch (keyword) {
      case "type" -> "be " + joined(" or ", TYPES::get);
      case "enum" -> "be one of " + joined(", ", text -> text);
      case "minLength" -> "have %d characters or more".formatted(value().asInt());
      default ->
          value().asInt() == 0
              ? "be empty"
              : "have %d characters or fewer".formatted(value().asInt());
    };
  }

  private String joined(String separator, Function<String, String> word) {
    if (value().isTextual()) {
      return word.apply(value().textValue());
    }
    return StreamSupport.stream(value().spliterator(), false)
        .map(each -> word.apply(each.asText()))
        .collect(Collectors.joining(separator));
  }
}
