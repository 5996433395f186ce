package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.runtime.fair.Budget;

/**
 * Removes fields from a schema in every part that mentions them. One pass visits each part once for
 * each remaining path, however many references lead to the part. Passes are repeated until one
 * finds nothing new: whether a part mentions a field may depend on a part that refers back to it.
 */
final class HiddenPart {

  private static final List<String> DECIDING = List.of("not", "if", "anyOf", "oneOf", "contains");
  private static final List<String> SIBLING_KEYWORDS =
      List.of("items", "additionalItems", "then", "else");
  private static final List<String> VALUES = List.of("default", "examples", "const", "enum");
  private static final String ANY = FieldPath.ANY;
  private static final Duration LONGEST = Duration.ofSeconds(5);
  private static final long STEPS = 2_000_000;
  private static final int DEEPEST = 200;
  private static final Failure TOO_MUCH =
      Failure.of(
          FailureKind.UNPROCESSABLE, "gateway.description", "The type is too much to describe.");

  private final ObjectNode root;
  private final Budget budget = Budget.of(LONGEST, STEPS, TOO_MUCH);
  private Map<JsonNode, Visited> all = new IdentityHashMap<>();
  private int pass;
  private int depth;
  private boolean changed;

  /** The findings about one part, by the number of path segments that are left. */
  private static final class Visited {
    private final Map<Integer, Integer> pass = new HashMap<>();
    private final Set<Integer> spoke = new HashSet<>();
  }

  HiddenPart(ObjectNode root) {
    this.root = root;
  }

  /**
   * @throws FailureException when the work takes too many steps, too long or too deep a recursion
   */
  void remove(List<String> path) {
    all = new IdentityHashMap<>();
    do {
      pass++;
      changed = false;
      hide(root, path);
    } while (changed);
  }

  private static void refuseDepth(int depth) {
    if (depth > DEEPEST) {
      throw TOO_MUCH.exception();
    }
  }

  /**
   * @param path the remaining path, below this schema
   * @return whether this schema mentioned it
   */
  private boolean hide(JsonNode node, List<String> path) {
    if (!(node instanceof ObjectNode schema)) {
      return false;
    }
    budget.spend();
    Visited visited = all.computeIfAbsent(schema, first -> new Visited());
    Integer visitedAt = visited.pass.put(path.size(), pass);
    if (visitedAt != null && visitedAt == pass) {
      return visited.spoke.contains(path.size());
    }
    refuseDepth(depth++);
    boolean spoke = hideIn(schema, path);
    depth--;
    if (spoke && visited.spoke.add(path.size())) {
      changed = true;
    }
    return visited.spoke.contains(path.size());
  }

  private boolean hideIn(ObjectNode schema, List<String> path) {
    if (schema.path("$ref").isTextual()) {
      return hide(target(schema.get("$ref").textValue()), path);
    }
    boolean found = hideMembers(schema, path);
    for (String keyword : DECIDING) {
      if (schema.has(keyword) && hideAll(schema.get(keyword), path)) {
        schema.remove(keyword);
        found = true;
      }
    }
    if (!schema.has("if")) {
      schema.remove(List.of("then", "else"));
    }
    for (String keyword : SIBLING_KEYWORDS) {
      found |= hideAll(schema.path(keyword), path);
    }
    found |= hideAll(schema.path("allOf"), path);
    if (found) {
      schema.remove(VALUES);
    }
    return found;
  }

  private boolean hideAll(JsonNode node, List<String> path) {
    boolean found = hide(node, path);
    if (node.isArray()) {
      for (JsonNode each : node) {
        found |= hide(each, path);
      }
    }
    return found;
  }

  /**
   * Hides the path in the members of an object. The caller applies the same path to the items of
   * arrays.
   */
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
          found |= rest.isEmpty() || hide(member.getValue(), rest);
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
      return hide(schema.path("additionalProperties"), rest) | hide(schema.path("items"), rest);
    }
    return schema.remove("items") != null | schema.remove("additionalProperties") != null;
  }

  /** Removes a member's name from the keywords that require members. */
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
}
