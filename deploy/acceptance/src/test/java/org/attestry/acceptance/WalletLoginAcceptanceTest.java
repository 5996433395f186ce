package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.WalletKeyPair;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * A user logs in at Keycloak from their wallet (authorization code, PKCE, PAR and DPoP), which gets
 * the credential of their record.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WalletLoginAcceptanceTest {

  private static final String CLIENT = "registry-wallet";
  private static final String REDIRECT = "http://127.0.0.1/wallet";
  private static final String VERIFIER = "v".repeat(43);
  private static final String DEFINITION =
      """
      {"type": "object", "properties": {"name": {"type": "string"}}}
      """;
  private static final String CONFIG =
      """
      {"roles": ["anonymous"], "ownershipAttributes": [{"userId": "/name"}],
       "credentialTemplate": {"@context": ["https://www.w3.org/ns/credentials/v2"],
         "type": ["VerifiableCredential"], "credentialSubject": {"name": "{{name}}"}}}
      """;

  private final Endpoints suite = RunningSuite.shared();
  private final IdentityProvider provider = new IdentityProvider(suite);
  private final Client nobody = Client.withoutToken(suite);
  private final WalletKeyPair wallet = new WalletKeyPair();
  private Client admin;
  private OwnType member;
  private JsonNode issuer;

  @BeforeAll
  void publish() {
    admin = Client.withToken(suite, provider.clientCredentials().get("access_token").textValue());
    member = OwnType.publish(admin, "Login", DEFINITION, CONFIG);
    issuer = nobody.get("/.well-known/openid-credential-issuer").status(200).json();
  }

  @Test
  void aUserGetsTheCredentialOfTheirRecord() {
    String name = "user-" + UUID.randomUUID();
    String osid = invite(name);
    assertEquals(suite.identity().issuer(), issuer.at("/authorization_servers/1").textValue());
    JsonNode granted = logIn(name, "openid " + scope());
    assertEquals("DPoP", granted.get("token_type").textValue(), granted::toString);
    String token = granted.get("access_token").textValue();

    Answer answer = credential(token, "DPoP", wallet);

    String copy = answer.status(200).json().at("/credentials/0/credential").textValue();
    assertTrue(verified(copy));
    admin.post(member.path(osid) + "/revoke", "").status(200);
    assertFalse(verified(copy));
    nobody
        .send("GET", member.path(osid), null, new byte[0], "authorization", "DPoP " + token)
        .status(401);
    Client.withToken(suite, token).get(member.path(osid)).status(401);
  }

  /** The wallet takes all that it needs for the login from the offer and the metadata. */
  @Test
  void anOfferLeadsToTheLogin() {
    String name = "user-" + UUID.randomUUID();
    String body =
        "{\"type\": \"%s\", \"id\": \"%s\", \"login\": true}"
            .formatted(member.name(), invite(name));
    JsonNode offer = admin.post("/api/v1/offers", body).status(200).result();
    JsonNode grant =
        nobody
            .get(URI.create(offer.get("address").textValue()).getPath())
            .status(200)
            .json()
            .at("/grants/authorization_code");
    assertEquals(suite.identity().issuer(), grant.get("authorization_server").textValue());

    JsonNode granted =
        logIn(
            name,
            Map.of(
                "scope",
                "openid " + scope(),
                "issuer_state",
                grant.get("issuer_state").textValue()));

    Answer answer = credential(granted.get("access_token").textValue(), "DPoP", wallet);
    assertTrue(verified(answer.status(200).json().at("/credentials/0/credential").textValue()));
  }

  @Test
  void aTokenNeedsTheScopeTheKeyAndOneRecord() {
    String name = "user-" + UUID.randomUUID();
    invite(name);
    String without = logIn(name, "openid").get("access_token").textValue();
    assertEquals("insufficient_scope", error(credential(without, "DPoP", wallet).status(403)));

    String token = logIn(name, "openid " + scope()).get("access_token").textValue();
    assertEquals(
        "invalid_token", error(credential(token, "DPoP", new WalletKeyPair()).status(401)));
    assertEquals("invalid_token", error(credential(token, "Bearer", wallet).status(401)));
    invite(name);
    assertEquals("credential_request_denied", error(credential(token, "DPoP", wallet).status(400)));
  }

  private static String error(Answer answer) {
    return answer.json().get("error").textValue();
  }

  private String scope() {
    return issuer
        .get("credential_configurations_supported")
        .get(member.name() + ".sd-jwt")
        .get("scope")
        .textValue();
  }

  private static String body(String name) {
    return "{\"name\": \"%s\"}".formatted(name);
  }

  private String invite(String name) {
    return member.osid(admin.post(member.path() + "/invite", body(name)).status(200));
  }

  private JsonNode logIn(String name, String scope) {
    return logIn(name, Map.of("scope", scope));
  }

  /** The token response, bound to the wallet's key. */
  private JsonNode logIn(String name, Map<String, String> parameters) {
    String endpoint = provider.tokenEndpoint();
    Map<String, String> request = new HashMap<>(parameters);
    request.put("client_id", CLIENT);
    request.put("response_type", "code");
    request.put("redirect_uri", REDIRECT);
    request.put("code_challenge", WalletKeyPair.hash(VERIFIER));
    request.put("code_challenge_method", "S256");
    JsonNode pushed = provider.post(endpoint.replace("/token", "/ext/par/request"), request);
    Map<String, String> redirected =
        provider.logIn(
            Map.of("client_id", CLIENT, "request_uri", pushed.path("request_uri").asText()),
            name,
            suite.defaultPassword(),
            REDIRECT);
    return provider.post(
        endpoint,
        Map.of(
            "grant_type", "authorization_code",
            "client_id", CLIENT,
            "code", redirected.get("code"),
            "code_verifier", VERIFIER,
            "redirect_uri", REDIRECT),
        "DPoP",
        wallet.dpop(endpoint, null));
  }

  private Answer credential(String token, String scheme, WalletKeyPair key) {
    String nonce =
        nobody
            .send("POST", "/oid4vci/nonce", null, new byte[0])
            .status(200)
            .json()
            .get("c_nonce")
            .textValue();
    ObjectNode request =
        Json.object().put("credential_configuration_id", member.name() + ".sd-jwt");
    request
        .withArray("/proofs/jwt")
        .add(key.proof(issuer.get("credential_issuer").textValue(), nonce));
    return nobody.post(
        "/oid4vci/credential",
        request.toString(),
        "authorization",
        scheme + " " + token,
        "dpop",
        key.dpop(issuer.get("credential_endpoint").textValue(), token));
  }

  private boolean verified(String copy) {
    String request = Json.write(Map.of("signedCredentials", copy)).text();
    return nobody.post("/api/v1/verify", request).status(200).json().get("verified").asBoolean();
  }
}
