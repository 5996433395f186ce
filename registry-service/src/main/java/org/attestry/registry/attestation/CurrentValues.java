package org.attestry.registry.attestation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.document.NestedOsids;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonPointers;

/**
 * The values of one entity that its attestations are about, as they are now. The entity is read
 * once for all of its attestations, however many these are: nothing is copied, an item of a list is
 * found by its osid, and a value that is not selected is read once for each path. What is returned
 * shares its nodes with the entity. Not thread-safe.
 */
public final class CurrentValues {

  private final ObjectNode body;
  private final Map<FieldPath, JsonNode> whole = new HashMap<>();
  private final Map<String, Map<String, Integer>> positions = new HashMap<>();

  public CurrentValues(ObjectNode body) {
    this.body = body;
  }

  /**
   * Returns a map of alias to value, without aliases that have no value.
   *
   * @param paths alias to the path of its value
   * @param propertiesOSID property name to the osids of the items that are selected, or null for
   *     all; of a property that is not an array, all is selected
   * @return null if a selected item does not exist
   */
  ObjectNode at(Map<String, FieldPath> paths, JsonNode propertiesOSID) {
    Map<String, Set<String>> items = AttestedValues.items(propertiesOSID);
    if (items.entrySet().stream().anyMatch(item -> lacks(item.getKey(), item.getValue()))) {
      return null;
    }
    items.keySet().removeIf(property -> !body.path(property).isArray());
    ObjectNode values = Json.object();
    paths.forEach(
        (alias, path) -> {
          JsonNode value = value(path, items);
          if (value != null) {
            values.set(alias, value);
          }
        });
    return values;
  }

  /** Whether a property has no item with one of the osids. */
  boolean lacks(String property, Set<String> osids) {
    return !positions(property).keySet().containsAll(osids);
  }

  private JsonNode value(FieldPath path, Map<String, Set<String>> items) {
    if (items.containsKey(path.property())) {
      ObjectNode selected = Json.object();
      selected.set(path.property(), selected(path.property(), items.get(path.property())));
      return JsonPointers.value(selected, path);
    }
    if (path.property().equals(FieldPath.ANY) && !items.isEmpty()) {
      ObjectNode selected = Json.object().setAll(body);
      items.forEach((property, osids) -> selected.set(property, selected(property, osids)));
      return JsonPointers.value(selected, path);
    }
    return whole.computeIfAbsent(path, first -> JsonPointers.value(body, first));
  }

  /** Returns the items of a list that have the given osids, in the order of the list. */
  private ArrayNode selected(String property, Set<String> osids) {
    TreeMap<Integer, JsonNode> chosen = new TreeMap<>();
    for (String osid : osids) {
      int position = positions(property).get(osid);
      chosen.put(position, body.get(property).get(position));
    }
    return Json.array().addAll(chosen.values());
  }

  /** Returns the position of each item by its osid; of an object, that of the object itself. */
  private Map<String, Integer> positions(String property) {
    return positions.computeIfAbsent(property, first -> indexed(body.path(first)));
  }

  private static Map<String, Integer> indexed(JsonNode value) {
    Map<String, Integer> positions = new HashMap<>();
    int position = 0;
    for (JsonNode item : value.isArray() ? value : Set.of(value)) {
      JsonNode osid = item.path(NestedOsids.OSID);
      if (osid.isTextual()) {
        positions.put(osid.textValue(), position);
      }
      position++;
    }
    return positions;
  }
}
