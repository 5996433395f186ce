package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.local.Endpoints;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the running suite says of itself: Swagger 2.0, OpenAPI 3.1 and a page, made from the
 * published types and nothing that is not public. That every operation that is served is described,
 * and nothing else, is tried for the whole table of endpoints in the gateway ({@code
 * DocsRoutesIT}), where public validators read both documents too ({@code DescriptionValidityIT});
 * {@link AccessMatrixAcceptanceTest} sends every described operation.
 */
class InterfaceDescriptionAcceptanceTest {

  private static final String SWAGGER = "/api/docs/swagger.json";
  private static final String OPENAPI = "/api/docs/openapi.json";
  private static final String PAGE = "/api/docs/";

  private final Endpoints suite = RunningSuite.shared();
  private final Client admin =
      Client.withToken(
          suite, new IdentityProvider(suite).clientCredentials().get("access_token").textValue());
  private final Client nobody = Client.withoutToken(suite);
  private final String unique = Samples.fresh().unique();
  private final String type = "Described" + unique;

  @Test
  void swaggerHasTheMembersOfTheInterface() {
    JsonNode swagger = nobody.get(SWAGGER).status(200).json();

    Set<String> members = new TreeSet<>();
    swagger.fieldNames().forEachRemaining(members::add);
    assertEquals(
        new TreeSet<>(
            List.of(
                "basePath",
                "consumes",
                "definitions",
                "host",
                "info",
                "paths",
                "produces",
                "schemes",
                "swagger")),
        members);
    assertEquals("2.0", swagger.get("swagger").textValue());
    assertEquals("1.0.0", swagger.at("/info/version").textValue());
    assertEquals("/", swagger.get("basePath").textValue());
    assertEquals("[\"https\"]", swagger.get("schemes").toString());
  }

