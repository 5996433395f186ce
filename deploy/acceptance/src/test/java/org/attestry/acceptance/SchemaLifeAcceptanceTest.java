package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What becomes of a published schema while entities of its type are stored. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SchemaLifeAcceptanceTest {

  private static final String OPEN =
      "{\"type\": \"object\", \"properties\": {\"name\": {\"type\": \"string\"}}}";
  private static final String LONG =
      "{\"type\": \"object\", \"properties\": {\"name\": {\"type\": \"string\", \"minLength\":"
          + " 3}}}";

  private final Endpoints suite = RunningSuite.shared();
  private Client admin;

  @BeforeAll
  void logIn() {
    JsonNode token = new IdentityProvider(suite).clientCredentials();
    admin = Client.withToken(suite, token.get("access_token").textValue());
  }

  @Test
  void aChangeThatBreaksEntitiesIsReportedAndNotMade() {
    OwnType type = OwnType.publish(admin, "Grown", OPEN, "{}");
    type.create("{\"name\": \"Long enough\"}");
    for (int i = 0; i < 4; i++) {
      type.create("{\"name\": \"%d\"}".formatted(i));
    }

    JsonNode dry = change(type, LONG, "?dryRun=true").status(200).json();
    assertFalse(dry.at("/result/report/accepted").booleanValue());
    Answer refused = change(type, LONG, "");
    refused.failed(409, "schema.change.breaks-entities");
    JsonNode report = refused.result();
    JsonNode change = report.at("/changes/0");
    assertEquals(
        "/definitions/%s/properties/name/minLength".formatted(type.name()),
        change.get("pointer").textValue());
    assertEquals("minLength", change.get("rule").textValue());
    assertFalse(change.has("old"));
    assertEquals(3, change.get("new").intValue());
    assertEquals(5, report.at("/entities/0/stored").intValue());
    assertEquals(4, report.at("/entities/0/breaking").intValue());
    assertEquals(3, report.at("/entities/0/ids").size());
    assertEquals(1, versions(type).size());
    admin.post(type.path(), "{\"name\": \"x\"}").status(200);
  }

  @Test
  void everyVersionIsKeptAndCanBeCompared() {
    OwnType type = OwnType.publish(admin, "Kept", LONG, "{}");
    type.create("{\"name\": \"Long enough\"}");
    admin.post(type.path(), "{\"name\": \"x\"}").status(400);
    change(type, OPEN, "").status(200);
    admin.post(type.path(), "{\"name\": \"x\"}").status(200);

    assertEquals(2, versions(type).size());
    JsonNode differences =
        admin.get(type.schemaPath() + "/versions/1/diff/2").status(200).json().get("changes");
    assertEquals(1, differences.size());
    assertTrue(differences.at("/0/pointer").textValue().endsWith("/properties/name/minLength"));
  }

  @Test
  void aDeprecatedTypeKeepsWhatItHasAndADeletedOneHasNothing() {
    OwnType type = OwnType.publish(admin, "Ended", OPEN, "{}");
    String osid = type.create("{\"name\": \"Old\"}");
    admin.put(type.schemaPath(), "{\"status\": \"DEPRECATED\"}").status(200);
    admin.post(type.path(), "{}").failed(409, "registry.type.deprecated");
    admin.put(type.path(osid), "{\"name\": \"Older\"}").status(200);
    assertEquals(
        1, admin.post(type.path() + "/search", "{}").status(200).json().at("/data").size());

    Answer inUse = admin.delete(type.schemaPath());
    inUse.failed(409, "schema.in-use");
    assertTrue(inUse.message().startsWith("1 entities"), inUse.message());
    admin.delete(type.path(osid)).status(200);
    admin.delete(type.schemaPath()).status(200);

    assertEquals(
        "Schema '%s' not found".formatted(type.name()),
        admin.post(type.path(), "{}").status(404).message());
    admin.post("/api/v1/Schema", OwnType.request(type.name(), OPEN, "{}")).status(200);
    admin.post(type.path(), "{}").status(200);
  }

  private Answer change(OwnType type, String definition, String query) {
    ObjectNode request = (ObjectNode) Json.read("{}");
    request.put("schema", OwnType.document(type.name(), definition, "{}"));
    return admin.put(type.schemaPath() + query, request.toString());
  }

  private JsonNode versions(OwnType type) {
    return admin.get(type.schemaPath() + "/versions").status(200).json();
  }
}
