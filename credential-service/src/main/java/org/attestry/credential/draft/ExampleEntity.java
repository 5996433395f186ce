package org.attestry.credential.draft;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.attestry.contracts.FieldPath;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;

/**
 * An example of an entity, made from its draft-07 schema. For an IRI or a date the schema often
 * says only "string". So each text that the schema leaves open is unique: it can be found in a
 * filled template, and be replaced by the form that the template needs.
 */
public final class ExampleEntity {

  private static final int DEEPEST = 8;
  private static final List<String> GIVEN = List.of("const", "default");
  private static final List<String> CHOICES = List.of("enum", "examples");
  private static final Map<String, String> BY_FORMAT =
      Map.ofEntries(
          Map.entry("date-time", "2026-01-02T03:04:05Z"),
          Map.entry("date", "2026-01-02"),
          Map.entry("time", "03:04:05Z"),
          Map.entry("email", "ada@example.org"),
          Map.entry("idn-email", "ada@example.org"),
          Map.entry("hostname", "example.org"),
          Map.entry("ipv4", "192.0.2.1"),
          Map.entry("ipv6", "2001:db8::1"),
          Map.entry("uuid", "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed"));

  /** Formats of IRIs. Each IRI differs, because a credential describes an id at one place. */
  private static final Set<String> IRIS = Set.of("uri", "iri");

  private final JsonNode definition;
  private final boolean optional;
  private final Map<Integer, String> open;
  private final Budget budget;
  private int texts;
  private int iris;

  private ExampleEntity(
      JsonNode definition, boolean optional, Map<Integer, String> open, Budget budget) {
    this.definition = definition;
    this.optional = optional;
    this.open = open;
    this.budget = budget;
  }

  /**
   * @param optional whether the example has optional members
   * @param open texts that the schema leaves open, by number; missing ones are added
   */
  public static ObjectNode of(
      JsonNode definition, boolean optional, Map<Integer, String> open, Budget budget) {
    ExampleEntity example = new ExampleEntity(definition, optional, open, budget);
    JsonNode made = example.value(definition, 0);
    return made instanceof ObjectNode object ? object : Json.object();
  }

  /** Returns the data for the template of a policy: the values at the paths, by alias. */
  public static ObjectNode attested(ObjectNode entity, Map<String, FieldPath> paths) {
    ObjectNode attested = Json.object();
    paths.forEach(
        (alias, path) -> {
          JsonNode value = at(entity, path.segments());
          if (!value.isMissingNode()) {
            attested.set(alias, value);
          }
        });
    return attested;
  }

  private static JsonNode at(JsonNode node, List<String> path) {
    if (path.isEmpty()) {
      return node;
    }
    List<String> rest = path.subList(1, path.size());
    if (!path.getFirst().equals(FieldPath.ANY)) {
      return at(node.path(path.getFirst()), rest);
    }
    ArrayNode values = Json.array();
    for (JsonNode item : node) {
      JsonNode value = at(item, rest);
      if (!value.isMissingNode()) {
        values.add(value);
      }
    }
    return values;
  }

  private JsonNode value(JsonNode schema, int depth) {
    budget.spend();
    if (depth > DEEPEST) {
      return MissingNode.getInstance();
    }
    JsonNode given = given(schema);
    return given.isMissingNode() ? byType(schema, depth) : given;
  }

  private static JsonNode given(JsonNode schema) {
    for (String keyword : GIVEN) {
      if (schema.has(keyword)) {
        return schema.get(keyword);
      }
    }
    for (String keyword : CHOICES) {
      if (schema.path(keyword).isArray() && !schema.path(keyword).isEmpty()) {
        return schema.get(keyword).get(0);
      }
    }
    return MissingNode.getInstance();
  }

  private JsonNode byType(JsonNode schema, int depth) {
    Map<String, JsonNode> properties = new HashMap<>();
    Set<String> required = new HashSet<>();
    JsonNode merged = merge(schema, properties, required, depth);
    JsonNode given = given(merged);
    return given.isMissingNode() ? byType(merged, properties, required, depth) : given;
  }

