package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What an administrator may write into {@code _osConfig} and is told of it when publishing: which
 * members are known, which of them are named because nothing is done about them, and what is
 * refused with its place and a suggestion. Each member's own rules are tried in schema-service,
 * what it does to a type in registry-service.
 */
class SchemaConfigAcceptanceTest {

  private static final String CONFIG = "/definitions/%s/_osConfig";

  /**
   * Members of other registries that mean nothing here, in the shapes that they have there, and our
   * own that mean nothing yet.
   */
  private static final Map<String, String> WITHOUT_EFFECT =
      Map.ofEntries(
          Map.entry("signedFields", "[\"name\"]"),
          Map.entry("osComment", "[\"a comment\"]"),
          Map.entry("publicFields", "[\"name\"]"),
          Map.entry("attestationFields", "[\"name\"]"),
          Map.entry(
              "uniqueIdentifierFields", "[{\"field\": \"id\", \"regularExpression\": \"A\"}]"),
          Map.entry("autoAttestationPolicies", "[{\"property\": \"name\", \"nodePath\": \"$.a\"}]"),
          Map.entry("attestationAttributes", "[\"name\"]"),
          Map.entry("subjectJsonPath", "\"$.mail\""),
          Map.entry("privateFieldConfig", "\"ALL\""),
          Map.entry("internalFieldConfig", "\"ALL\""),
          Map.entry("functionDefinitions", "[{\"name\": \"f\", \"result\": \"r\"}]"),
          Map.entry(
              "notificationTemplates", "{\"CREATE\": [{\"subject\": \"s\", \"body\": \"b\"}]}"));

  private static final Map<String, String> WITH_EFFECT =
      Map.ofEntries(
          Map.entry("roles", "[\"Keeper\"]"),
          Map.entry("readRoles", "[\"anonymous\"]"),
          Map.entry("createRoles", "[\"Keeper\"]"),
          Map.entry("inviteRoles", "[\"anonymous\"]"),
          Map.entry("deleteRoles", "[\"Keeper\"]"),
          Map.entry("enableLogin", "false"),
          Map.entry("enableSearch", "true"),
          Map.entry("systemFields", "[\"osCreatedAt\"]"),
          Map.entry("privateFields", "[\"mail\", \"$.home.street\"]"),
          Map.entry("internalFields", "[\"$.home.code\"]"),
          Map.entry("indexFields", "[\"name\", \"town\"]"),
          Map.entry("substringFields", "[\"name\"]"),
          Map.entry("uniqueIndexFields", "[\"mail\", \"(name, home.town)\"]"),
          Map.entry("ownershipAttributes", "[{\"userId\": \"/mail\", \"email\": \"/mail\"}]"),
          Map.entry("credentialTemplate", "\"\""));

  private final Endpoints suite = RunningSuite.shared();
  private final Client admin =
      Client.withToken(
          suite, new IdentityProvider(suite).clientCredentials().get("access_token").textValue());
  private final Client nobody = Client.withoutToken(suite);
  private final String type = "Configured" + Samples.fresh().unique();
  private final String at = CONFIG.formatted(type);

  @Test
  void everyKnownMemberIsAcceptedAndThoseWithoutEffectAreNamed() {
    StringBuilder config = new StringBuilder();
    WITH_EFFECT.forEach((name, value) -> config.append(", \"%s\": %s".formatted(name, value)));
    WITHOUT_EFFECT.forEach((name, value) -> config.append(", \"%s\": %s".formatted(name, value)));

    JsonNode result =
        publish("{" + config.substring(2) + "}").succeeded("registry.create").result();

    Set<String> named = new TreeSet<>();
    for (JsonNode warning : result.get("warnings")) {
      assertEquals("inert", warning.get("rule").textValue());
      assertFalse(warning.get("message").textValue().isBlank());
      named.add(warning.get("pointer").textValue());
    }
    Set<String> expected = new TreeSet<>();
    WITHOUT_EFFECT.keySet().forEach(member -> expected.add(at + "/" + member));
    assertEquals(expected, named);
  }

