package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;

/**
 * Writes a JSON Schema of draft-07 as one of 2020-12, as OpenAPI 3.1 has it. What changed between
 * them: {@code items} with a list is {@code prefixItems}, {@code additionalItems} is {@code items},
 * {@code dependencies} are {@code dependentRequired} and {@code dependentSchemas}, and what stands
 * beside a {@code $ref}, which draft-07 ignores, holds; so it is left out. Keywords that draft-07
 * does not know are left out too.
 */
final class OpenApiSchemas {

  static final String COMPONENTS = "#/components/schemas/";

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String REFERENCE = "$ref";

  private static final Set<String> COPIED =
      Set.of(
          "title",
          "description",
          "default",
          "examples",
          "readOnly",
          "writeOnly",
          "type",
          "enum",
          "const",
          "format",
          "pattern",
          "multipleOf",
          "maximum",
          "minimum",
          "exclusiveMaximum",
          "exclusiveMinimum",
          "maxLength",
          "minLength",
          "maxItems",
          "minItems",
          "uniqueItems",
          "maxProperties",
          "minProperties",
          "required",
          "contentEncoding",
          "contentMediaType");

  private final LocalReference references;

  private OpenApiSchemas(LocalReference references) {
    this.references = references;
  }

  /** Adds what {@link LocalReference#define} does. */
  static void add(String type, JsonNode schema, ObjectNode schemas) {
    LocalReference references = new LocalReference(type, COMPONENTS);
    references.define(schema, new OpenApiSchemas(references)::schema, schemas);
  }

  /** Not every tool reads a schema that is a boolean, so it is written as the object it means. */
  private ObjectNode schema(JsonNode source) {
    ObjectNode out = NODES.objectNode();
    if (source.isBoolean()) {
      return source.booleanValue() ? out : out.set("not", NODES.objectNode());
    }
    if (source.path(REFERENCE).isTextual()) {
      String target = references.to(source.get(REFERENCE).textValue());
      return target == null ? out : out.put(REFERENCE, target);
    }
    for (Map.Entry<String, JsonNode> member : source.properties()) {
      keyword(member.getKey(), member.getValue(), source, out);
    }
    return out;
  }

  private void keyword(String name, JsonNode value, JsonNode source, ObjectNode out) {
    switch (name) {
      case "properties", "patternProperties" -> out.set(name, members(value));
      case "additionalProperties" -> out.set(name, value.isBoolean() ? value : schema(value));
      case "propertyNames", "contains", "not", "if", "then", "else" -> out.set(name, schema(value));
      case "allOf", "anyOf", "oneOf" -> out.set(name, all(value));
      case "items" -> {
        if (value.isArray()) {
          out.set("prefixItems", all(value));
        } else {
          out.set("items", schema(value));
        }
      }
      case "additionalItems" -> {
        if (source.path("items").isArray()) {
          out.set("items", schema(value));
        }
      }
      case "dependencies" -> dependencies(value, out);
      default -> {
        if (COPIED.contains(name)) {
          out.set(name, value);
        }
      }
    }
  }

  private void dependencies(JsonNode source, ObjectNode out) {
    for (Map.Entry<String, JsonNode> each : source.properties()) {
      boolean names = each.getValue().isArray();
      out.withObjectProperty(names ? "dependentRequired" : "dependentSchemas")
          .set(each.getKey(), names ? each.getValue() : schema(each.getValue()));
    }
  }

  private ObjectNode members(JsonNode source) {
    ObjectNode out = NODES.objectNode();
    for (Map.Entry<String, JsonNode> member : source.properties()) {
      out.set(member.getKey(), schema(member.getValue()));
    }
    return out;
  }

  private ArrayNode all(JsonNode source) {
    ArrayNode out = NODES.arrayNode();
    source.forEach(part -> out.add(schema(part)));
    return out;
  }
}