  private JsonNode byType(
      JsonNode merged, Map<String, JsonNode> properties, Set<String> required, int depth) {
    return switch (type(merged, properties)) {
      case "object" -> object(properties, required, depth);
      case "array" -> array(merged, depth);
      case "boolean" -> BooleanNode.TRUE;
      case "integer" -> number(merged, "1");
      case "number" -> number(merged, "1.5");
      case "null" -> JsonNodeFactory.instance.nullNode();
      default -> text(merged);
    };
  }

  /** Returns the schema that defines the type of a value, of several that apply at once. */
  private JsonNode merge(
      JsonNode schema, Map<String, JsonNode> properties, Set<String> required, int depth) {
    budget.spend();
    if (depth > 2 * DEEPEST) {
      return schema;
    }
    if (schema.path("$ref").isTextual()) {
      return merge(
          resolved(definition, schema.get("$ref").textValue()), properties, required, depth + 1);
    }
    schema.path("properties").properties().forEach(p -> properties.put(p.getKey(), p.getValue()));
    schema.path("required").forEach(name -> required.add(name.asText()));
    JsonNode found = schema;
    for (JsonNode part : schema.path("allOf")) {
      found = typed(found, merge(part, properties, required, depth + 1));
    }
    for (String choice : List.of("oneOf", "anyOf")) {
      if (schema.path(choice).has(0)) {
        found = typed(found, merge(schema.path(choice).get(0), properties, required, depth + 1));
      }
    }
    return found;
  }

  private static JsonNode typed(JsonNode one, JsonNode other) {
    return one.has("type") || one.has("format") ? one : other;
  }

  /** Returns the referenced part of a schema; a missing node if there is none. */
  public static JsonNode resolved(JsonNode definition, String reference) {
    try {
      return reference.startsWith("#")
          ? definition.at(JsonPointer.compile(reference.substring(1)))
          : MissingNode.getInstance();
    } catch (IllegalArgumentException e) {
      return MissingNode.getInstance();
    }
  }

  private static String type(JsonNode schema, Map<String, JsonNode> properties) {
    JsonNode type = schema.path("type");
    if (type.isArray()) {
      for (JsonNode one : type) {
        if (!one.asText().equals("null")) {
          return one.asText();
        }
      }
    }
    return type.isTextual() ? type.textValue() : properties.isEmpty() ? "string" : "object";
  }

  private JsonNode object(Map<String, JsonNode> properties, Set<String> required, int depth) {
    ObjectNode object = Json.object();
    properties.entrySet().stream()
        .filter(property -> optional || required.contains(property.getKey()))
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            property -> {
              JsonNode value = value(property.getValue(), depth + 1);
              if (!value.isMissingNode()) {
                object.set(property.getKey(), value);
              }
            });
    return object;
  }

  private JsonNode array(JsonNode schema, int depth) {
    ArrayNode array = Json.array();
    JsonNode items = schema.path("items");
    JsonNode first = items.isArray() ? items.path(0) : items;
    JsonNode value = value(first, depth + 1);
    if (!value.isMissingNode()) {
      array.add(value);
    }
    return array;
  }

  private static JsonNode number(JsonNode schema, String otherwise) {
    for (String limit : List.of("minimum", "maximum")) {
      if (schema.path(limit).isNumber()) {
        return schema.get(limit);
      }
    }
    return JsonNodeFactory.instance.numberNode(new java.math.BigDecimal(otherwise));
  }

  private JsonNode text(JsonNode schema) {
    String format = schema.path("format").asText();
    String formatted =
        IRIS.contains(format) ? "https://example.org/" + ++iris : BY_FORMAT.get(format);
    return TextNode.valueOf(
        formatted != null ? formatted : open.computeIfAbsent(++texts, n -> "example" + n + "x"));
  }

  /** Gives the open texts that occur in a text another form; returns whether one has changed. */
  public static boolean change(Map<Integer, String> open, String text, UnaryOperator<String> form) {
    boolean changed = false;
    for (Map.Entry<Integer, String> one : open.entrySet()) {
      if (text.contains(one.getValue())) {
        String other = form.apply(Integer.toString(one.getKey()));
        changed |= !other.equals(one.getValue());
        one.setValue(other);
      }
    }
    return changed;
  }
}
