package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.EntityType;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.SchemaTitles;

/**
 * The public version of a type's schema. It leaves out the fields that the public view hides, in
 * every part of the schema that mentions them, and adds the system fields as read-only. Its objects
 * allow other members, because clients may send hidden fields and nested objects have an osid. It
 * allows everything that the schema allows, and every entity as it is returned.
 */
final class PublicShape {

  private static final List<String> PARTS =
      List.of("items", "additionalItems", "additionalProperties", "allOf", "anyOf", "then", "else");
  private static final List<String> NAMED =
      List.of("properties", "patternProperties", "definitions", "dependencies");
  private static final String OSID = "osid";
  private static final int LONGEST_PATTERN = 1_000;

  private PublicShape() {}

  /**
   * Returns the public version of a type's schema. A type that takes too much work is described as
   * any object, so that the other types are still described.
   *
   * @param systemFields their schemas by name
   */
  static ObjectNode of(EntityType type, JsonNode systemFields) {
    ObjectNode root;
    try {
      root = shown(type);
    } catch (FailureException tooMuch) {
      root = Json.read("{\"type\": \"object\"}").deepCopy();
    }
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

  private static ObjectNode shown(EntityType type) {
    ObjectNode root = Json.read(type.definition(), ObjectNode.class);
    HiddenPart hidden = new HiddenPart(root);
    List<FieldPath> paths =
        Stream.concat(
                type.config().privateFields().stream(), type.config().internalFields().stream())
            .toList();
    paths.forEach(path -> hidden.remove(path.segments()));
    paths.forEach(path -> hideTitles(root, path));
    open(root);
    return root;
  }

  /** Removes the titles of a hidden field, and of what lies below it, in every language. */
  private static void hideTitles(ObjectNode root, FieldPath path) {
    for (JsonNode titles : root.path(SchemaTitles.KEYWORD)) {
      for (Iterator<String> each = titles.fieldNames(); each.hasNext(); ) {
        if (covers(path.segments(), SchemaTitles.names(each.next()))) {
          each.remove();
        }
      }
    }
  }

  /** Whether a path covers names of members; a wildcard may stand for the items of a list. */
  private static boolean covers(List<String> path, List<String> names) {
    if (path.isEmpty()) {
      return true;
    }
    List<String> rest = path.subList(1, path.size());
    boolean any = path.getFirst().equals(FieldPath.ANY);
    return (any && covers(rest, names))
        || (!names.isEmpty()
            && (any || path.getFirst().equals(names.getFirst()))
            && covers(rest, names.subList(1, names.size())));
  }

  /**
   * @param node a schema, or an array of schemas
   * @return whether the schemas allow more than before
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

  /**
   * Removes {@code const} and {@code enum} with objects in them, because objects are returned with
   * an osid.
   */
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

  /** Changes the keywords that apply to all members so that they allow an osid. */
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

  /**
   * Whether the pattern matches {@code osid}; true for a pattern that is too long or cannot be
   * compiled.
   */
  private static boolean matchesOsid(String pattern) {
    if (pattern.length() > LONGEST_PATTERN) {
      return true;
    }
    try {
      return Pattern.compile(pattern).matcher(OSID).find();
    } catch (PatternSyntaxException | StackOverflowError e) {
      return true;
    }
  }

  private static JsonNode readOnly(JsonNode schema) {
    ObjectNode copy = schema.deepCopy();
    return copy.put("readOnly", true);
  }
}
