package org.attestry.adopt.incumbent;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A type of the former system.
 *
 * @param name the type's name, which is also the label of its entities
 * @param document the schema document that declares it
 * @param policies the names of its attestation policies
 */
public record EntityType(String name, JsonNode document, Set<String> policies) {

  static EntityType of(String name, JsonNode document) {
    Set<String> policies = new LinkedHashSet<>();
    for (JsonNode holder : new JsonNode[] {document, document.path("definitions").path(name)}) {
      for (JsonNode policy : holder.path("_osConfig").path("attestationPolicies")) {
        if (policy.path("name").isTextual()) {
          policies.add(policy.path("name").textValue());
        }
      }
    }
    return new EntityType(name, document, policies);
  }

  DeclaredFields fields() {
    return new DeclaredFields(document, document.path("properties").path(name));
  }
}
