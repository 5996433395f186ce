package org.attestry.runtime.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.attestry.contracts.Failure;
import org.attestry.contracts.Violation;

/**
 * Validates untrusted JSON against a fixed schema, written in a subset of JSON Schema (draft-07):
 * {@code type}, {@code enum}, {@code properties}, {@code required}, {@code additionalProperties},
 * {@code items} with one schema, {@code minLength}, {@code maxLength} and {@code $ref} to {@code
 * #/definitions/…}. Each violation states the location and what is required there. Thread-safe.
 */
public final class JsonShape {

  private static final int LONGEST_NAME = 100;

  private static final Map<String, String> TYPES =
      Map.of(
          "string", "a string",
          "object", "an object",
          "array", "a list",
          "boolean", "true or false",
          "integer", "a whole number",
          "number", "a number",
          "null", "null");

  private final JsonNode root;

  private JsonShape(JsonNode root) {
    this.root = root;
  }

  public static JsonShape of(JsonNode schema) {
    return new JsonShape(schema);
  }

  /**
   * The result of a validation: the first {@link Failure#MOST_VIOLATIONS} violations, and the
   * number of further ones.
   */
  public static final class Found {
    private final List<Violation> listed = new ArrayList<>();
    private int more;

    public boolean isEmpty() {
      return listed.isEmpty();
    }

    public List<Violation> listed() {
      return List.copyOf(listed);
    }

    public int more() {
      return more;
    }

    private void add(Supplier<Violation> violation) {
      if (listed.size() < Failure.MOST_VIOLATIONS) {
        listed.add(violation.get());
      } else {
        more++;
      }
    }
  }

  /**
   * Validates a value.
   *
   * @param pointer the pointer to the value, the prefix of the violations' pointers
   * @return the violations; for a value of the wrong type only the violation of {@code type}
   */
  public Found check(JsonNode value, String pointer) {
    Found found = new Found();
    check(root, value, pointer, found);
    return found;
  }

  private void check(JsonNode schema, JsonNode value, String pointer, Found found) {
    if (schema.has("$ref")) {
      check(root.at(schema.get("$ref").textValue().substring(1)), value, pointer, found);
    } else if (schema.has("type") && !isOfType(schema.get("type"), value)) {
      refuse(pointer, "type", () -> "must be " + types(schema.get("type")), found);
    } else if (schema.has("enum") && !contains(schema.get("enum"), value)) {
      refuse(pointer, "enum", () -> "must be one of " + texts(schema.get("enum")), found);
    } else if (value.isTextual()) {
      checkLength(schema, value.textValue(), pointer, found);
    } else if (value.isArray() && schema.has("items")) {
      for (int i = 0; i < value.size(); i++) {
        check(schema.get("items"), value.get(i), pointer + "/" + i, found);
      }
    } else if (value.isObject()) {
      checkMembers(schema, value, pointer, found);
    }
  }

  private static void checkLength(JsonNode schema, String text, String pointer, Found found) {
    int length = text.codePointCount(0, text.length());
    int least = schema.path("minLength").asInt(0);
    int most = schema.path("maxLength").asInt(Integer.MAX_VALUE);
    if (length < least) {
      refuse(pointer, "minLength", () -> "must have %d characters or more".formatted(least), found);
    } else if (length > most) {
      String must = most == 0 ? "must be empty" : "must have %d characters or fewer";
      refuse(pointer, "maxLength", () -> must.formatted(most), found);
    }
  }

  private void checkMembers(JsonNode schema, JsonNode object, String pointer, Found found) {
    for (JsonNode name : schema.path("required")) {
      if (!object.has(name.textValue())) {
        refuse(
            pointer,
            "required",
            () -> "must have the member '%s'".formatted(name.textValue()),
            found);
      }
    }
    JsonNode known = schema.path("properties");
    JsonNode others = schema.path("additionalProperties");
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      String name = member.getKey();
      String at = pointer + "/" + JsonPointers.escape(name);
      if (known.has(name)) {
        check(known.get(name), member.getValue(), at, found);
      } else if (others.isObject()) {
        check(others, member.getValue(), at, found);
      } else if (others.isBoolean() && !others.booleanValue()) {
        found.add(() -> unknown(name, at, pointer, known));
      }
    }
  }

  private static Violation unknown(String name, String at, String pointer, JsonNode known) {
    boolean shown = name.length() <= LONGEST_NAME;
    String names = String.join(", ", (Iterable<String>) known::fieldNames);
    String others = names.isEmpty() ? "there is none" : "known are " + names;
    return new Violation(
        shown ? at : pointer,
        "unknown",
        "%s is not known here; %s.".formatted(shown ? "'" + name + "'" : "A member", others));
  }

  private static boolean isOfType(JsonNode types, JsonNode value) {
    if (types.isTextual()) {
      return isOfType(types.textValue(), value);
    }
    return StreamSupport.stream(types.spliterator(), false)
        .anyMatch(type -> isOfType(type.textValue(), value));
  }

  private static boolean isOfType(String type, JsonNode value) {
    return switch (type) {
      case "string" -> value.isTextual();
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "boolean" -> value.isBoolean();
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      default -> value.isNull();
    };
  }

  private static String types(JsonNode types) {
    if (types.isTextual()) {
      return TYPES.get(types.textValue());
    }
    return StreamSupport.stream(types.spliterator(), false)
        .map(type -> TYPES.get(type.textValue()))
        .collect(Collectors.joining(" or "));
  }

  private static boolean contains(JsonNode values, JsonNode value) {
    return StreamSupport.stream(values.spliterator(), false).anyMatch(value::equals);
  }

  private static String texts(JsonNode values) {
    return StreamSupport.stream(values.spliterator(), false)
        .map(JsonNode::asText)
        .collect(Collectors.joining(", "));
  }

  private static void refuse(String pointer, String rule, Supplier<String> must, Found found) {
    String place = pointer.isEmpty() ? "It" : pointer;
    found.add(() -> new Violation(pointer, rule, "%s %s.".formatted(place, must.get())));
  }
}
