package org.attestry.schema.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonPointers;

/** Checks schemas within a configuration, which cannot have references. */
public final class InputCheck {

  private InputCheck() {}

  /**
   * Checks a schema.
   *
   * @param pointer the pointer to the schema, the prefix of the violations' pointers
   */
  public static void check(JsonNode schema, String pointer, Findings findings) {
    SizeCheck.check(schema, pointer, findings.budget());
    checkContent(schema, pointer, findings);
  }

  /**
   * Checks the schemas in a map of properties.
   *
   * @param pointer the pointer to the map
   */
  public static void checkProperties(JsonNode properties, String pointer, Findings findings) {
    ObjectNode schema = Json.object().set("properties", properties);
    SizeCheck.check(schema, pointer, findings.budget());
    for (Map.Entry<String, JsonNode> property : properties.properties()) {
      String at = pointer + "/" + JsonPointers.escape(property.getKey());
      checkContent(property.getValue(), at, findings);
    }
  }

  private static void checkContent(JsonNode schema, String pointer, Findings findings) {
    MetaSchemaCheck.check(schema, pointer, findings);
    PatternCheck.check(schema, pointer, findings);
  }
}
