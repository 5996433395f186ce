package org.attestry.schema.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonPointers;

/**
 * Visits the subschemas of a draft-07 schema. All other values, such as those of {@code enum} and
 * {@code default}, are data.
 */
final class Subschemas {

  private static final String DEPENDENCIES = "dependencies";

  /** Keywords whose value is a schema; that of {@code items} may also be a list of schemas. */
  static final Set<String> ONE =
      Set.of(
          "additionalItems",
          "additionalProperties",
          "contains",
          "else",
          "if",
          "items",
          "not",
          "propertyNames",
          "then");

  private static final Set<String> LIST = Set.of("allOf", "anyOf", "items", "oneOf");

  private static final Set<String> BY_NAME =
      Set.of("definitions", DEPENDENCIES, "patternProperties", "properties");

  private Subschemas() {}

  /** Visits a schema and all schemas below it, each with its pointer. */
  static void walk(
      JsonNode schema, String pointer, Budget budget, BiConsumer<JsonNode, String> visit) {
    if (!schema.isObject()) {
      return;
    }
    budget.spend(1 + pointer.length() / 64);
    visit.accept(schema, pointer);
    children(schema, pointer, (child, at) -> walk(child, at, budget, visit));
  }

  /** Visits the values directly below a schema that must be schemas, each with its pointer. */
  static void children(JsonNode schema, String pointer, BiConsumer<JsonNode, String> visit) {
    for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
      JsonNode value = keyword.getValue();
      String name = keyword.getKey();
      if (LIST.contains(name) && value.isArray()) {
        for (int i = 0; i < value.size(); i++) {
          visit.accept(value.get(i), pointer + "/" + name + "/" + i);
        }
      } else if (BY_NAME.contains(name) && value.isObject()) {
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
          if (!isListOfNames(name, entry.getValue())) {
            visit.accept(
                entry.getValue(), pointer + "/" + name + "/" + JsonPointers.escape(entry.getKey()));
          }
        }
      } else if (ONE.contains(name)) {
        visit.accept(value, pointer + "/" + name);
      }
    }
  }

  private static boolean isListOfNames(String keyword, JsonNode value) {
    return keyword.equals(DEPENDENCIES) && value.isArray();
  }

  /** Returns a copy of the schema in which each schema directly below it is replaced. */
  static ObjectNode map(JsonNode schema, UnaryOperator<JsonNode> replacement) {
    ObjectNode copy = Json.object();
    for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
      copy.set(keyword.getKey(), mapped(keyword.getKey(), keyword.getValue(), replacement));
    }
    return copy;
  }

  private static JsonNode mapped(
      String keyword, JsonNode value, UnaryOperator<JsonNode> replacement) {
    if (LIST.contains(keyword) && value.isArray()) {
      ArrayNode list = Json.array();
      value.forEach(item -> list.add(replacement.apply(item)));
      return list;
    }
    if (BY_NAME.contains(keyword) && value.isObject()) {
      ObjectNode byName = Json.object();
      for (Map.Entry<String, JsonNode> entry : value.properties()) {
        JsonNode child = entry.getValue();
        byName.set(entry.getKey(), child.isArray() ? child : replacement.apply(child));
      }
      return byName;
    }
    return ONE.contains(keyword) && value.isObject() ? replacement.apply(value) : value;
  }
}
