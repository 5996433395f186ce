package org.attestry.gateway.routes;

import static org.attestry.contracts.registry.TypeOperations.COUNT_ENTITIES;
import static org.attestry.contracts.schema.SchemaOperations.FIND_TYPES;
import static org.attestry.gateway.GatewayServer.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.registry.TypeOperations.EntityCount;
import org.attestry.contracts.schema.TypesView;
import org.attestry.gateway.GatewayServer;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.Test;

class HealthRoutesIT {

  @Test
  void namesTheMissingServiceUntilItIsThere() {
    try (GatewayServer gateway = new GatewayServer()) {
      gateway.services().answer(FIND_TYPES, new TypesView(List.of(), "0.0"));

      HttpResponse<String> response =
          Eventually.until(
              () -> gateway.get("/health", null),
              answer -> answer.body().contains("{\"name\":\"identity\",\"healthy\":true}"));

      assertEquals(503, response.statusCode());
      assertEquals("attestry.registry.health", json(response).getString("id"));
      assertEquals("UNSUCCESSFUL", json(response).getJsonObject("params").getString("status"));
      assertEquals(health(false), json(response).getJsonObject("result"));
      assertEquals("ERROR", json(response).getString("responseCode"));
      assertEquals("1", response.headers().firstValue("retry-after").orElseThrow());
      gateway.services().answer(COUNT_ENTITIES, new EntityCount(0));
      HttpResponse<String> later =
          Eventually.until(
              () -> gateway.get("/health", null), answer -> answer.statusCode() == 200);
      assertEquals("SUCCESSFUL", json(later).getJsonObject("params").getString("status"));
      assertEquals(health(true), json(later).getJsonObject("result"));
    }
  }

  @Test
  void isUnhealthyUntilTokensCanBeChecked() {
    Map<String, String> away = Map.of("IDENTITY_JWKS_URL", "http://127.0.0.1:1/keys");
    try (GatewayServer gateway = new GatewayServer(away)) {
      gateway
          .services()
          .answer(FIND_TYPES, new TypesView(List.of(), "0.0"))
          .answer(COUNT_ENTITIES, new EntityCount(0));

      HttpResponse<String> response = gateway.get("/health", null);

      assertEquals(503, response.statusCode());
      assertTrue(response.body().contains("{\"name\":\"schema\",\"healthy\":true}"));
      assertTrue(response.body().contains("{\"name\":\"identity\",\"healthy\":false}"));
    }
  }

  @Test
  void isDegradedWhileTheIdentityProviderIsAway() {
    try (GatewayServer gateway = new GatewayServer(Map.of("IDENTITY_KEYS_PAUSE", "PT0S"))) {
      gateway
          .services()
          .answer(FIND_TYPES, new TypesView(List.of(), "0.0"))
          .answer(COUNT_ENTITIES, new EntityCount(0));
      Eventually.until(() -> gateway.get("/health", null), answer -> answer.statusCode() == 200);

      gateway.identity().fail(true);
      HttpResponse<String> degraded =
          Eventually.until(
              () -> gateway.get("/health", null), answer -> answer.body().contains("degraded"));
      assertEquals(200, degraded.statusCode());
      assertEquals(
          new JsonArray().add("identity-provider"),
          json(degraded).getJsonObject("result").getJsonArray("degraded"));

      gateway.identity().fail(false);
      Eventually.until(
          () -> gateway.get("/health", null), answer -> !answer.body().contains("degraded"));
    }
  }

  @Test
  void isAProblemToAClientThatAcceptsProblems() {
    try (GatewayServer gateway = new GatewayServer()) {
      HttpResponse<String> response =
          gateway.request("GET", "/health").header("accept", "application/problem+json").send();

      assertEquals(503, response.statusCode());
      assertEquals("gateway.unhealthy", json(response).getString("code"));
      assertEquals(
          "gateway", json(response).getJsonObject("report").getString("name"), response.body());
    }
  }

  private static JsonObject health(boolean registry) {
    return new JsonObject()
        .put("name", "gateway")
        .put("healthy", registry)
        .put(
            "checks",
            new JsonArray()
                .add(new JsonObject().put("name", "schema").put("healthy", true))
                .add(new JsonObject().put("name", "registry").put("healthy", registry))
                .add(new JsonObject().put("name", "identity").put("healthy", true)));
  }
}
