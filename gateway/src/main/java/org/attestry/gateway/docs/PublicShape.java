package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.EntityType;
import org.attestry.runtime.json.Json;

/**
 * A type's schema as anybody may see it: without the fields that its public view hides, whichever
 * part of the schema speaks of them, and with the system fields, which are read and never sent.
 * Objects are open in it: what is hidden may be sent, and nested objects have an osid. It allows
 * what the schema allows, and everything that is read of an entity.
 */
final class PublicShape {

  private static final List<String> DECIDING = List.of("not", "if", "anyOf", "oneOf", "contains");
  private static final List<String> BESIDE = List.of("items", "additionalItems", "then", "else");
  private static final List<String> VALUES = List.of("default", "examples", "const", "enum");
  private static final List<String> PARTS =
      List.of("items", "additionalItems", "additionalProperties", "allOf", "anyOf", "then", "else");
  private static final List<String> NAMED =
      List.of("properties", "patternProperties", "definitions", "dependencies");
  private static final String OSID = "osid";
  private static final String ANY = FieldPath.ANY;

  private final ObjectNode root;

  private PublicShape(ObjectNode root) {
    this.root = root;
  }

  /**
   * @param systemFields name to schema
   */
  static ObjectNode of(EntityType type, JsonNode systemFields) {
    ObjectNode root = Json.read(type.definition(), ObjectNode.class);
    PublicShape shape = new PublicShape(root);
    Stream.concat(type.config().privateFields().stream(), type.config().internalFields().stream())
        .forEach(path -> shape.hide(root, path.segments(), new ArrayList<>()));
    open(root);
    if (!root.has("$ref")) {
      ObjectNode properties = root.withObjectProperty("properties");
      for (Map.Entry<String, JsonNode> field : systemFields.properties()) {
        if (!properties.has(field.getKey())) {
          properties.set(field.getKey(), readOnly(field.getValue()));
        }
      }
    }
    return root;
  }

  /**
   * @param path what is left of the path below this schema
   * @param seen the schemas on the way here through references, which may lead in a circle
   * @return whether this schema spoke of it
   */
  private boolean hide(JsonNode node, List<String> path, List<JsonNode> seen) {
    if (!(node instanceof ObjectNode schema) || seen.stream().anyMatch(known -> known == node)) {
      return false;
    }
    if (schema.path("$ref").isTextual()) {
      List<JsonNode> further = new ArrayList<>(seen);
      further.add(schema);
      return hide(target(schema.get("$ref").textValue()), path, further);
    }
    boolean found = hideMembers(schema, path);
    for (String keyword : DECIDING) {
      if (schema.has(keyword) && hideAll(schema.get(keyword), path, seen)) {
        schema.remove(keyword);
        found = true;
      }
    }
    if (!schema.has("if")) {
      schema.remove(List.of("then", "else"));
    }
    for (String keyword : BESIDE) {
      found |= hideAll(schema.path(keyword), path, seen);
    }
    found |= hideAll(schema.path("allOf"), path, seen);
    if (found) {
      schema.remove(VALUES);
    }
    return found;
  }

  private boolean hideAll(JsonNode node, List<String> path, List<JsonNode> seen) {
    boolean found = hide(node, path, seen);
    if (node.isArray()) {
      for (JsonNode each : node) {
        found |= hide(each, path, seen);
      }
    }
    return found;
  }

  /** In an object; arrays on the way are passed through. */
  private boolean hideMembers(ObjectNode schema, List<String> path) {
    String name = path.get(0);
    List<String> rest = path.subList(1, path.size());
    boolean found = false;
    for (String keyword : List.of("properties", "patternProperties")) {
      for (Iterator<Map.Entry<String, JsonNode>> each =
              schema.path(keyword).properties().iterator();
          each.hasNext(); ) {
        Map.Entry<String, JsonNode> member = each.next();
        if (name.equals(ANY) || name.equals(member.getKey())) {
          found |= rest.isEmpty() || hide(member.getValue(), rest, new ArrayList<>());
          if (rest.isEmpty()) {
            each.remove();
          }
        }
      }
    }
    found |= rest.isEmpty() && hideName(schema, name);
    if (name.equals(ANY)) {
      found |= hideItems(schema, rest);
    }
    return found;
  }

