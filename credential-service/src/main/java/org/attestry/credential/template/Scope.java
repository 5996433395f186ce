package org.attestry.credential.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;

/**
 * The values in which paths are looked up: the data, or the current item of an {@code #each}. A
 * name is looked up only in the current scope, as in Handlebars; {@code ../} leaves it.
 */
record Scope(Scope parent, JsonNode value, int index, int count, String key) {

  static Scope root(JsonNode data) {
    return new Scope(null, data, 0, 1, "");
  }

  Scope item(JsonNode item, int index, int count, String key) {
    return new Scope(this, item, index, count, key);
  }

  /** Returns the value at the path; a missing node if there is none. */
  JsonNode find(Path path) {
    Scope scope = this;
    for (int i = 0; i < path.parents() && scope != null; i++) {
      scope = scope.parent;
    }
    if (scope == null) {
      return MissingNode.getInstance();
    }
    JsonNode node = path.variable() == null ? scope.value : scope.variable(path.variable());
    for (String segment : path.segments()) {
      node = member(node, segment);
    }
    return node;
  }

  private JsonNode variable(String name) {
    if (name.equals("root")) {
      Scope scope = this;
      while (scope.parent != null) {
        scope = scope.parent;
      }
      return scope.value;
    }
    if (parent == null) {
      return MissingNode.getInstance();
    }
    return switch (name) {
      case "index" -> IntNode.valueOf(index);
      case "first" -> BooleanNode.valueOf(index == 0);
      case "last" -> BooleanNode.valueOf(index == count - 1);
      default -> TextNode.valueOf(key);
    };
  }

  private static JsonNode member(JsonNode node, String segment) {
    if (node.isArray() && segment.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return segment.length() > 9
          ? MissingNode.getInstance()
          : node.path(Integer.parseInt(segment));
    }
    return node.path(segment);
  }
}
