package org.attestry.runtime.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.FieldPath;

/**
 * Selected fields of an entity; its osid and those of nested objects are always included.
 *
 * @param fields paths of members; where a path crosses an array, it applies to every item
 */
public record Projection(List<FieldPath> fields) {

  private static final String OSID = "osid";

  public Projection {
    fields = List.copyOf(fields);
  }

  /** Returns a copy with only the selected fields. */
  public ObjectNode of(ObjectNode entity) {
    Chosen chosen = new Chosen();
    for (FieldPath field : fields) {
      Chosen at = chosen;
      for (String segment : field.segments()) {
        at =
            segment.equals(FieldPath.ANY)
                ? at
                : at.members.computeIfAbsent(segment, name -> new Chosen());
      }
      at.whole = true;
    }
    return object(entity, chosen);
  }

  /** The selected members of an object, or of the items of an array. */
  private static final class Chosen {
    private final Map<String, Chosen> members = new HashMap<>();
    private boolean whole;
  }

  private static ObjectNode object(ObjectNode from, Chosen chosen) {
    ObjectNode out = from.objectNode();
    for (Map.Entry<String, JsonNode> member : from.properties()) {
      String name = member.getKey();
      Chosen deeper = chosen.members.get(name);
      if (name.equals(OSID) || (deeper != null && deeper.whole)) {
        out.set(name, member.getValue());
      } else if (deeper != null && member.getValue().isContainerNode()) {
        out.set(name, value(member.getValue(), deeper));
      }
    }
    return out;
  }

  private static JsonNode value(JsonNode value, Chosen chosen) {
    if (value instanceof ObjectNode object) {
      return object(object, chosen);
    }
    ArrayNode items = ((ArrayNode) value).arrayNode();
    for (JsonNode item : value) {
      items.add(item.isContainerNode() ? value(item, chosen) : item);
    }
    return items;
  }
}
