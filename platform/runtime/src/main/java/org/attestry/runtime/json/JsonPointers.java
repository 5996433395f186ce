package org.attestry.runtime.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.FieldPath;

/** RFC 6901 pointers, and the values at {@link FieldPath}s of a document. */
public final class JsonPointers {

  private JsonPointers() {}

  /** Escapes a reference token. */
  public static String escape(String member) {
    return member.replace("~", "~0").replace("/", "~1");
  }

  /** Returns a pointer with the segments of a path, wildcards included. */
  public static String of(FieldPath path) {
    StringBuilder pointer = new StringBuilder();
    path.segments().forEach(segment -> pointer.append('/').append(escape(segment)));
    return pointer.toString();
  }

  /** Returns the values at the path, in document order; empty if a member is absent. */
  public static List<JsonNode> values(JsonNode root, FieldPath path) {
    List<JsonNode> at = List.of(root);
    for (String segment : path.segments()) {
      List<JsonNode> next = new ArrayList<>();
      for (JsonNode node : at) {
        step(node, segment, next);
      }
      at = next;
    }
    return at;
  }

  /**
   * Returns the value of a policy's alias: one value, or an array if the path has a wildcard; null
   * if there is none.
   */
  public static JsonNode value(JsonNode root, FieldPath path) {
    List<JsonNode> found = values(root, path);
    if (path.segments().contains(FieldPath.ANY)) {
      return Json.array().addAll(found);
    }
    return found.isEmpty() ? null : found.get(0);
  }

  private static void step(JsonNode node, String segment, List<JsonNode> into) {
    if (segment.equals(FieldPath.ANY)) {
      node.forEach(into::add);
    } else if (node.has(segment)) {
      into.add(node.get(segment));
    }
  }
}
