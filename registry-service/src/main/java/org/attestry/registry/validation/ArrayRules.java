package org.attestry.registry.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.attestry.registry.validation.CompiledSchema.Rule;
import org.attestry.registry.validation.SchemaCompiler.Parts;
import org.attestry.runtime.json.JsonLocation;

/** The keywords for arrays. */
final class ArrayRules {

  private ArrayRules() {}

  static List<Rule> of(JsonNode schema, Parts parts) {
    List<Rule> rules = new ArrayList<>();
    ValueRules.size(
        schema,
        "maxItems",
        "The value must have at most %d items but found %d.",
        (value, most, check) -> value.isArray() && value.size() > most,
        rules);
    ValueRules.size(
        schema,
        "minItems",
        "The value must have at least %d items but found %d.",
        (value, least, check) -> value.isArray() && value.size() < least,
        rules);
    if (schema.path("items").isArray()) {
      CompiledSchema further =
          schema.has("additionalItems")
              ? parts.of(schema.get("additionalItems"))
              : CompiledSchema.TRUE;
      rules.add(items(parts.all(schema.get("items")), further));
    } else if (schema.has("items")) {
      rules.add(items(List.of(), parts.of(schema.get("items"))));
    }
    if (schema.path("uniqueItems").asBoolean()) {
      rules.add(ArrayRules::uniqueItems);
    }
    if (schema.has("contains")) {
      rules.add(contains(parts.of(schema.get("contains"))));
    }
    return rules;
  }

  /**
   * @param further the schema of the items after those that {@code first} describes
   */
  private static Rule items(List<CompiledSchema> first, CompiledSchema further) {
    return (value, at, check) -> {
      int known = further == CompiledSchema.TRUE ? first.size() : Integer.MAX_VALUE;
      for (int i = 0; value.isArray() && i < Math.min(value.size(), known); i++) {
        if (check.enough() || refuses(first, further, i, at, check)) {
          return;
        }
        CompiledSchema schema = i < first.size() ? first.get(i) : further;
        schema.check(value.get(i), at.item(i), check);
      }
    };
  }

  /** Reports the items that no schema allows, as one fault for all of them. */
  private static boolean refuses(
      List<CompiledSchema> first,
      CompiledSchema further,
      int i,
      JsonLocation at,
      Validation check) {
    boolean refused = !first.isEmpty() && i == first.size() && further == CompiledSchema.FALSE;
    if (refused) {
      check.fault(
          at.item(i), "additionalItems", "The array has more items than its schema describes.");
    }
    return refused;
  }

  private static void uniqueItems(JsonNode value, JsonLocation at, Validation check) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      check.spend(1);
      if (!seen.add(ValueRules.canonical(value.get(i), check))) {
        check.fault(at, "uniqueItems", "The value must have only unique items in the array.");
        return;
      }
    }
  }

  private static Rule contains(CompiledSchema schema) {
    return (value, at, check) -> {
      if (!value.isArray()) {
        return;
      }
      for (int i = 0; i < value.size(); i++) {
        if (check.fits(schema, value.get(i), at.item(i))) {
          return;
        }
      }
      check.fault(at, "contains", "The value has no item that its schema demands.");
    };
  }
}
