package org.attestry.schema.document;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;

/**
 * A parsed schema document.
 *
 * @param name the name by which other documents reference it
 * @param root the document, a JSON object
 */
public record SchemaDocument(String name, JsonNode root) {

  private static final String DEFINITION = "#/definitions/";

  /** Parses a stored document, which was checked when it was stored. */
  public static SchemaDocument stored(String name, String document) {
    return new SchemaDocument(name, Json.read(JsonBytes.of(document)));
  }

  /** Returns the document's title, or null. */
  public String title() {
    return root.path("title").textValue();
  }

  /**
   * Returns the entity types: each key under the root {@code properties} whose {@code $ref} refers
   * to a definition.
   *
   * @return type name to the pointer of the type's definition, in the document's order
   */
  public Map<String, String> types() {
    Map<String, String> types = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> property : root.path("properties").properties()) {
      String ref = property.getValue().path("$ref").asText();
      if (ref.startsWith(DEFINITION) && ref.indexOf('/', DEFINITION.length()) < 0) {
        types.put(property.getKey(), ref.substring(1));
      }
    }
    return types;
  }

  /** Returns the node at the pointer, or a missing node. */
  public JsonNode at(String pointer) {
    return root.at(JsonPointer.compile(pointer));
  }

  /** Visits each {@code $ref} of the document, with its pointer. */
  void eachReference(Budget budget, BiConsumer<String, String> visit) {
    eachSchema(
        budget,
        (schema, pointer) -> {
          String ref = schema.path("$ref").textValue();
          if (ref != null) {
            visit.accept(ref, pointer + "/$ref");
          }
        });
  }

  /** Visits each schema of the document with its pointer. */
  public void eachSchema(Budget budget, BiConsumer<JsonNode, String> visit) {
    Subschemas.walk(root, "", budget, visit);
  }
}
