package org.attestry.registry.entity;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.contracts.FailureException;
import org.attestry.runtime.json.Json;

/** The field of an entity that names an owner. */
final class UserIdField {

  private UserIdField() {}

  /**
   * Sets the user id, as a number if it was one. Makes missing or null objects around it; a list is
   * not made longer.
   *
   * @throws FailureException INVALID, with the pointer to the value, if a value around the field is
   *     not an object, or not a list with this position
   */
  static void set(ObjectNode body, String pointer, String userId) {
    JsonNode parent = body;
    String reached = "";
    JsonPointer at = JsonPointer.compile(pointer);
    for (; !at.tail().matches(); at = at.tail()) {
      parent = child(parent, at, reached, pointer);
      reached += segment(at);
    }
    JsonNode value = value(body.at(pointer), userId);
    if (parent instanceof ObjectNode object) {
      object.set(at.getMatchingProperty(), value);
    } else {
      list(parent, at, reached, pointer).set(at.getMatchingIndex(), value);
    }
  }

  private static JsonNode child(JsonNode parent, JsonPointer at, String reached, String pointer) {
    if (!(parent instanceof ObjectNode object)) {
      return list(parent, at, reached, pointer).get(at.getMatchingIndex());
    }
    JsonNode child = object.path(at.getMatchingProperty());
    return child.isMissingNode() || child.isNull()
        ? object.putObject(at.getMatchingProperty())
        : child;
  }

  private static ArrayNode list(JsonNode parent, JsonPointer at, String reached, String pointer) {
    if (parent instanceof ArrayNode list && list.has(at.getMatchingIndex())) {
      return list;
    }
    String message =
        "The value at %s is %s, so that the user id cannot be set at %s; change that value by PUT first."
            .formatted(
                reached, parent.isArray() ? "a list without this position" : "no object", pointer);
    throw ChangeOwners.invalid(reached, "type", message);
  }

  private static JsonNode value(JsonNode former, String userId) {
    boolean number = former.isNumber() && userId.matches("[1-9]\\d{0,17}");
    return number ? Json.read(userId) : Json.object().textNode(userId);
  }

  /** Returns the first segment of a pointer, with its slash. */
  private static String segment(JsonPointer at) {
    String all = at.toString();
    return all.substring(0, all.length() - at.tail().toString().length());
  }
}
