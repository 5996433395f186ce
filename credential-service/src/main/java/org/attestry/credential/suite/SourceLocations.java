package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.JsonLocation;

/** Walks through a credential, except its {@code @context}, to find the place of a value. */
final class SourceLocations {

  private SourceLocations() {}

  /** Handles each value. */
  @FunctionalInterface
  interface Visitor {

    /**
     * @param member the name of the value's member; empty in arrays
     */
    void visit(String member, JsonNode value, JsonLocation place);
  }

  static void visit(JsonNode document, Budget budget, Visitor visitor) {
    visit(document, "", JsonLocation.ROOT, budget, visitor);
  }

  private static void visit(
      JsonNode node, String member, JsonLocation place, Budget budget, Visitor visitor) {
    budget.spend();
    visitor.visit(member, node, place);
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      if (!entry.getKey().equals("@context")) {
        String name = entry.getKey();
        visit(entry.getValue(), name, place.member(name), budget, visitor);
      }
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      visit(node.get(i), "", place.item(i), budget, visitor);
    }
  }
}
