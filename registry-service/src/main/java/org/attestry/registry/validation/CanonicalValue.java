package org.attestry.registry.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/**
 * JSON values as canonical texts, which are equal exactly if the values are: numbers by value,
 * objects regardless of the order of their members. Texts are {@link Comparable}, so that no choice
 * of values makes a hash set of them slow.
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

  /** Writes a text with its length in front, so that no text can be confused with another value. */
  private static void text(String text, StringBuilder out) {
    out.append('"').append(text.length()).append(':').append(text);
  }
}
