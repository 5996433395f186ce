package org.attestry.schema.change;

import com.fasterxml.jackson.databind.JsonNode;
import org.attestry.contracts.schema.SchemaChangeReport.Effect;

/**
 * A schema of the old definition, the corresponding schema of the new one, and the collector of
 * their differences.
 *
 * @param pointer the pointer to the new schema in the new document
 */
record SchemaPair(
    JsonNode before, JsonNode after, String pointer, DifferenceCollector differences) {

  JsonNode old(String keyword) {
    return before.path(keyword);
  }

  JsonNode now(String keyword) {
    return after.path(keyword);
  }

  /** Adds a difference in a keyword. */
  void add(String keyword, Effect effect) {
    differences.add(pointer + "/" + keyword, keyword, old(keyword), now(keyword), effect);
  }

  /**
   * Adds a difference in a keyword whose two values cannot be compared, or of which one value is
   * absent.
   */
  void addConstraint(String keyword, boolean inOld, boolean inNew) {
    Effect whenPresent = inOld ? Effect.DECIDED_BY_DATA : Effect.NARROWING;
    add(keyword, inNew ? whenPresent : Effect.COMPATIBLE);
  }
}
