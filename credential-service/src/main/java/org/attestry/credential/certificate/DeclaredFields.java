package org.attestry.credential.certificate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.SystemFieldNames;
import org.attestry.credential.draft.ExampleEntity;
import org.attestry.runtime.json.Json;

/** The fields that a draft-07 schema declares, in any of its alternatives. */
record DeclaredFields(JsonNode definition) {

  private static final int MOST_SCHEMAS = 500;
  private static final List<String> ALTERNATIVES = List.of("allOf", "anyOf", "oneOf");
  private static final List<String> BRANCHES = List.of("if", "then", "else");
  private static final List<String> OTHERS = List.of("patternProperties", "additionalProperties");

  /**
   * A name that the schema does not declare.
   *
   * @param declared the names that it declares in the same place
   */
  record Unknown(String name, Set<String> declared) {}

  /** Returns the names at the root. */
  Set<String> names() {
    return names(whole(List.of(definition)));
  }

  /**
   * Returns the first name of a path that the schema does not declare; empty if there is none, or
   * if the schema is open there.
   */
  Optional<Unknown> unknown(List<String> path) {
    List<JsonNode> place = List.of(definition);
    for (String name : path) {
      List<JsonNode> schemas = whole(place);
      if (schemas.size() >= MOST_SCHEMAS
          || SystemFieldNames.contain(name)
          || schemas.stream().allMatch(DeclaredFields::isOpen)) {
        return Optional.empty();
      }
      List<JsonNode> next = new ArrayList<>();
      schemas.forEach(schema -> step(schema, name, next));
      if (next.isEmpty()) {
        return Optional.of(new Unknown(name, names(schemas)));
      }
      place = next;
    }
    return Optional.empty();
  }

  /** Says whether the schema declares nothing below it, so that any member may be there. */
  private static boolean isOpen(JsonNode schema) {
    return !schema.has("properties")
        && !schema.has("items")
        && ALTERNATIVES.stream().noneMatch(schema::has)
        && !schema.has("$ref")
        && !List.of("string", "number", "integer", "boolean", "null")
            .contains(schema.path("type").asText());
  }

  private static void step(JsonNode schema, String name, List<JsonNode> next) {
    boolean each = name.equals(FieldPath.ANY);
    JsonNode items = schema.path("items");
    if (each || name.matches("[0-9]{1,9}")) {
      (items.isArray() ? items : List.of(items)).forEach(item -> add(item, next));
    }
    JsonNode properties = schema.path("properties");
    if (each) {
      properties.forEach(property -> add(property, next));
    }
    add(properties.path(name), next);
    if (!properties.has(name)) {
      for (String other : OTHERS) {
        JsonNode schemas = schema.path(other);
        if (other.equals("patternProperties")) {
          schemas.forEach(one -> add(one, next));
        } else if (schemas.isObject()) {
          add(schemas, next);
        }
      }
    }
  }

  private static void add(JsonNode schema, List<JsonNode> to) {
    if (schema.isObject()) {
      to.add(schema);
    } else if (schema.isBoolean() && schema.booleanValue()) {
      to.add(Json.object());
    }
  }

  private static Set<String> names(List<JsonNode> schemas) {
    Set<String> names = new TreeSet<>();
    schemas.forEach(schema -> schema.path("properties").fieldNames().forEachRemaining(names::add));
    return names;
  }

  /** Returns the schemas with their references and alternatives. */
  private List<JsonNode> whole(List<JsonNode> schemas) {
    Set<JsonNode> known = Collections.newSetFromMap(new IdentityHashMap<>());
    List<JsonNode> all = new ArrayList<>();
    Deque<JsonNode> open = new ArrayDeque<>(schemas);
    while (!open.isEmpty() && all.size() < MOST_SCHEMAS) {
      JsonNode schema = open.poll();
      if (!schema.isObject() || !known.add(schema)) {
        continue;
      }
      all.add(schema);
      if (schema.path("$ref").isTextual()) {
        open.add(ExampleEntity.resolved(definition, schema.get("$ref").textValue()));
      }
      ALTERNATIVES.forEach(keyword -> schema.path(keyword).forEach(open::add));
      BRANCHES.forEach(keyword -> open.add(schema.path(keyword)));
    }
    return all;
  }
}
