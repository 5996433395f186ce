package org.attestry.schema.domain.change;

import static org.attestry.contracts.schema.SchemaChangeReport.Effect.COMPATIBLE;
import static org.attestry.contracts.schema.SchemaChangeReport.Effect.DECIDED_BY_DATA;
import static org.attestry.contracts.schema.SchemaChangeReport.Effect.NARROWING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.LinkedHashSet;
import java.util.Set;
import org.attestry.contracts.schema.SchemaChangeReport.Effect;

/**
 * Compares the members that objects may have. Unless the old definition was closed, a new property
 * was allowed before with any value.
 */
final class PropertyComparison {

  private static final String PROPERTIES = "properties";
  private static final String ADDITIONAL = "additionalProperties";
  private static final String BY_PATTERN = "patternProperties";

  private final DefinitionComparison comparison;
  private final JsonNode before;
  private final JsonNode after;
  private final String pointer;
  private final DifferenceCollector changes;

  PropertyComparison(
      DefinitionComparison comparison,
      JsonNode before,
      JsonNode after,
      String pointer,
      DifferenceCollector changes) {
    this.comparison = comparison;
    this.before = before;
    this.after = after;
    this.pointer = pointer;
    this.changes = changes;
  }

  void compare() {
    for (String name : names(PROPERTIES)) {
      JsonNode old = before.path(PROPERTIES).path(name);
      JsonNode now = after.path(PROPERTIES).path(name);
      String at = DefinitionComparison.below(pointer, PROPERTIES, name);
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
    additional();
  }

  private void added(String name, JsonNode now, String at) {
    JsonNode ruled = otherwise(before, name);
    Effect effect = DECIDED_BY_DATA;
    if (DefinitionComparison.isNothing(ruled) || now.isEmpty()) {
      effect = COMPATIBLE;
    }
    changes.add(at, PROPERTIES, MissingNode.getInstance(), now, effect);
  }

  private void removed(String name, JsonNode old, String at) {
    JsonNode ruled = otherwise(after, name);
    Effect effect = DECIDED_BY_DATA;
    if (DefinitionComparison.isNothing(ruled)) {
      effect = NARROWING;
    } else if (ruled.isEmpty()) {
      effect = COMPATIBLE;
    }
    changes.add(at, PROPERTIES, old, MissingNode.getInstance(), effect);
  }

  /** The schema for members that are not among the properties. */
  private JsonNode otherwise(JsonNode schema, String name) {
    for (var pattern : schema.path(BY_PATTERN).properties()) {
      if (comparison.finds(pattern.getKey(), name)) {
        return pattern.getValue();
      }
    }
    return DefinitionComparison.orAnything(schema.path(ADDITIONAL));
  }

  private void byPattern(String pattern) {
    JsonNode old = before.path(BY_PATTERN).path(pattern);
    JsonNode now = after.path(BY_PATTERN).path(pattern);
    String at = DefinitionComparison.below(pointer, BY_PATTERN, pattern);
    if (!old.isMissingNode() && !now.isMissingNode()) {
      comparison.compare(old, now, at, BY_PATTERN);
      return;
    }
    boolean open = DefinitionComparison.orAnything(after.path(ADDITIONAL)).isEmpty();
    boolean freed = now.isMissingNode() && open && after.path(BY_PATTERN).isEmpty();
    changes.add(at, BY_PATTERN, old, now, freed ? COMPATIBLE : DECIDED_BY_DATA);
  }

  private void additional() {
    comparison.compare(
        DefinitionComparison.orAnything(before.path(ADDITIONAL)),
        DefinitionComparison.orAnything(after.path(ADDITIONAL)),
        pointer + "/" + ADDITIONAL,
        ADDITIONAL);
  }

  private Set<String> names(String keyword) {
    Set<String> names = new LinkedHashSet<>();
    before.path(keyword).fieldNames().forEachRemaining(names::add);
    after.path(keyword).fieldNames().forEachRemaining(names::add);
    return names;
  }
}
