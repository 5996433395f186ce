package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A document without its texts: two documents of one shape have the same members in the same order,
 * arrays of the same lengths, the same contexts, numbers and constants.
 *
 * @param text the same for the same shape
 * @param texts what stands in it as strings, in order, outside of {@code @context}
 */
record DocumentShape(String text, List<String> texts) {

  private static final char TEXT = '"';
  private static final String CONTEXT = "@context";

  /**
   * @param mostTexts how many strings it may have, and its contexts a thousand times as many
   *     characters
   * @return empty for a larger one
   */
  static Optional<DocumentShape> of(ObjectNode document, int mostTexts) {
    StringBuilder shape = new StringBuilder();
    List<String> texts = new ArrayList<>();
    write(document, shape, texts, true);
    return texts.size() <= mostTexts && shape.length() <= mostTexts * 1_000
        ? Optional.of(new DocumentShape(shape.toString(), texts))
        : Optional.empty();
  }

  private static void write(JsonNode node, StringBuilder shape, List<String> texts, boolean root) {
    switch (node) {
      case ObjectNode object -> {
        shape.append('{');
        for (Map.Entry<String, JsonNode> member : object.properties()) {
          String name = member.getKey();
          shape.append(name.length()).append(':').append(name);
          if (root && name.equals(CONTEXT)) {
            shape.append(member.getValue());
          } else {
            write(member.getValue(), shape, texts, false);
          }
        }
        shape.append('}');
      }
      case ArrayNode array -> {
        shape.append('[');
        array.forEach(item -> write(item, shape, texts, false));
        shape.append(']');
      }
      default -> {
        if (node.isTextual()) {
          texts.add(node.textValue());
          shape.append(TEXT);
        } else {
          shape.append(node).append(',');
        }
      }
    }
  }

  /** The document with another text in the place of one. */
  static ObjectNode with(ObjectNode document, int index, String text) {
    ObjectNode copy = document.deepCopy();
    replace(copy, new int[] {index}, text, true);
    return copy;
  }

  private static void replace(JsonNode node, int[] left, String text, boolean root) {
    if (node instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        JsonNode value = object.get(name);
        if (root && name.equals(CONTEXT)) {
          continue;
        }
        if (value.isTextual() && left[0]-- == 0) {
          object.put(name, text);
        }
        replace(value, left, text, false);
      }
    } else if (node instanceof ArrayNode array) {
      for (int at = 0; at < array.size(); at++) {
        if (array.get(at).isTextual() && left[0]-- == 0) {
          array.set(at, text);
        }
        replace(array.get(at), left, text, false);
      }
    }
  }
}
