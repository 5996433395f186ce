package org.attestry.adopt.incumbent;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/**
 * A schema of the former system.
 *
 * @param status {@code DRAFT}, {@code PUBLISHED} or {@code DEPRECATED}
 */
public record SchemaDocument(String name, String status, JsonNode document) {

  /** Returns the types that the document declares: properties that are references. */
  public List<EntityType> types() {
    return document.path("properties").properties().stream()
        .filter(property -> property.getValue().path("$ref").isTextual())
        .map(Map.Entry::getKey)
        .map(type -> EntityType.of(type, document))
        .toList();
  }
}
