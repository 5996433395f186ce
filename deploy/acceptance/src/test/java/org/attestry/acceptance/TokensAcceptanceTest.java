package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.attestry.local.Endpoints;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.Prerequisite;
import org.attestry.testkit.servers.Keycloak;
import org.attestry.testkit.servers.KeycloakServer;
import org.junit.jupiter.api.Test;

/**
 * What a token is and what it opens, at the real identity provider: where it is got and how, which
 * tokens are none, and what a consent shows. What no provider would issue (expired, not yet valid,
 * of another audience, under a key of another algorithm) is tried in the gateway's own tests.
 */
class TokensAcceptanceTest {

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
  private static final String REDIRECT = "http://127.0.0.1/callback";

  private final Endpoints suite = RunningSuite.shared();
  private final IdentityProvider identity = new IdentityProvider(suite);
  private final Endpoints.User admin = suite.identity().users().get(0);

  @Test
  void theProviderHasTheAddressOfTheInterface() {
    Endpoints.Identity at = suite.identity();

    assertEquals(at.authUrl() + "/auth/realms/" + at.realm(), at.issuer());
    assertEquals(at.issuer() + "/protocol/openid-connect/token", at.tokenEndpoint());
  }

  @Test
  void anAdminUserAndAnAdminClientMayReadSchemas() {
    for (JsonNode token :
        List.of(
            identity.clientCredentials(), identity.password(admin.username(), admin.password()))) {
      assertEquals("Bearer", token.get("token_type").textValue());
      assertEquals(200, schemas(token.get("access_token").textValue()));
    }
  }

  @Test
  void aCodeFromTheLoginPageGivesATokenOnce() {
    Map<String, String> redirect =
        identity.logIn(IdentityProvider.FRONTEND, admin.username(), admin.password(), REDIRECT);
    assertTrue(redirect.containsKey("session_state"));

    JsonNode token = identity.code(IdentityProvider.FRONTEND, redirect.get("code"), REDIRECT);
    JsonNode again = identity.code(IdentityProvider.FRONTEND, redirect.get("code"), REDIRECT);

    assertTrue(token.get("scope").textValue().contains("openid"));
    assertEquals(200, schemas(token.get("access_token").textValue()));
    assertEquals("invalid_grant", again.get("error").textValue());
  }

  @Test
  void aClientWithConsentRequestsIt() {
    Map<String, String> redirect =
        identity.logIn("registry-consent", admin.username(), admin.password(), REDIRECT);

    JsonNode token = identity.code("registry-consent", redirect.get("code"), REDIRECT);

    assertTrue(token.get("scope").textValue().contains("openid"));
    assertEquals(200, schemas(token.get("access_token").textValue()));
  }

  @Test
  void tokensOfAnotherKindAreRefused() {
    Map<String, String> redirect =
        identity.logIn(IdentityProvider.FRONTEND, admin.username(), admin.password(), REDIRECT);
    JsonNode token = identity.code(IdentityProvider.FRONTEND, redirect.get("code"), REDIRECT);

    for (String other : List.of("id_token", "refresh_token")) {
      assertEquals(401, schemas(token.get(other).textValue()), other);
    }
    assertEquals(401, schemas(token.get("access_token").textValue() + "x"));
    assertEquals(401, schemas("nonsense"));
    assertEquals(401, Client.withoutToken(suite).get("/api/v1/Schema").http().statusCode());
  }

  @Test
  void tokensThatSomebodyElseSignedAreRefused() throws GeneralSecurityException {
    String[] parts = adminToken().split("\\.");
    String header = text(parts[0]);
    KeyPair own = KeyPairGenerator.getInstance("RSA").generateKeyPair();
    String input = parts[0] + "." + parts[1];
    String unsigned = encoded(header.replace("RS256", "none")) + "." + parts[1] + ".";
    String shared = encoded(header.replace("RS256", "HS256")) + "." + parts[1];

    assertEquals(401, schemas(unsigned), "none");
    assertEquals(401, schemas(unsigned + parts[2]), "none, with the old signature");
    assertEquals(401, schemas(shared + "." + hmac(shared)), "a shared secret");
    assertEquals(401, schemas(input + "." + signature(input, own)), "another key of the same id");
    assertEquals(200, schemas(input + "." + parts[2]), "the token itself");
  }

  @Test
  void aTokenOfAnotherRealmIsRefused() {
    String console = identity.console(console());

    assertTrue(text(console.split("\\.")[1]).contains("/realms/master"));
    assertEquals(401, schemas(console));
  }

