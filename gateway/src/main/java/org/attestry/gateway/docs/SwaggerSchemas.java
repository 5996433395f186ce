package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;

/**
 * Writes a JSON Schema (draft-07) in the subset that Swagger 2.0 has (its Schema Object). What that
 * cannot say is left out, so that the description allows what the schema allows and possibly more.
 */
final class SwaggerSchemas {

  static final String DEFINITIONS = "#/definitions/";

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String REFERENCE = "$ref";

  private static final Set<String> COPIED =
      Set.of(
          "title",
          "description",
          "format",
          "pattern",
          "multipleOf",
          "maximum",
          "minimum",
          "maxLength",
          "minLength",
          "maxItems",
          "minItems",
          "uniqueItems",
          "maxProperties",
          "minProperties",
          "required",
          "enum",
          "default",
          "readOnly");

  private final LocalReference references;

  private SwaggerSchemas(LocalReference references) {
    this.references = references;
  }

  /** Adds what {@link LocalReference#define} does. */
  static void add(String type, JsonNode schema, ObjectNode definitions) {
    LocalReference references = new LocalReference(type, DEFINITIONS);
    references.define(schema, new SwaggerSchemas(references)::schema, definitions);
  }

  private ObjectNode schema(JsonNode source) {
    ObjectNode out = NODES.objectNode();
    if (source.path(REFERENCE).isTextual()) {
      String target = references.to(source.get(REFERENCE).textValue());
      return target == null ? out : out.put(REFERENCE, target);
    }
    for (Map.Entry<String, JsonNode> member : source.properties()) {
      keyword(member.getKey(), member.getValue(), out);
    }
    if (out.path("type").asText().equals("array") && !out.has("items")) {
      out.putObject("items");
    }
    return out;
  }

  private void keyword(String name, JsonNode value, ObjectNode out) {
    switch (name) {
      case "type" -> type(value, out);
      case "const" -> out.putArray("enum").add(value);
      case "properties" -> out.set("properties", properties(value));
      case "items" -> out.set("items", schema(value.isArray() ? NODES.objectNode() : value));
      case "additionalProperties" -> out.set(name, value.isObject() ? schema(value) : value);
      case "exclusiveMaximum" -> exclusive(name, "maximum", value, out);
      case "exclusiveMinimum" -> exclusive(name, "minimum", value, out);
      case "allOf" -> out.set(name, all(value));
      default -> {
        if (COPIED.contains(name) && !isEmptyArray(value)) {
          out.set(name, value);
        }
      }
    }
  }

  /** Swagger 2.0 has one type, and no null. */
  private static void type(JsonNode value, ObjectNode out) {
    if (value.isTextual() && !value.textValue().equals("null")) {
      out.set("type", value);
    }
  }

  private ObjectNode properties(JsonNode source) {
    ObjectNode out = NODES.objectNode();
    for (Map.Entry<String, JsonNode> property : source.properties()) {
      out.set(property.getKey(), schema(property.getValue()));
    }
    return out;
  }

  private ArrayNode all(JsonNode source) {
    ArrayNode out = NODES.arrayNode();
    source.forEach(part -> out.add(schema(part)));
    return out;
  }

  /** In draft-07 the bound itself, in Swagger 2.0 a flag beside it. */
  private static void exclusive(String name, String bound, JsonNode value, ObjectNode out) {
    if (value.isNumber()) {
      out.set(bound, value);
      out.put(name, true);
    }
  }

  private static boolean isEmptyArray(JsonNode value) {
    return value.isArray() && value.isEmpty();
  }
}
