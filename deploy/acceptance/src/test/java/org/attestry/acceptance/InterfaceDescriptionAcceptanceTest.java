package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.local.Endpoints;
import org.junit.jupiter.api.Test;

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
