package org.attestry.adopt.users;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.Set;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/** The attributes that users of a realm may have. */
record UserProfile(JsonNode realm) {

  private static final String PROVIDER = "org.keycloak.userprofile.UserProfileProvider";

  Set<String> attributes() {
    Set<String> names = new LinkedHashSet<>();
    for (JsonNode provider : realm.path("components").path(PROVIDER)) {
      for (JsonNode text : provider.path("config").path("kc.user.profile.config")) {
        JsonNode profile = Json.read(JsonBytes.of(text.asText()));
        profile.path("attributes").forEach(attribute -> names.add(attribute.path("name").asText()));
      }
    }
    return names;
  }
}
