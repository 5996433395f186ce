package org.attestry.registry.domain.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.domain.document.NestedOsids;

/**
 * Which fields of what was found are shown; the osid always is.
 *
 * @param fields paths of members; arrays on the way are passed
 */
public record Projection(List<FieldPath> fields) {

  public Projection {
    fields = List.copyOf(fields);
  }

  /** A copy that has the chosen fields alone. */
  public ObjectNode of(ObjectNode entity) {
    List<List<String>> paths =
        fields.stream()
            .map(f -> f.segments().stream().filter(s -> !s.equals(FieldPath.ANY)).toList())
            .toList();
    return object(entity, paths);
  }

  private static ObjectNode object(ObjectNode from, List<List<String>> paths) {
    ObjectNode out = from.objectNode();
    for (Map.Entry<String, JsonNode> member : from.properties()) {
      String name = member.getKey();
      List<List<String>> deeper =
          paths.stream()
              .filter(path -> path.get(0).equals(name))
              .map(path -> path.subList(1, path.size()))
              .toList();
      if (name.equals(NestedOsids.OSID) || deeper.stream().anyMatch(List::isEmpty)) {
        out.set(name, member.getValue());
      } else if (!deeper.isEmpty() && member.getValue().isContainerNode()) {
        out.set(name, value(member.getValue(), deeper));
      }
    }
    return out;
  }

  private static JsonNode value(JsonNode value, List<List<String>> paths) {
    if (value instanceof ObjectNode object) {
      return object(object, paths);
    }
    ArrayNode items = ((ArrayNode) value).arrayNode();
    for (JsonNode item : value) {
      items.add(item.isContainerNode() ? value(item, paths) : item);
    }
    return items;
  }
}
