package org.attestry.schema.domain.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.SchemaChangeReport.Difference;
import org.attestry.contracts.schema.SchemaChangeReport.Effect;
import org.attestry.runtime.json.Json;

/** Collects the differences that one comparison finds. Used by one thread. */
final class Changes {

  private final List<Difference> found = new ArrayList<>();

  /** A keyword or member that has another value; a missing node stands for none. */
  void add(String pointer, String rule, JsonNode before, JsonNode after, Effect effect) {
    found.add(new Difference(pointer, written(before), written(after), rule, effect));
  }

  /** The same for a keyword of the schema at the pointer. */
  void ofKeyword(String schema, String keyword, JsonNode before, JsonNode after, Effect effect) {
    add(schema + "/" + keyword, keyword, before.path(keyword), after.path(keyword), effect);
  }

  List<Difference> all() {
    return List.copyOf(found);
  }

  boolean none() {
    return found.isEmpty();
  }

  /** Whether everything found leaves every entity valid. */
  boolean harmless() {
    return found.stream().allMatch(difference -> difference.effect() == Effect.COMPATIBLE);
  }

  private static JsonBytes written(JsonNode node) {
    return node == null || node.isMissingNode() ? null : Json.write(node);
  }
}