  @Test
  void aConsentShowsThePrivateFieldsOfWhoGaveItAndOfNobodyElse() {
    String run = Samples.fresh().unique();
    String salary = "salary" + run;
    identity.offerScope(salary, identity.console(console()));
    String type = "/api/v1/Payslip" + run;
    String path = type + "/" + storedPayslip(run, salary);
    Client usual = auditor(run, "profile");
    Client consented = auditor(run, "profile " + salary);

    String own =
        usual
            .post(type, PAYSLIP.formatted(salary))
            .status(200)
            .result()
            .at("/Payslip%s/osid".formatted(run))
            .textValue();

    assertEquals("4711", consented.get(type + "/" + own).status(200).json().get(salary).asText());
    for (Client client : List.of(usual, consented)) {
      JsonNode seen = client.get(path).status(200).json();
      assertFalse(seen.has(salary), "a private field of somebody else");
      assertFalse(seen.at("/bank").has("iban"), "a private field that no consent names");
      assertFalse(seen.has("note"), "an internal field");
      assertEquals("Ulm", seen.at("/bank/city").textValue());
      String search = "{\"filters\":{\"%s\":{\"eq\":\"4711\"}}}".formatted(salary);
      assertEquals(
          "field not allowed", client.post(type + "/search", search).status(400).message());
      client.put(path + "/name", "\"x\"").status(403);
    }
  }

  /** The osid of a payslip of the admin's, in a run that has an auditor too. */
  private String storedPayslip(String run, String salary) {
    Client admin = Client.withToken(suite, adminToken());
    String type = "Payslip" + run;
    String auditor = "Auditor" + run;
    admin.post("/api/v1/Schema", Samples.schema(type, "PUBLISHED", payslip(salary))).status(200);
    admin.post("/api/v1/Schema", Samples.people(auditor)).status(200);
    admin.post("/api/v1/" + auditor + "/invite", "{\"name\":\"a-%s\"}".formatted(run)).status(200);
    return admin
        .post("/api/v1/" + type, PAYSLIP.formatted(salary))
        .status(200)
        .result()
        .at("/%s/osid".formatted(type))
        .textValue();
  }

  private static String payslip(String salary) {
    return """
    {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"},
       "%1$s": {"type": "string"}, "note": {"type": "string"},
       "bank": {"type": "object", "properties": {
         "iban": {"type": "string"}, "city": {"type": "string"}}}},
     "_osConfig": {"privateFields": ["%1$s", "$.bank.iban"], "internalFields": ["note"]}}
    """
        .formatted(salary);
  }

  private static final String PAYSLIP =
      """
      {"name": "May", "%s": "4711", "note": "n", "bank": {"iban": "i", "city": "Ulm"}}
      """;

  private Client auditor(String run, String scope) {
    Map<String, String> form =
        Map.of(
            "grant_type",
            "password",
            "client_id",
            IdentityProvider.FRONTEND,
            "username",
            "a-" + run,
            "password",
            suite.defaultPassword(),
            "scope",
            scope);
    // The provider refuses a login while it still counts another one of the same user.
    JsonNode token =
        Eventually.until(() -> identity.token(form), reply -> reply.has("access_token"));
    return Client.withToken(suite, token.get("access_token").textValue());
  }

  private Keycloak.User console() {
    return suite.identity().users().stream()
        .filter(user -> user.role().equals("provider's console"))
        .map(user -> new Keycloak.User(user.username(), user.password()))
        .findFirst()
        .orElseGet(this::consoleOfLocalSuite);
  }

  private Keycloak.User consoleOfLocalSuite() {
    Prerequisite.require(suite.data() != null, "The suite's folder is not known");
    return KeycloakServer.consoleAdmin(Path.of(suite.data(), "keycloak"));
  }

  private String adminToken() {
    return identity.clientCredentials().get("access_token").textValue();
  }

  private static String signature(String input, KeyPair key) throws GeneralSecurityException {
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(key.getPrivate());
    signature.update(input.getBytes(StandardCharsets.US_ASCII));
    return BASE64.encodeToString(signature.sign());
  }

  private static String hmac(String input) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(new byte[32], "HmacSHA256"));
    return BASE64.encodeToString(mac.doFinal(input.getBytes(StandardCharsets.US_ASCII)));
  }

  private static String encoded(String text) {
    return BASE64.encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(String encoded) {
    return new String(Base64.getUrlDecoder().decode(encoded), StandardCharsets.UTF_8);
  }

  private int schemas(String token) {
    return Client.withToken(suite, token).get("/api/v1/Schema").http().statusCode();
  }
}