  private boolean hideItems(ObjectNode schema, List<String> rest) {
    if (!rest.isEmpty()) {
      return hide(schema.path("additionalProperties"), rest, new ArrayList<>())
          | hide(schema.path("items"), rest, new ArrayList<>());
    }
    return schema.remove("items") != null | schema.remove("additionalProperties") != null;
  }

  /** Takes a member's name out of what says that members must be there. */
  private static boolean hideName(ObjectNode schema, String name) {
    boolean found = hideFrom(schema.path("required"), name);
    ObjectNode dependencies =
        schema.path("dependencies") instanceof ObjectNode object ? object : null;
    if (dependencies != null) {
      found |= dependencies.remove(name) != null || name.equals(ANY);
      for (JsonNode needed : dependencies) {
        found |= hideFrom(needed, name);
      }
    }
    return found;
  }

  private static boolean hideFrom(JsonNode names, String name) {
    boolean found = false;
    for (Iterator<JsonNode> each = names.iterator(); names.isArray() && each.hasNext(); ) {
      if (each.next().asText().equals(name) || name.equals(ANY)) {
        each.remove();
        found = true;
      }
    }
    return found;
  }

  private JsonNode target(String reference) {
    return reference.startsWith("#") ? root.at(reference.substring(1)) : root.path("");
  }

  /**
   * @param node a schema, or several
   * @return whether they allow more than before
   */
  private static boolean open(JsonNode node) {
    boolean opened = false;
    if (node.isArray()) {
      for (JsonNode each : node) {
        opened |= open(each);
      }
    }
    return node instanceof ObjectNode schema ? openObject(schema) : opened;
  }

  private static boolean openObject(ObjectNode schema) {
    boolean opened = openValues(schema) | openNames(schema);
    for (String keyword : PARTS) {
      opened |= open(schema.path(keyword));
    }
    for (String keyword : NAMED) {
      for (JsonNode member : schema.path(keyword)) {
        opened |= open(member);
      }
    }
    if (open(schema.path("oneOf"))) {
      schema.set("anyOf", schema.remove("oneOf"));
      opened = true;
    }
    return opened;
  }

  /** A value that is an object is read with an osid in it. */
  private static boolean openValues(ObjectNode schema) {
    boolean objects =
        Stream.of("const", "enum").anyMatch(keyword -> hasObject(schema.path(keyword)));
    if (objects) {
      schema.remove(List.of("const", "enum"));
    }
    return objects;
  }

  private static boolean hasObject(JsonNode value) {
    boolean found = value.isObject();
    for (JsonNode each : value) {
      found |= hasObject(each);
    }
    return found;
  }

  /** Whatever is said of members in general is not said of the osid. */
  private static boolean openNames(ObjectNode schema) {
    JsonNode others = schema.path("additionalProperties");
    if (others.isObject() && !schema.path("properties").has(OSID)) {
      schema.withObjectProperty("properties").putObject(OSID).put("type", "string");
    }
    boolean closed = others.isBoolean() && !others.booleanValue();
    if (closed) {
      schema.remove("additionalProperties");
    }
    for (Iterator<String> each = schema.path("patternProperties").fieldNames(); each.hasNext(); ) {
      if (matchesOsid(each.next())) {
        each.remove();
        closed = true;
      }
    }
    return closed | schema.remove("maxProperties") != null | schema.remove("propertyNames") != null;
  }

  private static boolean matchesOsid(String pattern) {
    try {
      return Pattern.compile(pattern).matcher(OSID).find();
    } catch (PatternSyntaxException e) {
      return true;
    }
  }

  private static JsonNode readOnly(JsonNode schema) {
    ObjectNode copy = schema.deepCopy();
    return copy.put("readOnly", true);
  }
}
