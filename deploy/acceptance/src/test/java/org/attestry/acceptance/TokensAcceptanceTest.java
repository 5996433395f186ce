package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.attestry.local.Endpoints;
import org.junit.jupiter.api.Test;

/** Section 4.7 and 5 of the interface, at the real identity provider. */
class TokensAcceptanceTest {

  private static final String REDIRECT = "http://127.0.0.1/callback";

  private final Endpoints suite = RunningSuite.shared();
  private final IdentityProvider identity = new IdentityProvider(suite);
  private final Endpoints.User admin = suite.identity().users().get(0);

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
  void aClientWithConsentAsksForIt() {
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

  private int schemas(String token) {
    return Client.withToken(suite, token).get("/api/v1/Schema").http().statusCode();
  }
}
