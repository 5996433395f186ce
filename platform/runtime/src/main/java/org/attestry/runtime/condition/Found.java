package org.attestry.runtime.condition;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.FieldPath;
import org.attestry.runtime.json.JsonPointers;

/**
 * What a path found.
 *
 * @param list whether it is a list, even of one: the path has a wildcard, or leads to an array
 * @param values texts, numbers and truths; null and objects compare with nothing and are left out
 */
public record Found(boolean list, List<JsonNode> values) {

  public Found {
    values = List.copyOf(values);
  }

  public static Found in(JsonNode record, FieldPath path) {
    List<JsonNode> found = JsonPointers.values(record, path);
    boolean list =
        path.segments().contains(FieldPath.ANY) || found.stream().anyMatch(JsonNode::isArray);
    List<JsonNode> values = new ArrayList<>();
    found.forEach(value -> addScalars(value, values));
    return new Found(list, values);
  }

  private static void addScalars(JsonNode value, List<JsonNode> into) {
    if (value.isArray()) {
      value.forEach(item -> addScalars(item, into));
    } else if (value.isTextual() || value.isNumber() || value.isBoolean()) {
      into.add(value);
    }
  }
}
