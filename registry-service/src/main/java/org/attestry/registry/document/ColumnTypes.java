package org.attestry.registry.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.pattern.LinearPattern;

/**
 * Decides which types of values a draft-07 definition admits at a path. An alternative that does
 * not name the path says nothing about it; so a path that no part of the definition names is not
 * declared.
 */
final class ColumnTypes {

  private static final int DEEPEST = 200;

  private final JsonNode root;
  private final Budget budget;

  /**
   * @param budget the budget, of which each part of the definition that is read spends one step
   */
  ColumnTypes(JsonNode root, Budget budget) {
    this.root = root;
    this.budget = budget;
  }

  /**
   * @param type a JSON type as in the keyword {@code type}; {@code number} includes {@code integer}
   * @return whether a value of the type is admitted at the path; null if the path is not declared
   */
  Boolean admits(List<String> path, String type) {
    return new Question(path, type).admits(root, 0, 0);
  }

  /** Whether the definition refuses every value at the path. */
  boolean refuses(List<String> path) {
    return refuses(root, path, 0);
  }

  private boolean refuses(JsonNode schema, List<String> path, int depth) {
    budget.spend();
    if (schema.isBoolean()) {
      return !schema.booleanValue();
    }
    String reference = schema.path("$ref").asText("");
    if (depth > DEEPEST || path.isEmpty() || !reference.isEmpty() && !reference.startsWith("#")) {
      return false;
    }
    return reference.isEmpty()
        ? memberRefuses(schema, path, depth + 1)
            || parts(schema, "allOf").anyMatch(part -> refuses(part, path, depth + 1))
            || eachRefuses(schema, "anyOf", path, depth + 1)
            || eachRefuses(schema, "oneOf", path, depth + 1)
        : refuses(root.at(reference.substring(1)), path, depth + 1);
  }

  private boolean eachRefuses(JsonNode schema, String keyword, List<String> path, int depth) {
    return !schema.path(keyword).isEmpty()
        && parts(schema, keyword).allMatch(part -> refuses(part, path, depth));
  }

  private boolean memberRefuses(JsonNode schema, List<String> path, int depth) {
    String name = path.getFirst();
    List<JsonNode> declared = new ArrayList<>();
    if (schema.path("properties").has(name)) {
      declared.add(schema.path("properties").path(name));
    }
    for (Map.Entry<String, JsonNode> pattern : schema.path("patternProperties").properties()) {
      budget.spend();
      if (LinearPattern.finds(pattern.getKey(), name)) {
        declared.add(pattern.getValue());
      }
    }
    if (declared.isEmpty() && schema.has("additionalProperties")) {
      declared.add(schema.path("additionalProperties"));
    }
    List<String> inner = path.subList(1, path.size());
    return declared.stream().anyMatch(member -> refuses(member, inner, depth));
  }

  private static Stream<JsonNode> parts(JsonNode schema, String keyword) {
    return StreamSupport.stream(schema.path(keyword).spliterator(), false);
  }

  /** One path and type, with the findings about the parts of the definition that were read. */
  private final class Question {
    private final List<String> path;
    private final String type;
    private final List<Map<JsonNode, Boolean>> known;

    Question(List<String> path, String type) {
      this.path = path;
      this.type = type;
      this.known =
          Stream.<Map<JsonNode, Boolean>>generate(IdentityHashMap::new)
              .limit(path.size() + 1L)
              .toList();
    }

    /**
     * @param at the number of segments that lead to the schema
     * @param depth the number of enclosing calls
     */
    Boolean admits(JsonNode schema, int at, int depth) {
      budget.spend();
      if (!schema.isObject() || depth > DEEPEST) {
        return at < path.size() ? null : Boolean.valueOf(!schema.isBoolean() || schema.asBoolean());
      }
      Map<JsonNode, Boolean> level = known.get(at);
      if (!level.containsKey(schema)) {
        level.put(schema, null);
        level.put(schema, read(schema, at, depth + 1));
      }
      return level.get(schema);
    }

    private Boolean read(JsonNode schema, int at, int depth) {
      String reference = schema.path("$ref").asText("");
      if (!reference.isEmpty()) {
        return reference.startsWith("#")
            ? admits(root.at(reference.substring(1)), at, depth)
            : null;
      }
      return all(
          Stream.of(
              at < path.size() ? member(schema, at, depth) : admitted(schema),
              all(each(schema.path("allOf"), at, depth)),
              any(each(schema.path("anyOf"), at, depth)),
              any(each(schema.path("oneOf"), at, depth)),
              any(
                  Stream.of("then", "else")
                      .filter(schema::has)
                      .map(branch -> admits(schema.path(branch), at, depth)))));
    }

    private Stream<Boolean> each(JsonNode schemas, int at, int depth) {
      return StreamSupport.stream(schemas.spliterator(), false)
          .map(schema -> admits(schema, at, depth));
    }

    private Boolean member(JsonNode schema, int at, int depth) {
      String name = path.get(at);
      if (schema.path("properties").has(name)) {
        return declared(schema.path("properties").path(name), at, depth);
      }
      for (Map.Entry<String, JsonNode> pattern : schema.path("patternProperties").properties()) {
        budget.spend();
        if (LinearPattern.finds(pattern.getKey(), name)) {
          return declared(pattern.getValue(), at, depth);
        }
      }
      JsonNode others = schema.path("additionalProperties");
      return others.isObject() && !others.isEmpty() ? declared(others, at, depth) : null;
    }

    /** A member that is declared without anything about its value admits all values. */
    private Boolean declared(JsonNode schema, int at, int depth) {
      Boolean admitted = admits(schema, at + 1, depth);
      return at + 1 == path.size() && admitted == null ? Boolean.TRUE : admitted;
    }

    /** Whether the keywords that apply to the value itself admit the type. */
    private Boolean admitted(JsonNode schema) {
      JsonNode types = schema.path("type");
      boolean named =
          types.isMissingNode()
              || isType(types.asText())
              || StreamSupport.stream(types.spliterator(), false)
                  .anyMatch(one -> isType(one.asText()));
      boolean listed =
          !schema.path("enum").isArray()
              || StreamSupport.stream(schema.path("enum").spliterator(), false)
                  .anyMatch(this::isOfType);
      return named && listed && (!schema.has("const") || isOfType(schema.get("const")));
    }

    private boolean isType(String name) {
      return type.equals(name) || type.equals("number") && name.equals("integer");
    }

    private boolean isOfType(JsonNode value) {
      return switch (value.getNodeType()) {
        case STRING -> type.equals("string");
        case NUMBER -> type.equals("number");
        case BOOLEAN -> type.equals("boolean");
        case ARRAY -> type.equals("array");
        case OBJECT -> type.equals("object");
        default -> type.equals("null");
      };
    }
  }

  private static Boolean all(Stream<Boolean> parts) {
    return parts.filter(Objects::nonNull).reduce(Boolean::logicalAnd).orElse(null);
  }

  private static Boolean any(Stream<Boolean> parts) {
    return parts.filter(Objects::nonNull).reduce(Boolean::logicalOr).orElse(null);
  }
}