  @ParameterizedTest
  @CsvSource({
    "{\"role\": []}, roles",
    "{\"privatefields\": []}, privateFields",
    "{\"attestationPolices\": []}, attestationPolicies",
    "{\"uniqueIndexField\": []}, uniqueIndexFields"
  })
  void anUnknownMemberIsRefusedWithItsPlaceAndWhatWasMeant(String config, String meant) {
    Answer refused = publish(config);

    refused.failed(400, "schema.document.invalid");
    JsonNode violation = refused.result().at("/violations/0");
    String member = Json.read(config).fieldNames().next();
    assertEquals(at + "/" + member, violation.get("pointer").textValue());
    assertTrue(violation.get("message").textValue().contains("did you mean '%s'".formatted(meant)));
    nobody.get("/api/v1/" + type).failed(404, "registry.type.not-found");
  }

  @Test
  void aMisplacedMemberIsRefusedWithItsPlaceAndWhereItBelongs() {
    String home = "/definitions/%s/properties/home".formatted(type);
    misplaced("/definitions/" + type, "roles", "[\"anonymous\"]", "belongs inside '_osConfig'");
    misplaced("", "privateFields", "[\"mail\"]", "belongs inside '_osConfig'");
    misplaced(home, "privateFields", "[\"street\"]", "belongs inside '_osConfig'");
    misplaced(home, "_osConfig", "{}", "move it there");
    misplaced("/definitions/" + type, "osConfig", "{}", "did you mean '_osConfig'?");
  }

  @Test
  void theConfigurationMayStandAtTheRoot() {
    String open = "{\"roles\": [\"anonymous\"], \"credentialTemplate\": {}}";
    store(
            document(
                "{}",
                document -> {
                  ((ObjectNode) document.at("/definitions/" + type)).remove("_osConfig");
                  document.set("_osConfig", Json.read(open));
                }))
        .succeeded("registry.create");
    String created =
        nobody
            .post("/api/v1/" + type, "{\"name\": \"x\"}")
            .status(200)
            .result()
            .at("/%s/osid".formatted(type))
            .textValue();
    assertFalse(
        nobody
            .get("/api/v1/%s/%s".formatted(type, created))
            .status(200)
            .json()
            .has("_osSignedData"),
        "an empty template is none");
  }

  @Test
  void withoutConfigurationAnyTokenOpensTheType() {
    store(
            document(
                "{}",
                document -> ((ObjectNode) document.at("/definitions/" + type)).remove("_osConfig")))
        .succeeded("registry.create");

    admin.post("/api/v1/" + type, "{\"name\": \"x\"}").succeeded("registry.create");
    nobody
        .post("/api/v1/" + type, "{\"name\": \"x\"}")
        .failed(401, "registry.access.token-required");
  }

  @Test
  void aPublicRegisterIsReadByEverybodyAndWrittenByThoseWhoKeepIt() {
    JsonNode published =
        publish("{\"roles\": [\"admin\"], \"readRoles\": [\"anonymous\"]}")
            .succeeded("registry.create")
            .result();
    assertTrue(published.path("warnings").isEmpty(), published.toString());
    String path = "/api/v1/" + type;
    nobody.post(path, "{\"name\": \"x\"}").failed(401, "registry.access.token-required");
    String osid =
        admin
            .post(path, "{\"name\": \"x\"}")
            .succeeded("registry.create")
            .result()
            .at("/%s/osid".formatted(type))
            .textValue();

    assertEquals("x", nobody.get(path + "/" + osid).status(200).json().get("name").textValue());
    assertEquals(1, nobody.get(path).status(200).json().get("totalCount").intValue());
    assertEquals(
        1, nobody.post(path + "/search", "{}").status(200).json().get("totalCount").intValue());
    nobody
        .post(path + "/" + osid + "/home", "{\"town\": \"Ulm\"}")
        .failed(401, "registry.access.token-required");
  }

