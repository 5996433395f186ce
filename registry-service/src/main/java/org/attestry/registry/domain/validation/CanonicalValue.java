package org.attestry.registry.domain.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/**
 * JSON values as texts that are equal exactly where the values are: numbers by value, objects
 * without the order of their members. Texts have an order, so that no choice of values makes a set
 * of them slow.
 */
final class CanonicalValue {

  private CanonicalValue() {}

  static String of(JsonNode value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(JsonNode value, StringBuilder out) {
    switch (value.getNodeType()) {
      case STRING -> text(value.textValue(), out);
      case NUMBER -> out.append(value.decimalValue().stripTrailingZeros());
      case ARRAY -> {
        out.append('[');
        value.forEach(
            item -> {
              write(item, out);
              out.append(',');
            });
        out.append(']');
      }
      case OBJECT -> {
        Map<String, JsonNode> sorted = new TreeMap<>();
        value.properties().forEach(member -> sorted.put(member.getKey(), member.getValue()));
        out.append('{');
        sorted.forEach(
            (name, member) -> {
              text(name, out);
              write(member, out);
            });
        out.append('}');
      }
      default -> out.append(value.asText());
    }
  }

  /** With its length before it, no text looks like something else. */
  private static void text(String text, StringBuilder out) {
    out.append('"').append(text.length()).append(':').append(text);
  }
}
