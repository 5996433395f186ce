package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.attestry.gateway.http.OpenApi;
import org.attestry.runtime.json.SchemaTitles;

/**
 * Converts a JSON Schema from draft-07 to 2020-12, the version that OpenAPI 3.1 uses: {@code items}
 * with a list becomes {@code prefixItems}, {@code additionalItems} becomes {@code items}, and
 * {@code dependencies} become {@code dependentRequired} and {@code dependentSchemas}. Keywords
 * beside a {@code $ref} are left out, because draft-07 ignores them and 2020-12 applies them.
 * Keywords that draft-07 does not define are left out too.
 */
final class OpenApiSchemas {

  static final String DEFINITIONS = "#/definitions/";

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String REFERENCE = "$ref";

  private static final Set<String> COPIED =
      Set.of(
          "title",
          SchemaTitles.KEYWORD,
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

  private final String type;

  private OpenApiSchemas(String type) {
    this.type = type;
  }

  /**
   * Returns the schema of a type under the type's name, preceded by its definitions under {@code
   * Type.Name}.
   *
   * @param type the name of the type's definition
   * @param schema self-contained: every reference leads to one of its own definitions or to its
   *     root
   */
  static ObjectNode of(String type, JsonNode schema) {
    OpenApiSchemas schemas = new OpenApiSchemas(type);
    ObjectNode all = NODES.objectNode();
    for (Map.Entry<String, JsonNode> local : schema.path("definitions").properties()) {
      all.set(schemas.named(local.getKey()), schemas.schema(local.getValue()));
    }
    return all.set(type, schemas.schema(schema));
  }

  /**
   * Converts a schema. A boolean schema becomes the equivalent object, because not every tool reads
   * booleans.
   */
  private ObjectNode schema(JsonNode source) {
    ObjectNode out = NODES.objectNode();
    if (source.isBoolean()) {
      return source.booleanValue() ? out : out.set("not", NODES.objectNode());
    }
    if (source.path(REFERENCE).isTextual()) {
      String target = target(source.get(REFERENCE).textValue());
      return target == null ? out : out.put(REFERENCE, OpenApi.SCHEMAS + target);
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

  /**
   * Returns the component that a reference names; null for a reference into a definition, for which
   * there is no component.
   */
  private String target(String reference) {
    if (reference.equals("#")) {
      return type;
    }
    String name =
        reference.startsWith(DEFINITIONS) ? reference.substring(DEFINITIONS.length()) : "";
    return name.isEmpty() || name.contains("/") ? null : named(unescaped(name));
  }

  /** Returns the component name of a definition in the type. Component names are ASCII. */
  private String named(String definition) {
    StringBuilder name = new StringBuilder(type).append('.');
    for (char c : definition.toCharArray()) {
      boolean plain = c < 128 && (Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '.');
      name.append(plain ? String.valueOf(c) : "_x%04x".formatted((int) c));
    }
    return name.toString();
  }

  /** Decodes first the URI's escapes, then those of the JSON Pointer (RFC 6901 section 6). */
  private static String unescaped(String name) {
    return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8)
        .replace("~1", "/")
        .replace("~0", "~");
  }
}
