package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Documents in the shapes that people bring from other registries: libraries that others reference
 * as {@code Shared.json/#/definitions/X}, {@code _osConfig} at the root, index fields that name
 * nothing or a nested property, conditions between one value and a list. They publish as they are.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SchemasOfTheFieldAcceptanceTest {

  private static final Map<String, String> ENTITIES =
      Map.of(
          "Academy",
          """
          {"academyName": "Academy {n}", "address": {"town": "Ulm", "region": "South"},
           "founded": 1901, "contactNumber": "9876543210", "email": "office-{n}@example.org",
           "headEmail": "head-{n}@example.org", "charters": [{"board": "north", "levels": ["I"]}]}
          """,
          "Instructor",
          """
          {"identity": {"name": "Ilse {n}", "born": "1980-02-03"},
           "reach": {"mobile": "8{n}1", "email": "ilse-{n}@example.org"},
           "posts": [{"academyOSID": "a", "from": "2020-01-01", "subjects": [{"subject": "Art"}]}]}
          """,
          "Learner",
          """
          {"identity": {"name": "Lena {n}", "born": "2010-02-03",
            "paper": {"kind": "PASSPORT", "number": "P{n}"}},
           "reach": {"mobile": "8{n}2", "address": {"street": "Main", "town": "Ulm"}},
           "courses": [{"academyOSID": "a", "papers": [{"fileName": "a.pdf"}]}]}
          """);

  private final Endpoints suite = RunningSuite.shared();
  private final Client admin =
      Client.withToken(
          suite, new IdentityProvider(suite).clientCredentials().get("access_token").textValue());
  private final String number = Samples.fresh().unique();

  @Test
  @Order(1)
  void publishAsTheyAreWithTheWarningsThatTheyDeserve() {
    assertEquals(Set.of("unknown-format"), publish("Shared"));
    assertEquals(Set.of(), publish("Stamp"));
    assertEquals(Set.of("inert", "unknown-attestor"), publish("Academy"));
    assertEquals(Set.of("inert"), publish("Instructor"));
    assertEquals(Set.of("inert", "no-such-field"), publish("Learner"));
  }

  @Test
  @Order(2)
  void entitiesAreInvitedReadSearchedAndChanged() {
    assertUsable("Academy", "academyName", "\"Academy {n}\"", "\"Academy {n} of Ulm\"");
    assertUsable("Instructor", "identity/name", "\"Ilse {n}\"", "\"Ilse {n} Maier\"");
    assertUsable("Learner", "identity/name", "\"Lena {n}\"", "\"Lena {n} Maier\"");
  }

  @Test
  @Order(3)
  void theirRulesHold() {
    Answer taken = admin.post("/api/v1/Academy" + number, entity("Academy", " of Ulm"));
    taken.failed(409, "registry.entity.not-unique");
    assertEquals("/academyName", taken.result().at("/violations/0/pointer").textValue());
    String place =
        entity("Academy", "").replace("\"town\"", "\"village\"").replace("Academy", "Another");
    Answer open = admin.post("/api/v1/Academy" + number, place);
    open.failed(400, "registry.entity.invalid");
    assertTrue(open.result().at("/violations/0/pointer").textValue().startsWith("/address"));
  }

  @Test
  @Order(4)
  void aReferencedLibraryCannotGo() {
    String id =
        admin
            .post(
                "/api/v1/Schema/search",
                "{\"filters\": {\"name\": {\"eq\": \"Shared%s\"}}}".formatted(number))
            .status(200)
            .json()
            .at("/data/0/osid")
            .textValue();
    admin.delete("/api/v1/Schema/" + id).failed(409, "schema.referenced");
  }

  private Set<String> publish(String name) {
    JsonNode body =
        Json.object()
            .put("name", name + number)
            .put("schema", numbered(text(name)))
            .put("status", "PUBLISHED");
    Answer answer = admin.post("/api/v1/Schema", body.toString());
    answer.succeeded("registry.create");
    Set<String> rules = new TreeSet<>();
    answer.result().path("warnings").forEach(warning -> rules.add(warning.get("rule").asText()));
    return rules;
  }

  private void assertUsable(String name, String property, String before, String after) {
    String type = name + number;
    String id =
        admin
            .post("/api/v1/" + type + "/invite", entity(name, ""))
            .succeeded("registry.invite")
            .result()
            .at("/" + type + "/osid")
            .textValue();
    String address = "/api/v1/" + type + "/" + id;
    assertEquals(Json.read(numbered(before)), admin.get(address).json().at("/" + property));

    admin.put(address + "/" + property, numbered(after)).succeeded("registry.update");

    assertEquals(1, found(type, property, numbered(after)));
    assertEquals(0, found(type, property, numbered(before)));
    JsonNode read = admin.get(address).status(200).json();
    assertFalse(read.get("osOwner").isEmpty());
    assertEquals(Json.read(numbered(after)), read.at("/" + property));
  }

  private int found(String type, String property, String value) {
    String filter = "{\"eq\": " + value + "}";
    String[] names = property.split("/");
    for (int i = names.length - 1; i >= 0; i--) {
      filter = "{\"%s\": %s}".formatted(names[i], filter);
    }
    return admin
        .post("/api/v1/" + type + "/search", "{\"filters\": " + filter + "}")
        .status(200)
        .json()
        .get("data")
        .size();
  }

  private String entity(String name, String more) {
    return numbered(ENTITIES.get(name).replaceFirst("Academy \\{n}", "Academy {n}" + more));
  }

  private String numbered(String text) {
    return text.replace("{n}", number);
  }

  private static String text(String name) {
    String resource = "/schemas/" + name + ".json";
    try (InputStream in = SchemasOfTheFieldAcceptanceTest.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