  @Test
  void bothDocumentsDescribeTheSameOperations() {
    store("PUBLISHED");
    JsonNode openapi = nobody.get(OPENAPI).status(200).json();

    assertTrue(
        openapi.get("openapi").textValue().startsWith("3.1"), openapi.get("openapi")::asText);
    assertEquals("1.0.0", openapi.at("/info/version").textValue());
    Set<String> operations = operations(openapi);
    assertTrue(operations.contains("post /api/v1/" + type), operations::toString);
    assertTrue(operations.contains("put /api/v1/{type}/{id}/{property}"), operations::toString);
    assertEquals(operations, operations(nobody.get(SWAGGER).status(200).json()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mode", "callback", "viewTemplateId", "nobody"})
  void noOperationPassesOverWhatItDoesNotKnow(String name) {
    store("PUBLISHED");
    JsonNode openapi = nobody.get(OPENAPI).status(200).json();
    List<String> passedOver = new ArrayList<>();
    int operations = 0;
    for (Map.Entry<String, JsonNode> path : openapi.get("paths").properties()) {
      String address = path.getKey().replace("{type}", type).replaceAll("\\{\\w+}", "unknown");
      for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
        JsonNode operation = method.getValue();
        String verb = method.getKey().toUpperCase(Locale.ROOT);
        boolean described = !operation.get("operationId").textValue().contains("-");
        if (described && !ignoresUnknown(verb, address)) {
          operations++;
          tryQuery(verb, address, name, passedOver);
          tryBody(verb, address, name, operation.at("/requestBody/content"), openapi, passedOver);
        }
      }
    }
    assertTrue(operations >= 50, () -> "too few operations are described");
    assertEquals(List.of(), passedOver);
  }

  /** Unknown parameters of OAuth requests must be ignored (RFC 6749, section 3.2). */
  private static boolean ignoresUnknown(String method, String path) {
    return method.equals("POST") && path.startsWith("/oid4vci/");
  }

  private void tryQuery(String method, String path, String name, List<String> passedOver) {
    Answer query = admin.send(method, path + "?" + name + "=x", "application/json", new byte[0]);
    if (query.http().statusCode() != 400
        || !query.message().contains("'" + name + "' is not known here; ")) {
      passedOver.add("query of " + method + " " + path + ": " + query.message());
    }
    if (name.equals("viewTemplateId")) {
      Answer header =
          admin.send(method, path, "application/json", new byte[0], "viewTemplateId", "x");
      if (header.http().statusCode() != 400 || !header.message().contains(name)) {
        passedOver.add("header of " + method + " " + path + ": " + header.message());
      }
    }
  }

  /** Of bodies that are an entity, a file or rows, the type's schema or their format decides. */
  private void tryBody(
      String method,
      String path,
      String name,
      JsonNode content,
      JsonNode openapi,
      List<String> passedOver) {
    String reference = content.at("/application~1json/schema/$ref").asText("#");
    JsonNode shape = openapi.at(reference.substring(1));
    boolean closed = !shape.path("additionalProperties").asBoolean(true);
    if (!content.isMissingNode() && !closed) {
      return;
    }
    byte[] body = "{\"%s\":\"x\"}".formatted(name).getBytes(StandardCharsets.UTF_8);
    Answer answer = admin.send(method, path, "application/json", body);
    boolean named =
        closed
            ? text(answer).contains("\"/" + name + "\"") && text(answer).contains("known are ")
            : answer.message().equals("This operation takes no body; leave it out.");
    if (answer.http().statusCode() != 400 || !named) {
      passedOver.add("body of " + method + " " + path + ": " + text(answer));
    }
  }

  @Test
  void theSchemaOfATypeIsThereForEverybody() {
    store("PUBLISHED");

    Answer answer = nobody.get(PAGE + type + ".json").status(200);

    assertTrue(answer.json().get("properties").has("shown" + unique));
    assertFalse(text(answer).contains("secret" + unique), () -> text(answer));
    assertFalse(text(answer).contains("_osConfig"), () -> text(answer));
    nobody.get(PAGE + "Nobody" + unique + ".json").status(404);
  }

  @Test
  void typesComeAndGoAsTheyArePublished() {
    String id = store("DRAFT");
    assertFalse(isDescribed(), "a draft is nobody's business");

    admin.put("/api/v1/Schema/" + id, "{\"status\":\"PUBLISHED\"}").status(200);
    assertTrue(isDescribed());

    admin.delete("/api/v1/Schema/" + id).status(200);
    assertFalse(isDescribed());
  }

  @Test
  void nothingOfATypesConfigurationIsShown() {
    store("PUBLISHED");

    for (String path : List.of(SWAGGER, OPENAPI, PAGE)) {
      Answer answer = nobody.get(path).status(200);
      String text = new String(answer.http().body(), StandardCharsets.UTF_8);
      assertEquals(!path.equals(PAGE), text.contains("shown" + unique), path);
      for (String hidden :
          List.of("secret", "Role", "policy", "Attestor", "issuer.example", "_osConfig")) {
        String word = hidden.startsWith("_") ? hidden : hidden + unique;
        assertFalse(text.contains(word), path + " shows " + word);
      }
    }
  }

  @Test
  void thePageComesFromHereAlone() {
    Answer page = nobody.get(PAGE).status(200);

    assertTrue(page.header("content-type").startsWith("text/html"));
    assertTrue(page.header("content-security-policy").contains("script-src 'self'"));
    String html = new String(page.http().body(), StandardCharsets.UTF_8);
    assertFalse(html.contains("http://") || html.contains("https://"), html);
    nobody.get(PAGE + "start.js").status(200);
  }

  private static String text(Answer answer) {
    return new String(answer.http().body(), StandardCharsets.UTF_8);
  }

  private boolean isDescribed() {
    JsonNode swagger = nobody.get(SWAGGER).status(200).json();
    boolean described = swagger.get("definitions").has(type);
    assertEquals(described, swagger.get("paths").has("/api/v1/" + type));
    JsonNode openapi = nobody.get(OPENAPI).status(200).json();
    assertEquals(described, openapi.at("/components/schemas").has(type));
    return described;
  }

  private static Set<String> operations(JsonNode document) {
    Set<String> operations = new TreeSet<>();
    document
        .get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .fieldNames()
                    .forEachRemaining(method -> operations.add(method + " " + path.getKey())));
    return operations;
  }

  private String store(String status) {
    String definition =
        """
        {"type": "object", "properties": {
           "shown%1$s": {"type": "string"}, "secret%1$s": {"type": "string"}},
         "_osConfig": {"roles": ["Role%1$s"], "privateFields": ["secret%1$s"],
           "credentialTemplate": {"@context": ["https://www.w3.org/2018/credentials/v1"],
             "type": ["VerifiableCredential"], "issuer": "did:web:issuer.example%1$s",
             "credentialSubject": {"type": "Person", "name": "{{shown%1$s}}"}},
           "attestationPolicies": [{"name": "policy%1$s", "type": "MANUAL", "conditions": "",
             "attestorPlugin": "did:internal:ClaimPluginActor?entity=Attestor%1$s",
             "attestationProperties": {"shown%1$s": "$.shown%1$s"}}]}}
        """
            .formatted(unique);
    return admin
        .post("/api/v1/Schema", Samples.schema(type, status, definition))
        .status(200)
        .result()
        .at("/Schema/osid")
        .textValue();
  }
}
