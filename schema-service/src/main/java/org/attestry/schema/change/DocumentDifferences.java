package org.attestry.schema.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.schema.SchemaComparison;
import org.attestry.contracts.schema.SchemaComparison.Change;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.JsonPointers;

/**
 * Finds the differences of two JSON documents: values that only one of them has, and different
 * values. An array without objects is compared as one value.
 */
public final class DocumentDifferences {

  private final Budget budget;
  private final List<Change> changes = new ArrayList<>();
  private int more;

  private DocumentDifferences(Budget budget) {
    this.budget = budget;
  }

  /** Returns the first 100 differences, in the documents' order, and the number of further ones. */
  public static SchemaComparison of(
      int fromNumber, JsonNode from, int toNumber, JsonNode to, Budget budget) {
    DocumentDifferences differences = new DocumentDifferences(budget);
    differences.compare(from, to, "");
    return new SchemaComparison(fromNumber, toNumber, differences.changes, differences.more);
  }

  private void compare(JsonNode from, JsonNode to, String pointer) {
    budget.spend();
    if (from.equals(to)) {
      return;
    }
    if (from.isObject() && to.isObject()) {
      Set<String> names = new LinkedHashSet<>();
      from.fieldNames().forEachRemaining(names::add);
      to.fieldNames().forEachRemaining(names::add);
      names.forEach(
          name ->
              compare(from.path(name), to.path(name), pointer + "/" + JsonPointers.escape(name)));
    } else if (from.isArray() && to.isArray() && (hasObject(from) || hasObject(to))) {
      for (int i = 0; i < Math.max(from.size(), to.size()); i++) {
        compare(from.path(i), to.path(i), pointer + "/" + i);
      }
    } else if (changes.size() < Differences.MOST) {
      changes.add(new Change(pointer, Differences.excerpt(from), Differences.excerpt(to)));
    } else {
      more++;
    }
  }

  private static boolean hasObject(JsonNode array) {
    for (JsonNode item : array) {
      if (item.isObject()) {
        return true;
      }
    }
    return false;
  }
}
