package org.attestry.registry.domain.types;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Which fields a definition declares, for filters. References and alternatives are followed. */
public final class DefinitionFields {

  private static final List<String> ALTERNATIVES = List.of("allOf", "anyOf", "oneOf");
  private static final List<String> BRANCHES = List.of("then", "else");

  private final JsonNode root;

  public DefinitionFields(JsonNode definition) {
    this.root = definition;
  }

  /**
   * What is known of the field at a path of member names; arrays on the way are passed through.
   *
   * @return null when the definition declares members at its parent and this one is not among them
   */
  public Field find(List<String> path) {
    Level level = expand(List.of(root));
    boolean repeated = false;
    for (String name : path) {
      repeated |= level.array();
      if (level.open()) {
        return new Field(true);
      }
      List<JsonNode> next = level.member(name);
      if (next.isEmpty()) {
        return null;
      }
      level = expand(next);
    }
    return new Field(repeated || level.array());
  }

  /** The names of the members that are declared below a path. */
  public Set<String> namesAt(List<String> path) {
    Level level = expand(List.of(root));
    for (String name : path) {
      level = expand(level.member(name));
    }
    Set<String> names = new TreeSet<>();
    level.schemas().forEach(s -> s.path("properties").fieldNames().forEachRemaining(names::add));
    return names;
  }

  /** Whether what stands at a path may be a text. */
  public boolean mayBeText(List<String> path) {
    Level level = expand(List.of(root));
    for (String name : path) {
      level = expand(level.member(name));
    }
    return level.schemas().stream()
        .map(schema -> schema.path("type"))
        .noneMatch(DefinitionFields::isOther);
  }

  private static boolean isOther(JsonNode type) {
    if (type.isTextual()) {
      return !type.textValue().equals("string");
    }
    boolean text = false;
    for (JsonNode one : type) {
      text |= one.asText().equals("string");
    }
    return type.isArray() && !text;
  }

  private Level expand(List<JsonNode> schemas) {
    List<JsonNode> found = new ArrayList<>();
    List<JsonNode> todo = new ArrayList<>(schemas);
    boolean array = false;
    while (!todo.isEmpty()) {
      JsonNode schema = todo.remove(todo.size() - 1);
      if (!schema.isObject() || contains(found, schema)) {
        continue;
      }
      found.add(schema);
      if (schema.path("$ref").isTextual()) {
        todo.add(resolve(schema.get("$ref").textValue()));
        continue;
      }
      array |= schema.has("items");
      todo.add(schema.path("items"));
      schema.path("items").forEach(todo::add);
      ALTERNATIVES.forEach(key -> schema.path(key).forEach(todo::add));
      BRANCHES.forEach(key -> todo.add(schema.path(key)));
    }
    return new Level(found, array);
  }

  private static boolean contains(List<JsonNode> found, JsonNode schema) {
    return found.stream().anyMatch(known -> known == schema);
  }

  private JsonNode resolve(String reference) {
    return reference.startsWith("#") ? root.at(reference.substring(1)) : root.path("");
  }

  /**
   * @param repeated whether an array lies on the way, or nothing is known of the field
   */
  public record Field(boolean repeated) {}

  private record Level(List<JsonNode> schemas, boolean array) {

    boolean open() {
      return schemas.stream().noneMatch(schema -> schema.has("properties"));
    }

    List<JsonNode> member(String name) {
      return schemas.stream()
          .map(schema -> schema.path("properties").path(name))
          .filter(JsonNode::isContainerNode)
          .toList();
    }
  }
}
