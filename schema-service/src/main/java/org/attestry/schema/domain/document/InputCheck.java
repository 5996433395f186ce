package org.attestry.schema.domain.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.attestry.runtime.json.JsonPointers;

/** Checks schemas that stand alone within a configuration: they refer to nothing. */
public final class InputCheck {

  private InputCheck() {}

  /**
   * @param pointer where the schema stands; it leads the pointers of the violations
   */
  public static void check(JsonNode schema, String pointer, Findings findings) {
    SizeCheck.check(schema, pointer, findings.budget());
    checkContent(schema, pointer, findings);
  }

  /**
   * The same for a map of properties.
   *
   * @param pointer where the map stands
   */
  public static void checkProperties(JsonNode properties, String pointer, Findings findings) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().set("properties", properties);
    SizeCheck.check(schema, pointer, findings.budget());
    for (Map.Entry<String, JsonNode> property : properties.properties()) {
      String at = pointer + "/" + JsonPointers.escape(property.getKey());
      checkContent(property.getValue(), at, findings);
    }
  }

  private static void checkContent(JsonNode schema, String pointer, Findings findings) {
    ShapeCheck.check(schema, pointer, findings);
    PatternCheck.check(schema, pointer, findings);
  }
}
