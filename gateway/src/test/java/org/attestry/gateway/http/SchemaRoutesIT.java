package org.attestry.gateway.http;

import static org.attestry.contracts.schema.SchemaOperations.CHANGE_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.CREATE_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.DELETE_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.LIST_SCHEMAS;
import static org.attestry.contracts.schema.SchemaOperations.READ_SCHEMA;
import static org.attestry.gateway.GatewayServer.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.ChangeSchemaRequest;
import org.attestry.contracts.schema.CreateSchemaRequest;
import org.attestry.contracts.schema.DeleteSchemaRequest;
import org.attestry.contracts.schema.ReadSchemaRequest;
import org.attestry.contracts.schema.SchemaReceipt;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.contracts.schema.SchemaView;
import org.attestry.contracts.schema.SchemasView;
import org.attestry.gateway.GatewayServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaRoutesIT {

  private static final SchemaView SCHEMA =
      new SchemaView(
          "x-1",
          "Teacher",
          "{}",
          SchemaStatus.PUBLISHED,
          1,
          Instant.parse("2026-11-21T01:02:03.004Z"),
          Instant.parse("2026-11-21T01:02:03.004Z"),
          "admin-1",
          "admin-1",
          List.of("admin-1"));

  private static GatewayServer gateway;
  private static String token;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer();
    token = gateway.identity().tokenOf("admin-1", "admin");
    gateway
        .services()
        .answer(CREATE_SCHEMA, new SchemaReceipt("x-1", List.of()))
        .answer(
            CHANGE_SCHEMA,
            new SchemaReceipt("x-1", List.of(new Violation("/a", "unused", "Not acted on."))))
        .answer(READ_SCHEMA, SCHEMA)
        .answer(DELETE_SCHEMA, SCHEMA)
        .answer(LIST_SCHEMAS, new SchemasView(List.of(SCHEMA)));
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @BeforeEach
  void forget() {
    gateway.services().forget();
  }

  @Test
  void createsASchema() {
    HttpResponse<String> response =
        gateway.post(
            "/api/v1/Schema",
            token,
            "{\"name\": \"Teacher\", \"schema\": \"{}\", \"status\": \"PUBLISHED\"}");

    assertEquals(200, response.statusCode());
    assertEquals("attestry.registry.create", json(response).getString("id"));
    assertEquals(
        new JsonObject().put("Schema", new JsonObject().put("osid", "x-1")),
        json(response).getJsonObject("result"));
    assertEquals(
        new CreateSchemaRequest("Teacher", "{}", SchemaStatus.PUBLISHED),
        gateway.services().next().request());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"schema\": \"{}\"}",
        "{\"name\": \"T\"}",
        "{\"name\": \"T\", \"schema\": {}}",
        "{\"name\": \"T\", \"schema\": \"{}\", \"status\": \"LIVE\"}",
        "[]"
      })
  void refusesASchemaRequestOfAnotherShape(String body) {
    assertEquals(400, gateway.post("/api/v1/Schema", token, body).statusCode());
    assertEquals(0, gateway.services().asked());
  }

  @Test
  void changesTheSchemaInThePathAndShowsWarnings() {
    HttpResponse<String> response =
        gateway.put("/api/v1/Schema/x-1", token, "{\"id\": \"other\", \"status\": \"DRAFT\"}");

    assertEquals("attestry.registry.update", json(response).getString("id"));
    assertEquals(
        "/a",
        json(response)
            .getJsonObject("result")
            .getJsonArray("warnings")
            .getJsonObject(0)
            .getString("pointer"));
    assertEquals(
        new ChangeSchemaRequest("x-1", null, null, SchemaStatus.DRAFT),
        gateway.services().next().request());
  }

  @Test
  void readsAndListsBareSchemas() {
    JsonObject one = json(gateway.get("/api/v1/Schema/x-1", token));
    JsonArray all = new JsonArray(gateway.get("/api/v1/Schema", token).body());

    assertEquals("Teacher", one.getString("name"));
    assertEquals(one, all.getJsonObject(0));
    assertEquals(new ReadSchemaRequest("x-1"), gateway.services().next().request());
  }

  @Test
  void answersTheDeletedSchema() {
    HttpResponse<String> response =
        gateway.request("DELETE", "/api/v1/Schema/x-1").token(token).send();

    JsonObject record = json(response);
    assertEquals("x-1", record.getString("osid"));
    assertEquals("PUBLISHED", record.getString("status"));
    assertEquals(new JsonArray().add("admin-1"), record.getJsonArray("osOwner"));
    assertEquals("2026-11-21T01:02:03.004Z", record.getString("osCreatedAt"));
    assertFalse(record.containsKey("params"));
    assertEquals(new DeleteSchemaRequest("x-1"), gateway.services().next().request());
  }
}
