package org.attestry.registry.domain.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;

/**
 * Copies of a draft-07 definition for the compiler. Members that would send it elsewhere ({@code
 * $id}, {@code $schema}) or mean nothing to it are gone.
 */
final class DefinitionRewrite {

  private static final Set<String> DROPPED = Set.of("$id", "$schema", "_osConfig");
  private static final Set<String> NAMED_SCHEMAS =
      Set.of("properties", "patternProperties", "definitions", "$defs");
  private static final Set<String> SCHEMAS =
      Set.of("items", "additionalItems", "additionalProperties", "contains", "allOf", "anyOf");
  private static final Set<String> CONDITIONAL = Set.of("then", "else");
  private static final Set<String> WHOLE = Set.of("not", "if", "propertyNames");
  private static final Set<String> VERBATIM = Set.of("enum", "const", "default", "examples");

  private final boolean withoutRequired;

  private DefinitionRewrite(boolean withoutRequired) {
    this.withoutRequired = withoutRequired;
  }

  static JsonNode complete(JsonNode definition) {
    return new DefinitionRewrite(false).schema(definition);
  }

  /**
   * A definition that accepts an entity which may lack members: nothing is {@code required}, and
   * where {@code oneOf} told alternatives apart by what they require, more than one may match.
   * Below {@code not} and {@code if} nothing changes: there a weaker schema would refuse more.
   */
  static JsonNode withoutRequired(JsonNode definition) {
    return new DefinitionRewrite(true).schema(definition);
  }

  private JsonNode schema(JsonNode schema) {
    if (!schema.isObject()) {
      return schema;
    }
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> member : schema.properties()) {
      keyword(member.getKey(), member.getValue(), out);
    }
    return out;
  }

  private void keyword(String name, JsonNode value, ObjectNode out) {
    if (isDropped(name, value)) {
      return;
    }
    if (VERBATIM.contains(name)) {
      out.set(name, value);
    } else if (WHOLE.contains(name)) {
      out.set(name, complete(value));
    } else if (NAMED_SCHEMAS.contains(name) || name.equals("dependencies")) {
      out.set(name, named(value));
    } else if (name.equals("oneOf")) {
      out.set(withoutRequired ? "anyOf" : "oneOf", list(value));
    } else if (SCHEMAS.contains(name) || CONDITIONAL.contains(name)) {
      out.set(name, value.isArray() ? list(value) : schema(value));
    } else {
      out.set(name, value);
    }
  }

  private boolean isDropped(String name, JsonNode value) {
    boolean required = name.equals("required") && value.isArray();
    return (DROPPED.contains(name) && !value.isBoolean()) || (withoutRequired && required);
  }

  private JsonNode named(JsonNode schemas) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    schemas.properties().forEach(member -> out.set(member.getKey(), dependency(member.getValue())));
    return out;
  }

  private JsonNode dependency(JsonNode value) {
    return value.isArray() ? value : schema(value);
  }

  private JsonNode list(JsonNode schemas) {
    ArrayNode out = JsonNodeFactory.instance.arrayNode();
    schemas.forEach(item -> out.add(schema(item)));
    return out;
  }
}
