package org.attestry.gateway.routes;

import static org.attestry.contracts.schema.SchemaOperations.CHANGE_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.COMPARE_SCHEMA_VERSIONS;
import static org.attestry.contracts.schema.SchemaOperations.CREATE_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.DELETE_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.LIST_SCHEMAS;
import static org.attestry.contracts.schema.SchemaOperations.LIST_SCHEMA_VERSIONS;
import static org.attestry.contracts.schema.SchemaOperations.READ_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.READ_SCHEMA_VERSION;
import static org.attestry.contracts.schema.SchemaOperations.SEARCH_SCHEMAS;
import static org.attestry.gateway.GatewayServer.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.CheckedEntities;
import org.attestry.contracts.schema.SchemaChangeReport;
import org.attestry.contracts.schema.SchemaChangeReport.Difference;
import org.attestry.contracts.schema.SchemaChangeReport.Effect;
import org.attestry.contracts.schema.SchemaComparison;
import org.attestry.contracts.schema.SchemaOperations.ChangeSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.CompareSchemaVersionsRequest;
import org.attestry.contracts.schema.SchemaOperations.CreateSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.DeleteSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.ListSchemaVersionsRequest;
import org.attestry.contracts.schema.SchemaOperations.ListSchemasRequest;
import org.attestry.contracts.schema.SchemaOperations.ReadSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.ReadSchemaVersionRequest;
import org.attestry.contracts.schema.SchemaOperations.SchemaReceipt;
import org.attestry.contracts.schema.SchemaOperations.SchemaVersionView;
import org.attestry.contracts.schema.SchemaOperations.SchemaVersionsView;
import org.attestry.contracts.schema.SchemaOperations.SchemasView;
import org.attestry.contracts.schema.SchemaOperations.SearchSchemasRequest;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.contracts.schema.SchemaView;
import org.attestry.gateway.GatewayServer;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaRoutesIT {

  private static final SchemaReceipt CHANGED =
      new SchemaReceipt("x-1", List.of(new Violation("/a", "unused", "Not acted on.")), 0, null);
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

  @AutoClose private static GatewayServer gateway;
  private static String token;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer();
    token = gateway.identity().tokenOf("admin-1", "admin");
    gateway
        .services()
        .answer(CREATE_SCHEMA, new SchemaReceipt("x-1", List.of(), 0, null))
        .answer(CHANGE_SCHEMA, CHANGED)
        .answer(READ_SCHEMA, SCHEMA)
        .answer(DELETE_SCHEMA, SCHEMA)
        .answer(LIST_SCHEMAS, new SchemasView(List.of(SCHEMA), 1));
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
        new CreateSchemaRequest("Teacher", "{}", SchemaStatus.PUBLISHED, false, false),
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
    assertEquals(0, gateway.services().requestCount());
  }

  @Test
  void changesTheSchemaInThePathAndShowsWarnings() {
    HttpResponse<String> response =
        gateway.put("/api/v1/Schema/x-1", token, "{\"status\": \"DRAFT\"}");

    assertEquals("attestry.registry.update", json(response).getString("id"));
    assertEquals(
        "/a",
        json(response)
            .getJsonObject("result")
            .getJsonArray("warnings")
            .getJsonObject(0)
            .getString("pointer"));
    assertEquals(
        new ChangeSchemaRequest("x-1", null, null, SchemaStatus.DRAFT, false, false, false),
        gateway.services().next().request());
  }

  @Test
  void readsABareSchemaAndListsThemAsAPage() {
    JsonObject one = json(gateway.get("/api/v1/Schema/x-1", token));
    JsonObject all = json(gateway.get("/api/v1/Schema", token));

    assertEquals("Teacher", one.getString("name"));
    assertEquals(one, all.getJsonArray("data").getJsonObject(0));
    assertEquals(Set.of("totalCount", "countIs", "data"), all.fieldNames());
    assertEquals(1, all.getInteger("totalCount"));
    assertEquals(new ReadSchemaRequest("x-1"), gateway.services().next().request());
  }

  @Test
  void theAddressesOfOtherPagesOfSchemasRepeatTheQuery() {
    gateway.services().answer(LIST_SCHEMAS, new SchemasView(List.of(SCHEMA), 7));

    JsonObject page = json(gateway.get("/api/v1/Schema?limit=2&offset=3&status=DRAFT", token));

    assertEquals("/api/v1/Schema?limit=2&status=DRAFT&offset=4", page.getString("nextPage"));
    assertEquals("/api/v1/Schema?limit=2&status=DRAFT&offset=1", page.getString("prevPage"));
    gateway.services().answer(LIST_SCHEMAS, new SchemasView(List.of(SCHEMA), 1));
  }

  @Test
  void respondsWithTheDeletedSchema() {
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

  @Test
  void passesTheQueryParametersOn() {
    gateway.post(
        "/api/v1/Schema?strict=true&dryRun=true", token, "{\"name\": \"T\", \"schema\": \"{}\"}");
    gateway.put("/api/v1/Schema/x-1?strict=true&dryRun=true&narrow=true", token, "{}");
    gateway.get("/api/v1/Schema?limit=5&offset=10&status=DEPRECATED", token);

    assertEquals(
        new CreateSchemaRequest("T", "{}", null, true, true), gateway.services().next().request());
    assertEquals(
        new ChangeSchemaRequest("x-1", null, null, null, true, true, true),
        gateway.services().next().request());
    assertEquals(
        new ListSchemasRequest(5, 10, SchemaStatus.DEPRECATED),
        gateway.services().next().request());
    assertEquals(400, gateway.get("/api/v1/Schema?status=LIVE", token).statusCode());
    assertEquals(400, gateway.put("/api/v1/Schema/x-1?narrow=yes", token, "{}").statusCode());
  }

  @Test
  void showsAReportBesideTheViolations() {
    SchemaChangeReport report =
        new SchemaChangeReport(
            false,
            "It breaks entities.",
            List.of(
                new Difference(
                    "/required", null, JsonBytes.of("[\"a\"]"), "required", Effect.NARROWING)),
            4,
            List.of(new CheckedEntities("Teacher", 3, 3, 1, List.of("id-1"), List.of())));
    Failure refused =
        new Failure(
            FailureKind.CONFLICT,
            "schema.incompatible",
            "It breaks entities.",
            List.of(new Violation("/required", "required", "It narrows.")),
            Json.write(report));
    gateway
        .services()
        .handle(CHANGE_SCHEMA, (request, context) -> Future.failedFuture(refused.exception()));
    try {
      HttpResponse<String> response = gateway.put("/api/v1/Schema/x-1", token, "{}");
      JsonObject result = json(response).getJsonObject("result");

      assertEquals(409, response.statusCode());
      assertEquals(
          "/required", result.getJsonArray("violations").getJsonObject(0).getString("pointer"));
      JsonObject change = result.getJsonArray("changes").getJsonObject(0);
      assertEquals(new JsonArray().add("a"), change.getJsonArray("new"));
      assertFalse(change.containsKey("old"));
      assertEquals(4, result.getInteger("moreChanges"));
      JsonObject entities = result.getJsonArray("entities").getJsonObject(0);
      assertEquals(1, entities.getInteger("breaking"));
      assertEquals(new JsonArray().add("id-1"), entities.getJsonArray("ids"));
    } finally {
      gateway.services().answer(CHANGE_SCHEMA, CHANGED);
    }
  }

  @Test
  void searchesSchemasAsOtherTypesAreSearched() {
    gateway.services().answer(SEARCH_SCHEMAS, new SchemasView(List.of(SCHEMA), 7));
    String query = "{\"filters\": {\"name\": {\"eq\": \"Teacher\"}}}";

    JsonObject found = json(gateway.post("/api/v1/Schema/search", token, query));

    assertEquals(7, found.getInteger("totalCount"));
    assertEquals("exact", found.getString("countIs"));
    assertEquals("Teacher", found.getJsonArray("data").getJsonObject(0).getString("name"));
    assertEquals(
        new SearchSchemasRequest(JsonBytes.of(query)), gateway.services().next().request());
  }

  @Test
  void showsVersionsAndWhereTheyDiffer() {
    SchemaVersionView version =
        new SchemaVersionView("x-1", "Teacher", 2, "{}", SCHEMA.osCreatedAt(), "admin-1");
    gateway
        .services()
        .answer(LIST_SCHEMA_VERSIONS, new SchemaVersionsView(List.of(version)))
        .answer(READ_SCHEMA_VERSION, version)
        .answer(
            COMPARE_SCHEMA_VERSIONS,
            new SchemaComparison(
                1, 2, List.of(new SchemaComparison.Change("/a", null, JsonBytes.of("1"))), 7));

    assertEquals(1, new JsonArray(gateway.get("/api/v1/Schema/x-1/versions", token).body()).size());
    assertEquals(
        "admin-1",
        json(gateway.get("/api/v1/Schema/x-1/versions/2", token)).getString("publishedBy"));
    JsonObject diff = json(gateway.get("/api/v1/Schema/x-1/versions/1/diff/2", token));

    assertEquals(1, diff.getJsonArray("changes").getJsonObject(0).getInteger("new"));
    assertEquals(7, diff.getInteger("moreChanges"));
    assertEquals(new ListSchemaVersionsRequest("x-1"), gateway.services().next().request());
    assertEquals(new ReadSchemaVersionRequest("x-1", 2), gateway.services().next().request());
    assertEquals(
        new CompareSchemaVersionsRequest("x-1", 1, 2), gateway.services().next().request());
  }
}
