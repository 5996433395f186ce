package org.attestry.gateway.http;

import static org.attestry.contracts.schema.SchemaOperations.FIND_TYPES;
import static org.attestry.gateway.GatewayServer.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.contracts.schema.TypesView;
import org.attestry.gateway.GatewayServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DocsRoutesIT {

  /** Of the operations that the interface has, those that must never go missing. */
  private static final List<String> INTERFACE =
      List.of(
          "post /api/v1/{type}",
          "get /api/v1/{type}",
          "post /api/v1/{type}/invite",
          "get /api/v1/{type}/{id}",
          "put /api/v1/{type}/{id}",
          "delete /api/v1/{type}/{id}",
          "post /api/v1/{type}/{id}/{property}",
          "put /api/v1/{type}/{id}/{property}",
          "post /api/v1/{type}/search",
          "get /api/v1/{type}/search",
          "post /api/v1/send",
          "post /api/v1/{type}/claims/{claimId}/attest",
          "get /api/v1/{type}/{id}/history",
          "post /api/v1/{type}/claims/{claimId}/withdraw",
          "get /api/v1/{type}/claims/{claimId}",
          "get /api/v1/{type}/claims",
          "post /api/v1/{type}/{id}/revoke",
          "post /utils/sign",
          "post /utils/verify",
          "post /api/v1/verify",
          "post /api/v1/Schema",
          "get /api/v1/Schema",
          "get /api/v1/Schema/{id}",
          "put /api/v1/Schema/{id}",
          "delete /api/v1/Schema/{id}",
          "post /api/v1/Schema/search",
          "get /api/v1/Schema/{id}/versions",
          "get /api/v1/Schema/{id}/versions/{version}",
          "get /api/v1/Schema/{id}/versions/{version}/diff/{other}",
          "post /api/v1/{type}/{id}/{property}/documents",
          "get /api/v1/{type}/{id}/{property}/documents",
          "delete /api/v1/{type}/{id}/{property}/documents",
          "put /api/v1/{type}/{id}/{property}/documents/{documentId}",
          "get /api/v1/{type}/{id}/{property}/documents/{documentId}",
          "delete /api/v1/{type}/{id}/{property}/documents/{documentId}",
          "get /api/v1/RevokedCredential",
          "get /contexts/{digest}",
          "get /.well-known/did.json",
          "get /issuers/{name}/did.json",
          "get /api/docs/swagger.json",
          "get /health",
          "post /api/v1/Teacher/invite",
          "get /api/v1/Teacher/{id}");

  private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}");
  private static final Set<String> PARAMETER_MEMBERS =
      Set.of("name", "in", "type", "required", "description", "schema");

  private static GatewayServer gateway;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer();
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @BeforeEach
  void publish() {
    gateway.services().answer(FIND_TYPES, new TypesView(List.of(teacher(1))));
  }

  @Test
  void hasExactlyTheTopLevelMembersOfTheInterface() {
    JsonObject document = document();

    assertEquals(
        List.of(
            "consumes",
            "produces",
            "schemes",
            "swagger",
            "info",
            "host",
            "basePath",
            "paths",
            "definitions"),
        List.copyOf(document.fieldNames()));
    assertEquals(new JsonArray().add("https"), document.getJsonArray("schemes"));
    assertEquals("2.0", document.getString("swagger"));
    assertEquals("/", document.getString("basePath"));
    assertEquals("registry.example.org", document.getString("host"));
    assertEquals(
        Set.of("description", "title", "version"), document.getJsonObject("info").fieldNames());
    assertEquals("1.0.0", document.getJsonObject("info").getString("version"));
  }

  @Test
  void describesWhatIsServedAndServesWhatIsDescribed() {
    JsonObject paths = document().getJsonObject("paths");
    Set<String> answers = new TreeSet<>();

    each(
        paths,
        operation -> {
          HttpResponse<String> response =
              gateway
                  .request(operation.method().toUpperCase(Locale.ROOT), filled(operation.path()))
                  .header("authorization", "Bearer bad")
                  .send();
          assertEquals(401, response.statusCode(), operation.toString());
          answers.add(operation.method() + " " + operation.path());
        });

    assertTrue(answers.size() >= 35, answers.toString());
    for (String served : INTERFACE) {
      assertTrue(answers.contains(served), served);
    }
  }

  @Test
  void isAValidSwaggerDocument() {
    JsonObject document = document();
    Set<String> operationIds = new HashSet<>();

    each(
        document.getJsonObject("paths"),
        operation -> {
          JsonObject described = operation.described();
          assertTrue(operationIds.add(described.getString("operationId")), operation.toString());
          assertFalse(described.getString("summary").isEmpty());
          assertTrue(described.getJsonObject("responses").containsKey("200"));
          assertParameters(operation);
        });
    assertReferences(document, document.getJsonObject("definitions").fieldNames());
  }

  @Test
  void showsATypesShapeAndNothingOfItsConfiguration() {
    String text = gateway.get("/api/docs/swagger.json", null).body();
    JsonObject teacher = new JsonObject(text).getJsonObject("definitions").getJsonObject("Teacher");

    assertEquals(
        "string", teacher.getJsonObject("properties").getJsonObject("name").getString("type"));
    assertFalse(text.contains("secret-role"));
    assertFalse(text.contains("privateFields"));
    assertFalse(text.contains("_osConfig"));
  }

  @Test
  void followsWhatIsPublished() {
    HttpResponse<String> before = gateway.get("/api/docs/swagger.json", null);
    assertEquals(before.body(), gateway.get("/api/docs/swagger.json", null).body());
    gateway
        .services()
        .answer(
            FIND_TYPES,
            new TypesView(List.of(teacher(1), type("Student", 2, "{\"type\":\"object\"}"))));

    HttpResponse<String> after = gateway.get("/api/docs/swagger.json", null);

    assertNotEquals(before.body(), after.body());
    assertTrue(json(after).getJsonObject("paths").containsKey("/api/v1/Student"));
  }

  private static void assertParameters(Described operation) {
    Set<String> inPath = new HashSet<>();
    int bodies = 0;
    for (Object each : operation.described().getJsonArray("parameters", new JsonArray())) {
      JsonObject parameter = (JsonObject) each;
      assertTrue(PARAMETER_MEMBERS.containsAll(parameter.fieldNames()), parameter.encode());
      switch (parameter.getString("in")) {
        case "path" -> {
          assertTrue(parameter.getBoolean("required"));
          inPath.add(parameter.getString("name"));
        }
        case "body" -> {
          bodies++;
          assertTrue(parameter.containsKey("schema") && !parameter.containsKey("type"));
        }
        case "formData" ->
            assertEquals(
                new JsonArray().add("multipart/form-data"),
                operation.described().getJsonArray("consumes"));
        default -> assertTrue(Set.of("query", "header").contains(parameter.getString("in")));
      }
    }
    Set<String> named = new HashSet<>();
    Matcher matcher = PARAMETER.matcher(operation.path());
    while (matcher.find()) {
      named.add(matcher.group(1));
    }
    assertEquals(named, inPath, operation.toString());
    assertTrue(bodies <= 1, operation.toString());
  }

  private static void assertReferences(Object node, Set<String> definitions) {
    switch (node) {
      case JsonObject object -> {
        String reference = object.getValue("$ref") instanceof String text ? text : null;
        if (reference != null) {
          assertTrue(reference.startsWith("#/definitions/"), reference);
          assertTrue(definitions.contains(reference.substring(14)), reference);
        }
        object.forEach(member -> assertReferences(member.getValue(), definitions));
      }
      case JsonArray array -> array.forEach(item -> assertReferences(item, definitions));
      case null, default -> {
        // A scalar refers to nothing.
      }
    }
  }

  private record Described(String path, String method, JsonObject described) {
    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  private static void each(JsonObject paths, Consumer<Described> consumer) {
    for (String path : paths.fieldNames()) {
      JsonObject methods = paths.getJsonObject(path);
      for (String method : methods.fieldNames()) {
        consumer.accept(new Described(path, method, methods.getJsonObject(method)));
      }
    }
  }

  private static String filled(String path) {
    return PARAMETER.matcher(path).replaceAll("x");
  }

  private static JsonObject document() {
    HttpResponse<String> response = gateway.get("/api/docs/swagger.json", null);
    assertEquals(200, response.statusCode());
    return json(response);
  }

  private static EntityType teacher(long revision) {
    return type(
        "Teacher",
        revision,
        """
        {"type": "object", "required": ["name"], "properties": {
          "name": {"type": "string"}, "born": {"type": ["string", "null"], "format": "date"},
          "home": {"$ref": "#/definitions/Address"}},
         "definitions": {"Address": {"type": "object", "properties": {
          "inside": {"$ref": "#/definitions/Address"}}}}}\
        """);
  }

  private static EntityType type(String name, long revision, String definition) {
    TypeConfig config =
        new TypeConfig(
            List.of("secret-role"),
            List.of(),
            List.of(),
            List.of(),
            List.of(FieldPath.of("secret-field")),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            null,
            Map.of(),
            true,
            true);
    return new EntityType(name, "schema-1", revision, JsonBytes.of(definition), config);
  }
}
