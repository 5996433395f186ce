package org.attestry.gateway.routes;

import static org.attestry.contracts.registry.EntityOperations.ADD_PROPERTY;
import static org.attestry.contracts.registry.EntityOperations.CHANGE_PROPERTY;
import static org.attestry.gateway.GatewayServer.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.net.http.HttpResponse;
import java.util.List;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntityOperations.AddPropertyRequest;
import org.attestry.contracts.registry.EntityOperations.ChangePropertyRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.gateway.GatewayServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PropertyRoutesIT {

  @AutoClose private static GatewayServer gateway;
  private static String token;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer();
    token = gateway.identity().tokenOf("user-1");
    gateway
        .services()
        .answer(ADD_PROPERTY, new EntityReceipt("Student", "s-1", 2))
        .answer(CHANGE_PROPERTY, new EntityReceipt("Student", "s-1", 3));
  }

  @Test
  void addsAProperty() {
    HttpResponse<String> response =
        gateway.post("/api/v1/Student/s-1/phone", token, "{\"phone\": \"123\"}");

    assertUpdated(response, "\"2\"");
    assertEquals(
        new AddPropertyRequest(
            "Student", "s-1", List.of("phone"), JsonBytes.of("{\"phone\": \"123\"}"), null),
        gateway.services().next().request());
  }

  @Test
  void changesAPropertyToAnyJsonValue() {
    assertUpdated(gateway.put("/api/v1/Student/s-1/phone", token, "null"), "\"3\"");

    assertEquals(
        new ChangePropertyRequest(
            "Student", "s-1", List.of("phone"), JsonBytes.of("null"), false, null, null),
        gateway.services().next().request());
  }

  @Test
  void sendsAPropertyForAttestationInTheSameStep() {
    HttpResponse<String> response =
        gateway
            .request("PUT", "/api/v1/Student/s-1/marks?send=true")
            .token(token)
            .header("if-match", "\"2\"")
            .json("98.50")
            .send();

    assertUpdated(response, "\"3\"");
    assertEquals(
        new ChangePropertyRequest(
            "Student", "s-1", List.of("marks"), JsonBytes.of("98.50"), true, null, 2L),
        gateway.services().next().request());
  }

  private static void assertUpdated(HttpResponse<String> response, String etag) {
    assertEquals(200, response.statusCode());
    assertEquals("attestry.registry.update", json(response).getString("id"));
    assertFalse(json(response).containsKey("result"));
    assertEquals(etag, response.headers().firstValue("etag").orElseThrow());
  }
}
