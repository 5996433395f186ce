package org.attestry.schema.change;

import static org.attestry.contracts.schema.SchemaChangeReport.Effect.COMPATIBLE;
import static org.attestry.contracts.schema.SchemaChangeReport.Effect.DECIDED_BY_DATA;
import static org.attestry.contracts.schema.SchemaChangeReport.Effect.NARROWING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.LinkedHashSet;
import java.util.Set;
import org.attestry.contracts.schema.SchemaChangeReport.Effect;

/**
 * Compares the members that objects may have. Unless the old definition was closed, it allowed a
 * new property with any value.
 */
record PropertyComparison(DefinitionComparison comparison, SchemaPair pair) {

  private static final String PROPERTIES = "properties";
  private static final String ADDITIONAL = "additionalProperties";
  private static final String BY_PATTERN = "patternProperties";

  void compare() {
    for (String name : names(PROPERTIES)) {
      JsonNode old = pair.old(PROPERTIES).path(name);
      JsonNode now = pair.now(PROPERTIES).path(name);
      String at = DefinitionComparison.below(pair.pointer(), PROPERTIES, name);
      if (old.isMissingNode()) {
        added(name, now, at);
      } else if (now.isMissingNode()) {
        removed(name, old, at);
      } else {
        comparison.compare(old, now, at, PROPERTIES);
      }
    }
    for (String pattern : names(BY_PATTERN)) {
      byPattern(pattern);
    }
    comparison.compareOptional(ADDITIONAL, pair);
  }

  private void added(String name, JsonNode now, String at) {
    JsonNode ruled = otherwise(pair.before(), name);
    boolean wider = DefinitionComparison.isNothing(ruled) || now.isEmpty();
    Effect effect = wider ? COMPATIBLE : DECIDED_BY_DATA;
    pair.differences().add(at, PROPERTIES, MissingNode.getInstance(), now, effect);
  }

  private void removed(String name, JsonNode old, String at) {
    JsonNode ruled = otherwise(pair.after(), name);
    Effect unlessClosed = ruled.isEmpty() ? COMPATIBLE : DECIDED_BY_DATA;
    Effect effect = DefinitionComparison.isNothing(ruled) ? NARROWING : unlessClosed;
    pair.differences().add(at, PROPERTIES, old, MissingNode.getInstance(), effect);
  }

  /** Returns the schema for a member that is not among the properties. */
  private JsonNode otherwise(JsonNode schema, String name) {
    for (var pattern : schema.path(BY_PATTERN).properties()) {
      if (comparison.finds(pattern.getKey(), name)) {
        return pattern.getValue();
      }
    }
    return DefinitionComparison.orAnything(schema.path(ADDITIONAL));
  }

  private void byPattern(String pattern) {
    JsonNode old = pair.old(BY_PATTERN).path(pattern);
    JsonNode now = pair.now(BY_PATTERN).path(pattern);
    String at = DefinitionComparison.below(pair.pointer(), BY_PATTERN, pattern);
    if (!old.isMissingNode() && !now.isMissingNode()) {
      comparison.compare(old, now, at, BY_PATTERN);
      return;
    }
    boolean open = DefinitionComparison.orAnything(pair.now(ADDITIONAL)).isEmpty();
    boolean freed = now.isMissingNode() && open && pair.now(BY_PATTERN).isEmpty();
    pair.differences().add(at, BY_PATTERN, old, now, freed ? COMPATIBLE : DECIDED_BY_DATA);
  }

  private Set<String> names(String keyword) {
    Set<String> names = new LinkedHashSet<>();
    pair.old(keyword).fieldNames().forEachRemaining(names::add);
    pair.now(keyword).fieldNames().forEachRemaining(names::add);
    return names;
  }
}
