package org.attestry.condition;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.FieldPath;
import org.attestry.runtime.json.JsonPointers;

/**
 * The values at a path of a document.
 *
 * @param list whether the values are a list, even a list of one: the path has a wildcard or leads
 *     to an array
 * @param values strings, numbers and booleans; null and objects are left out, because no comparison
 *     holds for them
 */
public record PathValues(boolean list, List<JsonNode> values) {

  public PathValues {
    values = List.copyOf(values);
  }

  public static PathValues in(JsonNode record, FieldPath path) {
    List<JsonNode> found = JsonPointers.values(record, path);
    boolean list =
        path.segments().contains(FieldPath.ANY) || found.stream().anyMatch(JsonNode::isArray);
    List<JsonNode> values = new ArrayList<>();
    found.forEach(value -> addScalars(value, values));
    return new PathValues(list, values);
  }

  private static void addScalars(JsonNode value, List<JsonNode> into) {
    if (value.isArray()) {
      value.forEach(item -> addScalars(item, into));
    } else if (value.isTextual() || value.isNumber() || value.isBoolean()) {
      into.add(value);
    }
  }
}
