package org.attestry.registry.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FieldPath;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonPointers;

/**
 * The path from an entity to one of its values: member names, and osids for items of arrays. {@link
 * #set} and {@link #add} modify the document that is passed to them.
 */
public record PropertyPath(List<String> segments) {

  /** The maximum depth of a body. */
  private static final int DEEPEST = 64;

  public PropertyPath {
    segments = List.copyOf(segments);
    if (segments.isEmpty()) {
      throw FailureException.invalid(
          "registry.property.missing", "", "path", "The path must name a property.");
    }
    if (segments.size() > DEEPEST) {
      String message = "The path has more than %d levels.".formatted(DEEPEST);
      throw FailureException.invalid("registry.property.too-deep", "", "path", message);
    }
  }

  public String first() {
    return segments.get(0);
  }

  public String last() {
    return segments.get(segments.size() - 1);
  }

  /** Returns the path as a pointer, with osids instead of array positions. */
  public String pointer() {
    return JsonPointers.of(new FieldPath(segments));
  }

  /** Returns the path as a field path, which covers every item of an array. */
  public FieldPath field() {
    return new FieldPath(
        segments.stream()
            .map(segment -> NestedOsids.isOne(segment) ? FieldPath.ANY : segment)
            .toList());
  }

  /** Returns the value at the path, or null. */
  public JsonNode find(ObjectNode document) {
    return child(parent(document), last());
  }

  /** Sets the value at the path. A missing member is created; an array item must exist. */
  public void set(ObjectNode document, JsonNode value) {
    JsonNode parent = parent(document);
    if (parent instanceof ObjectNode object) {
      object.set(last(), value);
    } else if (parent instanceof ArrayNode items) {
      int at = position(items, last());
      if (at < 0) {
        throw notFound(last());
      }
      items.set(at, keepingOsid(value, items.get(at)));
    }
  }

  /**
   * Adds a value at the path: appends to an array, merges into an object, or sets a missing value.
   *
   * @param replacing whether a merge may overwrite existing members of the object
   * @throws org.attestry.contracts.FailureException CONFLICT if there is a single value already, or
   *     a merge would overwrite a member without permission
   */
  public void add(ObjectNode document, JsonNode value, boolean replacing) {
    JsonNode existing = find(document);
    switch (existing) {
      case null -> set(document, value);
      case ArrayNode items -> append(items, value);
      case ObjectNode object when value instanceof ObjectNode members -> {
        if (!replacing) {
          refuseOther(object, members);
        }
        object.setAll(members);
      }
      default -> throw occupied(last());
    }
  }

  /**
   * Returns the value that a body adds. The body is the value itself, or an object with the value
   * as its only member, under the property's name.
   */
  public JsonNode unwrapped(JsonNode body) {
    return body.isObject() && body.size() == 1 && body.has(last()) ? body.get(last()) : body;
  }

  /** Returns a document that contains only this value at the path. */
  public ObjectNode documentWith(JsonNode value) {
    JsonNode inner = value;
    for (int i = segments.size() - 1; i > 0; i--) {
      inner =
          NestedOsids.isOne(segments.get(i))
              ? Json.array().add(inner)
              : Json.object().set(segments.get(i), inner);
    }
    return Json.object().set(first(), inner);
  }

  private static void refuseOther(ObjectNode object, ObjectNode members) {
    for (Map.Entry<String, JsonNode> member : members.properties()) {
      JsonNode existing = object.get(member.getKey());
      if (existing != null && !DocumentDiff.same(existing, member.getValue())) {
        throw occupied(member.getKey());
      }
    }
  }

  private static void append(ArrayNode items, JsonNode value) {
    if (value instanceof ArrayNode several) {
      items.addAll(several);
    } else {
      items.add(value);
    }
  }

  private JsonNode parent(ObjectNode document) {
    JsonNode at = document;
    for (String segment : segments.subList(0, segments.size() - 1)) {
      at = child(at, segment);
      if (at == null || !at.isContainerNode()) {
        throw notFound(segment);
      }
    }
    return at;
  }

  private static JsonNode child(JsonNode parent, String segment) {
    if (parent instanceof ArrayNode items) {
      int at = position(items, segment);
      return at < 0 ? null : items.get(at);
    }
    return parent.get(segment);
  }

  private static int position(ArrayNode items, String osid) {
    for (int i = 0; i < items.size(); i++) {
      if (NestedOsids.has(items.get(i), osid)) {
        return i;
      }
    }
    return -1;
  }

  private static JsonNode keepingOsid(JsonNode value, JsonNode former) {
    if (value instanceof ObjectNode object && !object.has(NestedOsids.OSID)) {
      object.set(NestedOsids.OSID, former.get(NestedOsids.OSID));
    }
    return value;
  }

  private static RuntimeException notFound(String segment) {
    return FailureException.notFound(
        "registry.property.not-found", "The entity has no '%s' on this path.".formatted(segment));
  }

  private static RuntimeException occupied(String name) {
    return FailureException.conflict(
        "registry.property.exists",
        "The property '%s' has a value already; use PUT to change it.".formatted(name));
  }
}
