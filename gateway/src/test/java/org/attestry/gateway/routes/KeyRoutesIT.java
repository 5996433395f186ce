package org.attestry.gateway.routes;

import static org.attestry.contracts.credential.IssuerOperations.CREATE_ISSUER;
import static org.attestry.contracts.credential.IssuerOperations.DISABLE_ISSUER;
import static org.attestry.contracts.credential.IssuerOperations.ENABLE_ISSUER;
import static org.attestry.contracts.credential.IssuerOperations.IMPORT_KEY;
import static org.attestry.contracts.credential.IssuerOperations.LIST_ISSUERS;
import static org.attestry.contracts.credential.IssuerOperations.LIST_KEYS;
import static org.attestry.contracts.credential.IssuerOperations.REVOKE_KEY;
import static org.attestry.contracts.credential.IssuerOperations.ROTATE_KEY;
import static org.attestry.gateway.GatewayServer.json;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.IssuerOperations.CreateIssuerRequest;
import org.attestry.contracts.credential.IssuerOperations.DisableIssuerRequest;
import org.attestry.contracts.credential.IssuerOperations.EnableIssuerRequest;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.contracts.credential.IssuerOperations.IssuerDetails;
import org.attestry.contracts.credential.IssuerOperations.IssuerView;
import org.attestry.contracts.credential.IssuerOperations.IssuersView;
import org.attestry.contracts.credential.IssuerOperations.KeyView;
import org.attestry.contracts.credential.IssuerOperations.KeysView;
import org.attestry.contracts.credential.IssuerOperations.ListIssuersRequest;
import org.attestry.contracts.credential.IssuerOperations.ListKeysRequest;
import org.attestry.contracts.credential.IssuerOperations.RevokeKeyRequest;
import org.attestry.contracts.credential.IssuerOperations.RotateKeyRequest;
import org.attestry.gateway.GatewayServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KeyRoutesIT {

  private static final String KEYS = "/api/v1/issuers/keys";
  private static final String METHOD = "did:web:x#key-1";

  @AutoClose private static GatewayServer gateway;
  private static String token;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer();
    token = gateway.identity().tokenOf("user-1");
    IssuerDetails issuer = new IssuerDetails("did:web:x", "ADMIN", METHOD, Instant.EPOCH, null);
    KeyView key =
        new KeyView(
            METHOD,
            "did:web:x",
            "RSA",
            "ACTIVE",
            Instant.EPOCH,
            Instant.EPOCH,
            null,
            null,
            "pem",
            JsonBytes.of("{\"kty\":\"RSA\"}"),
            "z1");
    gateway
        .services()
        .answer(CREATE_ISSUER, new IssuerView("did:web:x", METHOD))
        .answer(IMPORT_KEY, new IssuerView("did:web:x", "did:india"))
        .answer(LIST_ISSUERS, new IssuersView(1, List.of(issuer)))
        .answer(DISABLE_ISSUER, issuer)
        .answer(ENABLE_ISSUER, issuer)
        .answer(LIST_KEYS, new KeysView(1, List.of(key)))
        .answer(ROTATE_KEY, key)
        .answer(REVOKE_KEY, key);
  }

  @BeforeEach
  void forget() {
    gateway.services().forget();
  }

  @Test
  void makesIssuers() {
    HttpResponse<String> response =
        gateway.post("/api/v1/issuers", token, "{\"issuer\": \"did:web:x\"}");

    assertEquals(200, response.statusCode());
    assertEquals("attestry.registry.create", json(response).getString("id"));
    assertEquals(
        new JsonObject().put("issuer", "did:web:x").put("verificationMethod", "did:web:x#key-1"),
        json(response).getJsonObject("result"));
    assertEquals(new CreateIssuerRequest("did:web:x", null), gateway.services().next().request());
    assertEquals(400, gateway.post("/api/v1/issuers", token, "{\"did\": 1}").statusCode());
  }

  @Test
  void importsKeys() {
    String body =
        "{\"issuer\": \"did:web:x\", \"verificationMethod\": \"did:india\","
            + " \"publicKeyPem\": \"pem\", \"contexts\": [[\"a\", {\"b\": 1}]]}";
    HttpResponse<String> response = gateway.post("/api/v1/issuers/keys", token, body);

    assertEquals(200, response.statusCode());
    assertEquals(
        "did:india", json(response).getJsonObject("result").getString("verificationMethod"));
    assertEquals(
        ImportKeyRequest.ofPublicKey(
            "did:web:x", "did:india", "pem", List.of(JsonBytes.of("[\"a\", {\"b\": 1}]"))),
        gateway.services().next().request());
    assertEquals(400, gateway.post("/api/v1/issuers/keys", token, "{}").statusCode());
  }

  @Test
  void listsIssuersAndTheirKeys() {
    JsonObject issuers = json(gateway.get("/api/v1/issuers", token)).getJsonObject("result");
    assertEquals(
        METHOD, issuers.getJsonArray("issuers").getJsonObject(0).getString("verificationMethod"));
    assertEquals(new ListIssuersRequest(20, 0), gateway.services().next().request());

    JsonObject keys = json(gateway.get(KEYS + "?issuer=did:web:x", token)).getJsonObject("result");
    JsonObject key = keys.getJsonArray("keys").getJsonObject(0);
    assertEquals("RSA", key.getJsonObject("publicKeyJwk").getString("kty"));
    assertEquals(new ListKeysRequest("did:web:x", 20, 0), gateway.services().next().request());
    assertEquals(400, gateway.get(KEYS, token).statusCode());
  }

  @Test
  void disablesAndEnablesIssuers() {
    String body = "{\"issuer\": \"did:web:x\"}";
    assertEquals(200, gateway.post("/api/v1/issuers/disable", token, body).statusCode());
    assertEquals(new DisableIssuerRequest("did:web:x"), gateway.services().next().request());
    assertEquals(200, gateway.post("/api/v1/issuers/enable", token, body).statusCode());
    assertEquals(new EnableIssuerRequest("did:web:x"), gateway.services().next().request());
    assertEquals(400, gateway.post("/api/v1/issuers/enable", token, "{}").statusCode());
  }

  @Test
  void rotatesAndRevokesKeys() {
    Map<String, Object> requests =
        Map.of("rotate", new RotateKeyRequest(METHOD), "revoke", new RevokeKeyRequest(METHOD));
    requests.forEach(
        (change, request) -> {
          String body = "{\"verificationMethod\": \"did:web:x#key-1\"}";
          JsonObject response = json(gateway.post(KEYS + "/" + change, token, body));
          assertEquals("attestry.registry.update", response.getString("id"));
          assertEquals(METHOD, response.getJsonObject("result").getString("verificationMethod"));
          assertEquals(request, gateway.services().next().request());
          assertEquals(400, gateway.post(KEYS + "/" + change, token, "{}").statusCode());
        });
  }
}
