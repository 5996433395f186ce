package org.attestry.adopt.users;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.attestry.adopt.MadeRealm;
import org.attestry.adopt.Reports;
import org.attestry.adopt.SunbirdDump;
import org.attestry.adopt.report.Report;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealmTranslationTest {

  @TempDir Path folder;

  @Test
  void keepsIdsAndHashesAndGivesTheRolesOfGroups() {
    ObjectNode realm = translate(MadeRealm.export());

    JsonNode first = user(realm, "8000000001");
    assertEquals("0ac089e9-4d58-4a88-84ea-940ad92d9d12", first.path("id").asText());
    assertEquals("[\"Institute\",\"default-roles-attestry\"]", first.path("realmRoles").toString());
    assertTrue(first.at("/credentials/0/secretData").asText().contains("\"salt\""));
    assertTrue(first.at("/credentials/0/credentialData").asText().contains("27500"));
    assertTrue(user(realm, "9000000001").path("realmRoles").toString().contains("Student"));
    assertEquals(30 + BaseRealm.read().path("users").size(), realm.path("users").size());
  }

  @Test
  void hasTheRolesAndClientsOfThisSuite() {
    ObjectNode realm = translate(MadeRealm.export());

    Set<String> roles = names(realm.path("roles").path("realm"), "name");
    assertTrue(roles.containsAll(Set.of("admin", "signer", "Institute", "Student")));
    assertFalse(roles.contains("default-roles-sunbird-rc"));
    Set<String> clients = names(realm.path("clients"), "clientId");
    assertTrue(clients.containsAll(Set.of("admin-api", "registry-frontend", "board-portal")));
    assertFalse(clients.contains("admin-cli"));
  }

  @Test
  void addsTheAddressesOfAClientThatBothRealmsHave() {
    ObjectNode realm = translate(MadeRealm.export());

    for (JsonNode client : realm.path("clients")) {
      if (client.path("clientId").asText().equals("registry-frontend")) {
        String addresses = client.path("redirectUris").toString();
        assertTrue(addresses.contains("https://registry.board.example.org/*"));
        assertFalse(addresses.contains("\"*\""));
      }
    }
  }

  @Test
  void saysHowManyUsersHaveNoPassword() {
    Report report = Reports.in(folder);
    new RealmTranslation(BaseRealm.read(), SunbirdDump.json("keycloak-users.json"), report)
        .translate();
    List<String> lines = Reports.lines(report, folder);

    assertTrue(lines.contains("COUNT|Users|30"), lines.toString());
    assertTrue(
        lines.contains(
            "LOST|Users|30 have no password hash in the export and must set a new password."),
        lines.toString());
  }

  private ObjectNode translate(JsonNode former) {
    try (Report report = Reports.in(folder)) {
      return new RealmTranslation(BaseRealm.read(), former, report).translate();
    }
  }

  private static JsonNode user(JsonNode realm, String name) {
    for (JsonNode user : realm.path("users")) {
      if (user.path("username").asText().equals(name)) {
        return user;
      }
    }
    throw new AssertionError("There is no user " + name);
  }

  private static Set<String> names(JsonNode list, String member) {
    Set<String> names = new HashSet<>();
    list.forEach(each -> names.add(each.path(member).asText()));
    return names;
  }
}
