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
import org.attestry.contracts.schema.EntityType;
import org.attestry.runtime.json.Json;

/**
 * A type's schema as anybody may see it: without the fields that its public view hides, whichever
 * part of the schema speaks of them, and with the system fields, which are read and never sent.
 * Objects are open in it: what is hidden may be sent, and nested objects have an osid. It allows
 * what the schema allows, and everything that is read of an entity.
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
   * A type that is too much work is shown as any object, so that the other types are still shown.
   *
   * @param systemFields name to schema
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
    Stream.concat(type.config().privateFields().stream(), type.config().internalFields().stream())
        .forEach(path -> hidden.remove(path.segments()));
    open(root);
    return root;
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

  /** Keywords about members in general do not hold for the osid. */
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

  /** A pattern that cannot be tried is taken for one that matches. */
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
