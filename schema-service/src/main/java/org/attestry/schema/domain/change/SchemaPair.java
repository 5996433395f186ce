package org.attestry.schema.domain.change;

import com.fasterxml.jackson.databind.JsonNode;
import org.attestry.contracts.schema.SchemaChangeReport.Effect;

/**
 * A schema of the old definition, the schema of the new one in its place, and where their
 * differences are collected.
 *
 * @param pointer of the new schema in the new document
 */
record SchemaPair(
    JsonNode before, JsonNode after, String pointer, DifferenceCollector differences) {

  JsonNode old(String keyword) {
    return before.path(keyword);
  }

  JsonNode now(String keyword) {
    return after.path(keyword);
  }

  /** Adds a difference of the keyword. */
  void add(String keyword, Effect effect) {
    differences.add(pointer + "/" + keyword, keyword, old(keyword), now(keyword), effect);
  }

  /** Adds a difference of a keyword whose two values cannot be compared, or one is absent. */
  void addConstraint(String keyword, boolean inOld, boolean inNew) {
    Effect whenPresent = inOld ? Effect.DECIDED_BY_DATA : Effect.NARROWING;
    add(keyword, inNew ? whenPresent : Effect.COMPATIBLE);
  }
}
