package org.attestry.schema.domain.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.SchemaComparison.Change;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonPointers;

/**
 * Where two JSON documents differ: the values that stand in one only, or that are not the same. An
 * array that holds no object is one value, since its items have no names.
 */
public final class DocumentDifferences {

  private final List<Change> changes = new ArrayList<>();

  private DocumentDifferences() {}

  public static List<Change> of(JsonNode from, JsonNode to) {
    DocumentDifferences differences = new DocumentDifferences();
    differences.compare(from, to, "");
    return List.copyOf(differences.changes);
  }

  private void compare(JsonNode from, JsonNode to, String pointer) {
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
    } else {
      changes.add(new Change(pointer, written(from), written(to)));
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

  private static JsonBytes written(JsonNode node) {
    return node.isMissingNode() ? null : Json.write(node);
  }
}