  @Test
  void anIndexFieldThatIsTheNameOfOneNestedPropertyMeansThatOne() {
    assertTrue(
        publish("{\"createRoles\": [\"anonymous\"], \"uniqueIndexFields\": [\"town\"]}")
            .succeeded("registry.create")
            .result()
            .path("warnings")
            .isEmpty());

    String inUlm = "{\"name\": \"x\", \"home\": {\"town\": \"Ulm\"}}";
    nobody.post("/api/v1/" + type, inUlm).status(200);
    Answer taken = nobody.post("/api/v1/" + type, inUlm);
    taken.failed(409, "registry.entity.not-unique");
    assertEquals("/home/town", taken.result().at("/violations/0/pointer").textValue());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"indexFields\": [\"nowhere\"]}",
        "{\"osComment\": []}",
        "{\"credentialTemplate\": {\"@context\": [\"https://www.w3.org/ns/credentials/v2\"],"
            + " \"type\": [\"VerifiableCredential\"], \"credentialSubject\": {\"name\":"
            + " \"{{name}}\", \"town\": \"{{home.twon}}\"}}}",
        "{\"credentialTemplate\": \"{\\\"@context\\\":"
            + " [\\\"https://www.w3.org/ns/credentials/v2\\\"], \\\"type\\\":"
            + " [\\\"VerifiableCredential\\\"], \\\"credentialSubject\\\": {\\\"exp\\\":"
            + " \\\"{{name}}\\\"}}\"}"
      })
  void warningsAreRefusedWhenTheRequestIsStrict(String config) {
    String request = Samples.schema(type, "PUBLISHED", definition(config));

    admin.post("/api/v1/Schema?strict=true", request).failed(400, "schema.document.warned");
    Answer accepted = admin.post("/api/v1/Schema", request).succeeded("registry.create");
    assertEquals(1, accepted.result().get("warnings").size());
  }

  @Test
  void aTemplateThatCanNeverBeSignedIsNotPublishedAndOneAsAStringSigns() {
    String template =
        """
        {"@context": ["https://www.w3.org/2018/credentials/v1"%s],
         "type": ["VerifiableCredential"], "issuanceDate": "%s",
         "credentialSubject": {"id": "%s", "name": "{{name}}"}}
        """;
    String good = template.formatted("", "2026-01-02T03:04:05Z", "urn:x:{{mail}}");
    for (String[] bad :
        new String[][] {
          {
            template.formatted(", \"https://x.example/c\"", "2026-01-02T03:04:05Z", "urn:x"),
            "/@context/1"
          },
          {template.formatted("", "yesterday", "urn:x"), "/issuanceDate"},
          {template.formatted("", "2026-01-02T03:04:05Z", "my {{mail}}"), "/credentialSubject/id"}
        }) {
      Answer refused = publish("{\"credentialTemplate\": " + bad[0] + "}");
      refused.failed(422, "schema.template.unsignable");
      assertEquals(
          at + "/credentialTemplate" + bad[1],
          refused.result().at("/violations/0/pointer").textValue());
    }
    nobody.get("/api/v1/" + type).failed(404, "registry.type.not-found");
    String address = "{\"credentialTemplate\": \"https://x.example/template.json\"}";
    publish(address).failed(400, "schema.document.invalid");
    String text = Json.read(good).toString();
    publish(
            "{\"roles\": [\"anonymous\"], \"credentialTemplate\": %s}"
                .formatted(TextNode.valueOf(text)))
        .succeeded("registry.create");
    nobody.post("/api/v1/" + type, "{\"name\": \"Ada\"}").status(200);
  }

  private void misplaced(String where, String member, String value, String advice) {
    Answer refused =
        store(
            document(
                "{}", document -> ((ObjectNode) document.at(where)).set(member, Json.read(value))));
    refused.failed(400, "schema.document.invalid");
    JsonNode violation = refused.result().at("/violations/0");
    assertEquals(where + "/" + member, violation.get("pointer").textValue());
    assertTrue(violation.get("message").textValue().contains(advice), violation.toString());
  }

  private Answer publish(String config) {
    return store(Samples.schema(type, "PUBLISHED", definition(config)));
  }

  private Answer store(String request) {
    return admin.post("/api/v1/Schema", request);
  }

  /** The request with a document that somebody has changed. */
  private String document(String config, Consumer<ObjectNode> change) {
    ObjectNode request =
        (ObjectNode) Json.read(Samples.schema(type, "PUBLISHED", definition(config)));
    ObjectNode document = (ObjectNode) Json.read(request.get("schema").textValue());
    change.accept(document);
    return request.put("schema", document.toString()).toString();
  }

  private static String definition(String config) {
    return """
    {"type": "object", "required": ["name"], "properties": {
       "name": {"type": "string"}, "mail": {"type": "string"},
       "home": {"type": "object", "properties": {"town": {"type": "string"},
         "street": {"type": "string"}, "code": {"type": "string"}}}},
     "_osConfig": %s}
    """
        .formatted(config);
  }
}
