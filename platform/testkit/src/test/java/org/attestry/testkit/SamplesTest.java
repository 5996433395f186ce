package org.attestry.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SamplesTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void everyTypeHasADocumentWithItsConfigurationInTheDefinition() throws Exception {
    for (String type : Samples.TYPES) {
      JsonNode document = JSON.readTree(Samples.schema(type));
      assertEquals("#/definitions/" + type, document.at("/properties/" + type + "/$ref").asText());
      assertTrue(document.at("/definitions/" + type + "/_osConfig/ownershipAttributes").isArray());
    }
  }

  @Test
  void everyEntityHoldsWhatItsTypeRequiresAndNothingElse() throws Exception {
    for (String type : Samples.TYPES) {
      JsonNode definition = JSON.readTree(Samples.schema(type)).at("/definitions/" + type);
      Set<String> present = names(JSON.readTree(Samples.entity(type)));
      definition.path("required").forEach(name -> assertTrue(present.contains(name.asText())));
      assertTrue(names(definition.path("properties")).containsAll(present), type);
    }
  }

  @Test
  void ownersAreFoundAtTheOwnershipAttributesOfTheType() throws Exception {
    for (String type : Samples.TYPES) {
      JsonNode entity = JSON.readTree(Samples.entity(type, "77"));
      JsonNode config = JSON.readTree(Samples.schema(type)).at("/definitions/" + type);
      for (JsonNode owner : config.at("/_osConfig/ownershipAttributes")) {
        assertEquals("77", entity.at(owner.path("userId").asText()).asText(), type);
      }
      assertFalse(Samples.entity(type, "77").contains("9000000001"));
    }
  }

  @Test
  void unknownTypeIsNamed() {
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> Samples.schema("Nobody"))
            .getMessage()
            .contains("Nobody"));
  }

  private static Set<String> names(JsonNode object) {
    Set<String> names = new HashSet<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
