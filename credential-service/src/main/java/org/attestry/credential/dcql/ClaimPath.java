package org.attestry.credential.dcql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.attestry.runtime.fair.Budget;

/**
 * A claims path pointer (OpenID4VP 1.0, section 7): from the root of a credential to its claims.
 */
public record ClaimPath(List<Step> steps) {

  public ClaimPath {
    steps = List.copyOf(steps);
  }

  /** A part of a path. */
  public sealed interface Step {}

  /** A member of an object. */
  public record Name(String name) implements Step {}

  /** An element of an array. */
  public record Index(int index) implements Step {}

  /** All elements of an array. */
  public enum Every implements Step {
    EVERY
  }

  /**
   * Returns the claims at the path; none if a step does not fit the value.
   *
   * @param sparse true if the holder may have left out array elements, so that their positions are
   *     not known
   */
  List<JsonNode> select(JsonNode root, boolean sparse, Budget budget) {
    List<JsonNode> selected = List.of(root);
    for (Step step : steps) {
      List<JsonNode> next = new ArrayList<>();
      for (JsonNode node : selected) {
        boolean fits = step instanceof Name ? node.isObject() : node.isArray();
        if (!fits) {
          return List.of();
        }
        int before = next.size();
        add(node, step, sparse, next);
        budget.spend(1 + next.size() - before);
      }
      selected = next;
    }
    return selected;
  }

  private static void add(JsonNode node, Step step, boolean sparse, List<JsonNode> next) {
    switch (step) {
      case Name name when node.has(name.name()) -> next.add(node.get(name.name()));
      case Index index when !sparse && node.has(index.index()) -> next.add(node.get(index.index()));
      case Index index when sparse -> node.forEach(next::add);
      case Every every -> node.forEach(next::add);
      case Name name -> {
        // The path has no value here.
      }
      case Index index -> {
        // The path has no value here.
      }
    }
  }
}
