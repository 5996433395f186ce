package org.attestry.gateway.docs;

import static org.attestry.contracts.schema.SchemaOperations.FIND_TYPES;
import static org.attestry.contracts.schema.SchemaOperations.READ_TYPE;
import static org.attestry.gateway.GatewayServer.json;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.json.pointer.JsonPointer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.claims.ClaimsOperations;
import org.attestry.contracts.credential.CertificateOperations;
import org.attestry.contracts.credential.ContextOperations;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.IssuerOperations;
import org.attestry.contracts.credential.OfferOperations;
import org.attestry.contracts.credential.PresentationOperations;
import org.attestry.contracts.credential.WalletOperations;
import org.attestry.contracts.file.FileOperations;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.BulkOperations;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.TypeOperations;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.FixedPaths;
import org.attestry.contracts.schema.SchemaOperations;
import org.attestry.contracts.schema.SchemaOperations.ReadTypeRequest;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.contracts.schema.TypesView;
import org.attestry.gateway.GatewayServer;
import org.attestry.gateway.Services.ReceivedRequest;
import org.attestry.gateway.http.Endpoint;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
          "post /api/v1/{type}/import",
          "get /api/v1/{type}/import/{id}",
          "get /api/v1/{type}/import/{id}/errors",
          "get /api/v1/{type}/export",
          "post /api/v1/{type}/claims/{claimId}/withdraw",
          "post /api/v1/{type}/claims/{claimId}/notes",
          "get /api/v1/{type}/claims/{claimId}/history",
          "get /api/v1/{type}/claims/{claimId}",
          "get /api/v1/{type}/claims",
          "get /api/v1/{type}/{id}/attestation/{policy}/{attestationId}",
          "post /api/v1/{type}/{id}/revoke",
          "post /api/v1/{type}/{id}/suspend",
          "post /api/v1/{type}/{id}/reinstate",
          "post /utils/sign",
          "post /utils/verify",
          "post /api/v1/verify",
          "get /api/v1/verify/{credentialId}",
          "get /verify",
          "post /verify",
          "post /verify/qr-code",
          "get /verify/{credentialId}",
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
          "post /api/v1/RevokedCredential/search",
          "get /api/v1/RevokedCredential/search",
          "get /api/v1/RevokedCredential/{id}",
          "post /api/v1/presentations/requests",
          "get /api/v1/presentations/requests/{requestId}",
          "delete /api/v1/presentations/requests/{requestId}",
          "put /api/v1/presentations/queries/{name}",
          "get /oid4vp/requests/{reference}",
          "post /oid4vp/requests/{reference}",
          "post /oid4vp/responses/{reference}",
          "get /status-lists/{list}/{purpose}",
          "get /token-status-lists/{list}",
          "get /credential-types/{type}",
          "get /credential-types/{type}/{policy}",
          "get /contexts/{digest}",
          "get /.well-known/did.json",
          "get /issuers/{name}/did.json",
          "get /api/docs/swagger.json",
          "get /api/docs/openapi.json",
          "get /api/docs/{type}.json",
          "get /api/docs/Teacher.json",
          "get /api/docs/",
          "get /api/docs/{file}",
          "get /health",
          "post /api/v1/Teacher/invite",
          "get /api/v1/Teacher/{id}");

  private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}");
  private static final Set<String> PARAMETER_MEMBERS =
      Set.of("name", "in", "type", "required", "description", "schema");

  @AutoClose private static GatewayServer gateway;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer();
  }

  @BeforeEach
  void publish() {
    gateway.services().forget();
    gateway.services().answer(FIND_TYPES, new TypesView(List.of(teacher(1)), "1.1"));
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

  @ParameterizedTest
  @ValueSource(strings = {"/api/docs/swagger.json", "/api/docs/openapi.json"})
  void describesEveryRowOfTheTableOnceAndNothingElse(String document) {
    Set<String> served = new TreeSet<>();
    for (Endpoint endpoint : gateway.endpoints()) {
      assertTrue(
          served.add(name(endpoint.method().name(), endpoint.path().text().replace("+}", "}"))));
    }
    Set<String> described = new TreeSet<>();
    Set<String> operationIds = new HashSet<>();

    each(
        json(gateway.get(document, null)).getJsonObject("paths"),
        operation -> {
          String operationId = operation.described().getString("operationId");
          assertTrue(operationIds.add(operationId), operationId);
          if (!operationId.endsWith("-Teacher")) {
            described.add(name(operation.method(), operation.path()));
          }
        });

    assertEquals(served, described);
  }

  /**
   * A property of such a name is warned of: nothing can be added to it. No property can have the
   * name osOwner.
   */
  @Test
  void everyOperationInPlaceOfAPropertyIsKnown() {
    Set<String> found = new TreeSet<>();
    for (Endpoint endpoint : gateway.endpoints()) {
      String word = endpoint.path().text().replace("/api/v1/{type}/{id}/", "");
      if (!word.contains("/") && !word.startsWith("{") && isWrite(endpoint.method())) {
        found.add(endpoint.method() + " " + word);
      }
    }
    Set<String> known = FixedPaths.ENTITY.stream().map("POST "::concat).collect(Collectors.toSet());
    known.add("PUT osOwner");
    assertEquals(known, found);
  }

  private static boolean isWrite(HttpMethod method) {
    return method.equals(HttpMethod.POST) || method.equals(HttpMethod.PUT);
  }

  /** A type of such a name would be shadowed by the operation, or take its path. */
  @Test
  void everyFixedWordInPlaceOfATypeIsReserved() {
    for (Endpoint endpoint : gateway.endpoints()) {
      String[] segments = endpoint.path().text().split("/");
      if (endpoint.path().text().startsWith("/api/v1/") && !segments[3].startsWith("{")) {
        assertTrue(FixedPaths.API.contains(segments[3]), endpoint.path().text());
      }
      if (endpoint.path().text().startsWith("/api/docs/")
          && endpoint.path().text().endsWith(".json")) {
        String name = segments[3].replace(".json", "");
        assertTrue(name.equals("{type}") || FixedPaths.DOCS.contains(name), endpoint.path().text());
      }
    }
  }

  @Test
  void namesOperationsAsTheContractsDo() {
    Set<String> known =
        new TreeSet<>(Set.of("readHealth", "readDescription", "readQrCode", "readConsole"));
    for (Class<?> contract :
        List.of(
            SchemaOperations.class,
            EntityOperations.class,
            AttestationOperations.class,
            BulkOperations.class,
            TypeOperations.class,
            ClaimsOperations.class,
            CredentialOperations.class,
            IssuerOperations.class,
            ContextOperations.class,
            CertificateOperations.class,
            OfferOperations.class,
            WalletOperations.class,
            PresentationOperations.class,
            FileOperations.class)) {
      for (Field constant : contract.getFields()) {
        if (constant.getType().equals(Operation.class)) {
          known.add(operationId(constant));
        }
      }
    }

    for (Endpoint endpoint : gateway.endpoints()) {
      String operationId = endpoint.operationId();
      assertTrue(known.stream().anyMatch(operationId::startsWith), operationId);
    }
  }

  @Test
  void everyParameterOfAPathIsDescribed() {
    each(document().getJsonObject("paths"), DocsRoutesIT::assertParameters);
  }

  @ParameterizedTest
  @CsvSource({
    "/api/docs/swagger.json, /definitions/Teacher",
    "/api/docs/openapi.json, /components/schemas/Teacher"
  })
  void showsATypesPublicShapeAndNothingOfItsConfiguration(String document, String definition) {
    String text = gateway.get(document, null).body();
    JsonObject teacher = (JsonObject) JsonPointer.from(definition).queryJson(new JsonObject(text));

    assertEquals(
        "string", teacher.getJsonObject("properties").getJsonObject("name").getString("type"));
    for (String configured : List.of("secret-role", "secret-field", "privateFields", "_osConfig")) {
      assertFalse(text.contains(configured), configured);
    }
  }

  @Test
  void showsTheSchemaOfATypeWithoutItsConfigurationAndWhatIsHidden() {
    gateway.services().answer(READ_TYPE, teacher(1));

    HttpResponse<String> response = gateway.get("/api/docs/Teacher.json", null);

    JsonObject schema = json(response);
    assertEquals(200, response.statusCode(), response.body());
    assertEquals(new ReadTypeRequest("Teacher"), received(READ_TYPE));
    assertEquals("http://json-schema.org/draft-07/schema#", schema.getString("$schema"));
    assertEquals(
        "date", schema.getJsonObject("properties").getJsonObject("born").getString("format"));
    assertTrue(schema.getJsonObject("properties").containsKey("osid"));
    assertEquals("[\"name\"]", schema.getJsonArray("required").encode());
    for (String configured : List.of("secret-role", "secret-field", "privateFields", "_osConfig")) {
      assertFalse(response.body().contains(configured), configured);
    }
    String etag = response.headers().firstValue("etag").orElseThrow();
    HttpResponse<String> again =
        gateway.request("GET", "/api/docs/Teacher.json").header("if-none-match", etag).send();
    assertEquals(304, again.statusCode());
  }

  @Test
  void thereIsNoSchemaOfATypeThatIsNotPublished() {
    gateway
        .services()
        .handle(
            READ_TYPE,
            (request, context) ->
                Future.failedFuture(
                    FailureException.of(
                        FailureKind.NOT_FOUND, "schema.type.not-found", "Schema not found")));

    assertEquals(404, gateway.get("/api/docs/Nobody.json", null).statusCode());
  }

  private static Object received(Operation<?, ?> operation) {
    ReceivedRequest next = gateway.services().next();
    while (!next.address().equals(operation.address())) {
      next = gateway.services().next();
    }
    return next.request();
  }

  @Test
  void describesTypesOfAllPages() {
    gateway
        .services()
        .handle(
            FIND_TYPES,
            (request, context) ->
                Future.succeededFuture(
                    request.after() == null
                        ? new TypesView(List.of(teacher(1)), "9.9", "Teacher")
                        : new TypesView(List.of(type("Zebra", 2, "{}")), "9.9")));

    JsonObject paths = json(gateway.get("/api/docs/swagger.json", null)).getJsonObject("paths");

    assertTrue(paths.containsKey("/api/v1/Teacher") && paths.containsKey("/api/v1/Zebra"));
  }

  @Test
  void followsWhatIsPublished() {
    HttpResponse<String> before = gateway.get("/api/docs/swagger.json", null);
    assertEquals(before.body(), gateway.get("/api/docs/swagger.json", null).body());
    gateway
        .services()
        .answer(
            FIND_TYPES,
            new TypesView(List.of(teacher(1), type("Student", 2, "{\"type\":\"object\"}")), "2.2"));

    HttpResponse<String> after = gateway.get("/api/docs/swagger.json", null);

    assertNotEquals(before.body(), after.body());
    assertTrue(json(after).getJsonObject("paths").containsKey("/api/v1/Student"));
  }

  @Test
  void writesTheDocumentsOncePerChangeOfTypes() {
    String first = gateway.get("/api/docs/openapi.json", null).headers().firstValue("etag").get();
    gateway
        .services()
        .handle(
            FIND_TYPES,
            (request, context) -> {
              assertEquals("1.1", request.known());
              return Future.succeededFuture(new TypesView(List.of(), "1.1"));
            });

    HttpResponse<String> again = gateway.get("/api/docs/openapi.json", null);

    assertEquals(Optional.of(first), again.headers().firstValue("etag"));
    assertTrue(json(again).getJsonObject("paths").containsKey("/api/v1/Teacher"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/docs/swagger.json",
        "/api/docs/openapi.json",
        "/api/docs/",
        "/api/docs/start.js"
      })
  void isSentOnlyToWhomItIsNewAndCompressedToWhomReadsThat(String path) throws IOException {
    HttpResponse<byte[]> plain = gateway.request("GET", path).send(BodyHandlers.ofByteArray());
    HttpResponse<byte[]> compressed =
        gateway
            .request("GET", path)
            .header("accept-encoding", "br, gzip;q=0.8")
            .send(BodyHandlers.ofByteArray());
    String etag = plain.headers().firstValue("etag").orElseThrow();

    HttpResponse<String> known = gateway.request("GET", path).header("if-none-match", etag).send();

    assertEquals(Optional.of("gzip"), compressed.headers().firstValue("content-encoding"));
    assertArrayEquals(
        plain.body(),
        new GZIPInputStream(new ByteArrayInputStream(compressed.body())).readAllBytes());
    assertEquals(Optional.of("accept-encoding"), plain.headers().firstValue("vary"));
    assertTrue(plain.headers().firstValue("content-encoding").isEmpty());
    assertEquals(304, known.statusCode());
    assertEquals("", known.body());
  }

  @Test
  void showsThePageWithNothingFromElsewhere() {
    HttpResponse<String> page = gateway.get("/api/docs/", null);

    assertEquals(200, page.statusCode());
    assertEquals(
        Optional.of("text/html; charset=utf-8"), page.headers().firstValue("content-type"));
    String policy = page.headers().firstValue("content-security-policy").orElseThrow();
    assertTrue(
        policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self';"), policy);
    Matcher reference = Pattern.compile("(?:src|href)=\"([^\"]*)\"").matcher(page.body());
    int files = 0;
    while (reference.find()) {
      String file = reference.group(1);
      assertFalse(file.contains("/"), "relative, so that it works below a prefix: " + file);
      assertEquals(200, gateway.get("/api/docs/" + file, null).statusCode(), file);
      files++;
    }
    assertEquals(5, files);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"index.html", "swagger-initializer.js", "..%2f..%2fapi%2fpage%2fstart.js", "x"})
  void servesNoOtherFile(String file) {
    assertEquals(404, gateway.get("/api/docs/" + file, null).statusCode());
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
                new JsonArray()
                    .add(
                        parameter.getString("type").equals("file")
                            ? "multipart/form-data"
                            : "application/x-www-form-urlencoded"),
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

  private static String name(String method, String path) {
    return method.toUpperCase(Locale.ROOT) + " " + path;
  }

  /** {@code CREATE_ENTITY} is {@code registry.createEntity.v1}. */
  private static String operationId(Field constant) {
    try {
      return ((Operation<?, ?>) constant.get(null)).address().split("\\.")[1];
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
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
        {"type": "object", "required": ["name", "secret-field"], "properties": {
          "name": {"type": "string"}, "secret-field": {"type": "string"}, "born": {"type": ["string", "null"], "format": "date"},
          "home": {"$ref": "#/definitions/Address"}},
         "definitions": {"Address": {"type": "object", "properties": {
          "inside": {"$ref": "#/definitions/Address"}}}}}\
        """);
  }

  private static EntityType type(String name, long revision, String definition) {
    TypeConfig config =
        new TypeConfig(
            List.of("secret-role"),
            null,
            null,
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
            List.of(),
            List.of(),
            null,
            Map.of(),
            true,
            true);
    return new EntityType(name, "schema-1", revision, JsonBytes.of(definition), config);
  }
}
