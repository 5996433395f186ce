package org.attestry.registry.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.runtime.json.JsonLocation;

/** The keyword {@code type}: the name of one or more JSON types. */
record TypeRule(Set<String> types) {

  private static final String INTEGER = "integer";
  private static final String NUMBER = "number";

  /**
   * @return null if the schema does not restrict the type
   */
  static TypeRule of(JsonNode type) {
    Set<String> types = new TreeSet<>();
    if (type.isTextual()) {
      types.add(type.textValue());
    }
    type.forEach(one -> types.add(one.asText()));
    return types.isEmpty() ? null : new TypeRule(types);
  }

  boolean accepts(JsonNode value, JsonLocation at, Validation check) {
    String type = name(value);
    boolean accepted = types.contains(type) || (type.equals(INTEGER) && types.contains(NUMBER));
    if (!accepted) {
      check.fault(
          at,
          "type",
          () ->
              "The value is of the wrong type: %s found, %s expected."
                  .formatted(type, types.size() == 1 ? types.iterator().next() : types));
    }
    return accepted;
  }

  private static String name(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> "string";
      case BOOLEAN -> "boolean";
      case NULL -> "null";
      case ARRAY -> "array";
      case NUMBER -> isInteger(value) ? INTEGER : NUMBER;
      default -> "object";
    };
  }

  /** Whether a number is an integer; 1.0 is an integer. */
  private static boolean isInteger(JsonNode number) {
    return number.isIntegralNumber() || number.decimalValue().stripTrailingZeros().scale() <= 0;
  }
}
