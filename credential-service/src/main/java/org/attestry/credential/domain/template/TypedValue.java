package org.attestry.credential.domain.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;

/**
 * A value of the data that fills a whole JSON string of a template: it keeps its type. What holds
 * nothing (null, an empty array) is left out of objects and arrays, and is an empty string by
 * itself, as a missing value is.
 */
final class TypedValue {

  private TypedValue() {}

  /**
   * @throws TemplateSyntaxException for an object with a JSON-LD keyword, which would change what
   *     the template says
   */
  static JsonNode of(JsonNode value) {
    JsonNode kept = kept(value);
    return kept == null ? TextNode.valueOf("") : kept;
  }

  private static JsonNode kept(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> object(value);
      case ARRAY -> array(value);
      case STRING, NUMBER, BOOLEAN -> value;
      default -> null;
    };
  }

  private static JsonNode object(JsonNode value) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      if (member.getKey().startsWith("@")) {
        throw new TemplateSyntaxException("Data cannot bring members whose names begin with @.");
      }
      JsonNode kept = kept(member.getValue());
      if (kept != null) {
        object.set(member.getKey(), kept);
      }
    }
    return object;
  }

  private static JsonNode array(JsonNode value) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode(value.size());
    for (JsonNode item : value) {
      JsonNode kept = kept(item);
      if (kept != null) {
        array.add(kept);
      }
    }
    return array.isEmpty() ? null : array;
  }
}
