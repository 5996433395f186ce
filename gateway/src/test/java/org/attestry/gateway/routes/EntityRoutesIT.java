package org.attestry.gateway.routes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.attestry.contracts.credential.CertificateOperations.RENDER_CERTIFICATE;
import static org.attestry.contracts.credential.CredentialOperations.SIGN_AS_JWT;
import static org.attestry.contracts.credential.CredentialOperations.SIGN_AS_SD_JWT;
import static org.attestry.contracts.registry.AttestationOperations.AUTHORIZE_CALLER;
import static org.attestry.contracts.registry.EntityOperations.CHANGE_OWNERS;
import static org.attestry.contracts.registry.EntityOperations.CREATE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.DELETE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.INVITE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.LIST_ENTITIES;
import static org.attestry.contracts.registry.EntityOperations.READ_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.READ_HISTORY;
import static org.attestry.contracts.registry.EntityOperations.REPLACE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.SEARCH_ENTITIES;
import static org.attestry.contracts.schema.SchemaOperations.READ_TYPE;
import static org.attestry.gateway.GatewayServer.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.attestry.contracts.Done;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CertificateOperations.RenderCertificateRequest;
import org.attestry.contracts.credential.CertificateOperations.RenderedCertificate;
import org.attestry.contracts.credential.CredentialOperations.SignAsJwtRequest;
import org.attestry.contracts.credential.CredentialOperations.SignAsSdJwtRequest;
import org.attestry.contracts.credential.CredentialOperations.SignedJwt;
import org.attestry.contracts.credential.CredentialOperations.SignedSdJwt;
import org.attestry.contracts.registry.AttestationOperations.AuthorizeCallerRequest;
import org.attestry.contracts.registry.AttestationOperations.AuthorizeCallerRequest.Right;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.contracts.registry.EntityOperations.ChangeOwnersRequest;
import org.attestry.contracts.registry.EntityOperations.CreateEntityRequest;
import org.attestry.contracts.registry.EntityOperations.DeleteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.EntityView;
import org.attestry.contracts.registry.EntityOperations.HistoryView;
import org.attestry.contracts.registry.EntityOperations.InviteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.ListEntitiesRequest;
import org.attestry.contracts.registry.EntityOperations.ReadEntityRequest;
import org.attestry.contracts.registry.EntityOperations.ReadHistoryRequest;
import org.attestry.contracts.registry.EntityOperations.ReplaceEntityRequest;
import org.attestry.contracts.registry.EntityOperations.SearchEntitiesRequest;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.gateway.GatewayServer;
import org.attestry.gateway.Services.ReceivedRequest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntityRoutesIT {

  /** {@code {"kty":"OKP"}} in base64url. */
  private static final String HOLDER_KEY = "eyJrdHkiOiJPS1AifQ";

  private static final String ENTITY = "{\"osid\":\"t-1\",\"big\":12345678901234567890.10}";

  private static final EntityType TEACHER =
      new EntityType(
          "Teacher",
          "s-1",
          1,
          JsonBytes.of("{}"),
          new TypeConfig(
              List.of(),
              null,
              null,
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              null,
              Map.of("card", "html:1"),
              true,
              true));

  private static final EntitiesView LISTED =
      new EntitiesView(7L, "exact", List.of(JsonBytes.of("{\"osid\":\"t\"}")), null, null);

  @AutoClose private static GatewayServer gateway;
  private static String token;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer();
    token = gateway.identity().tokenOf("user-7", "Student", "admin");
    gateway
        .services()
        .answer(CREATE_ENTITY, new EntityReceipt("Teacher", "t-1", 1))
        .answer(INVITE_ENTITY, new EntityReceipt("Teacher", "t-2", 1))
        .answer(READ_ENTITY, new EntityView(JsonBytes.of(ENTITY), 3, null))
        .answer(REPLACE_ENTITY, new EntityReceipt("Teacher", "t-1", 4))
        .answer(DELETE_ENTITY, Done.DONE)
        .answer(LIST_ENTITIES, LISTED)
        .answer(
            SEARCH_ENTITIES,
            new EntitiesView(1L, "exact", List.of(JsonBytes.of("{\"osid\":\"t\"}")), null, null));
  }

  @BeforeEach
  void forget() {
    gateway.services().forget();
  }

  @Test
  void createsAndReturnsTheOsidInAnEnvelope() {
    HttpResponse<String> response = gateway.post("/api/v1/Teacher", token, "{\"name\": \"Asha\"}");

    assertEquals(200, response.statusCode());
    assertEnvelope(json(response), "attestry.registry.create");
    assertEquals(
        "t-1", json(response).getJsonObject("result").getJsonObject("Teacher").getString("osid"));
    assertEquals("/api/v1/Teacher/t-1", response.headers().firstValue("location").orElseThrow());
    assertEquals("\"1\"", response.headers().firstValue("etag").orElseThrow());
    ReceivedRequest received = gateway.services().next();
    assertEquals(
        new CreateEntityRequest("Teacher", JsonBytes.of("{\"name\": \"Asha\"}")),
        received.request());
    assertEquals("user-7", received.context().caller().userId());
    assertEquals(Set.of("Student", "admin"), received.context().caller().roles());
    assertTrue(received.context().caller().admin());
  }

  @Test
  void invitesWithoutATokenAndLeavesTheDecisionToTheService() {
    HttpResponse<String> response = gateway.post("/api/v1/Teacher/invite", null, "{}");

    assertEquals(200, response.statusCode());
    assertEnvelope(json(response), "attestry.registry.invite");
    ReceivedRequest received = gateway.services().next();
    assertEquals(new InviteEntityRequest("Teacher", JsonBytes.of("{}")), received.request());
    assertFalse(received.context().caller().known());
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/vc+ld+json", "application/vc+jwt", "application/pdf"})
  void saysThatACredentialIsNotSignedYet(String form) {
    replyToReadsPending(FailureKind.UNAVAILABLE, "registry.credential.pending");
    HttpResponse<String> pending = read(form);
    HttpResponse<String> plain = read("application/json");
    replyToReadsPending(FailureKind.UNPROCESSABLE, "registry.credential.refused");
    HttpResponse<String> refused = read(form);
    replyToReads(ENTITY);

    assertEquals(503, pending.statusCode());
    assertTrue(pending.headers().firstValue("retry-after").isPresent());
    assertEquals("registry.credential.pending", code(pending));
    assertEquals(200, plain.statusCode());
    assertEquals(ENTITY, plain.body());
    assertEquals(422, refused.statusCode());
    assertEquals("registry.credential.refused", code(refused));
  }

  @Test
  void readsTheCredentialWhenTheClientAcceptsIt() {
    String credential = "{\\\"id\\\":\\\"urn:c\\\"}";
    replyToReads("{\"_osSignedData\":\"%s\"}".formatted(credential));
    HttpResponse<String> response = readCredential();
    replyToReads("{\"_osSignedData\":\"\"}");
    int revoked = readCredential().statusCode();
    replyToReads("{}");
    int none = readCredential().statusCode();
    replyToReads(ENTITY);

    assertEquals("{\"id\":\"urn:c\"}", response.body());
    assertEquals(
        "application/vc+ld+json", response.headers().firstValue("content-type").orElseThrow());
    assertEquals(410, revoked);
    assertEquals(404, none);
  }

  @Test
  void readsTheCredentialAsAJwtWhenTheClientPrefersIt() {
    gateway.services().answer(SIGN_AS_JWT, new SignedJwt("e30.e30.AA"));
    replyToReads("{\"_osSignedData\":\"{ \\\"id\\\": 1}\"}");
    HttpResponse<String> response = read("application/vc+jwt, application/vc+ld+json;q=0.5");
    replyToReads("{\"_osSignedData\":\"\"}");
    int revoked = read("application/vc+jwt").statusCode();
    replyToReads("{}");
    int none = read("application/vc+jwt").statusCode();
    replyToReads(ENTITY);

    assertEquals(200, response.statusCode(), response.body());
    assertEquals("e30.e30.AA", response.body());
    assertEquals("application/vc+jwt", response.headers().firstValue("content-type").orElseThrow());
    gateway.services().next();
    assertEquals(
        new SignAsJwtRequest(JsonBytes.of("{ \"id\": 1}")), gateway.services().next().request());
    assertEquals(410, revoked);
    assertEquals(404, none);
  }

  @Test
  void readsTheCredentialAsAnSdJwtWhenTheClientPrefersIt() {
    gateway.services().answer(SIGN_AS_SD_JWT, new SignedSdJwt("e30.e30.AA~WyJh~"));
    replyToReads("{\"_osSignedData\":\"{ \\\"id\\\": 1}\"}");
    HttpResponse<String> response = read("application/vc+jwt;q=0.5, application/dc+sd-jwt");
    replyToReads("{\"_osSignedData\":\"\"}");
    int revoked = read("application/dc+sd-jwt").statusCode();
    replyToReads("{}");
    int none = read("application/dc+sd-jwt").statusCode();
    replyToReads(ENTITY);

    assertEquals("e30.e30.AA~WyJh~", response.body());
    assertEquals(
        "application/dc+sd-jwt", response.headers().firstValue("content-type").orElseThrow());
    assertEquals("accept, holder-key", response.headers().firstValue("vary").orElseThrow());
    gateway.services().next();
    assertEquals(
        new SignAsSdJwtRequest(JsonBytes.of("{ \"id\": 1}"), null),
        gateway.services().next().request());
    assertEquals(410, revoked);
    assertEquals(404, none);
  }

  @Test
  void whoMayHoldTheCredentialHasItBoundToAKey() {
    gateway
        .services()
        .answer(AUTHORIZE_CALLER, Done.DONE)
        .answer(SIGN_AS_SD_JWT, new SignedSdJwt("e30.e30.AA~"));
    replyToReads("{\"_osSignedData\":\"{}\"}");
    HttpResponse<String> response = readWithKey("application/dc+sd-jwt", HOLDER_KEY);
    replyToReads(ENTITY);

    assertEquals(200, response.statusCode(), response.body());
    gateway.services().next();
    assertEquals(
        new AuthorizeCallerRequest("Teacher", "t-1", Right.HOLD_CREDENTIAL, null),
        gateway.services().next().request());
    assertEquals(
        new SignAsSdJwtRequest(JsonBytes.of("{}"), JsonBytes.of("{\"kty\":\"OKP\"}")),
        gateway.services().next().request());
    assertEquals(
        new AuthorizeCallerRequest("Teacher", "t-1", Right.HOLD_CREDENTIAL, null),
        gateway.services().next().request());
  }

  @Test
  void whoMayNotHoldTheCredentialHasItBoundToNoKey() {
    Failure denied = Failure.of(FailureKind.FORBIDDEN, "registry.access.denied", "Not yours.");
    gateway
        .services()
        .handle(AUTHORIZE_CALLER, (request, context) -> Future.failedFuture(denied.exception()));
    replyToReads("{\"_osSignedData\":\"{}\"}");
    HttpResponse<String> response = readWithKey("application/dc+sd-jwt", HOLDER_KEY);
    replyToReads(ENTITY);

    assertEquals(403, response.statusCode(), response.body());
    assertEquals(2, gateway.services().requestCount());
  }

  @Test
  void whoStoppedHoldingTheCredentialMeanwhileGetsNoForm() {
    Failure denied = Failure.of(FailureKind.FORBIDDEN, "registry.access.denied", "Not yours.");
    AtomicBoolean signed = new AtomicBoolean();
    gateway
        .services()
        .handle(
            AUTHORIZE_CALLER,
            (request, context) ->
                signed.get()
                    ? Future.failedFuture(denied.exception())
                    : Future.succeededFuture(Done.DONE))
        .handle(
            SIGN_AS_SD_JWT,
            (request, context) -> {
              signed.set(true);
              return Future.succeededFuture(new SignedSdJwt("e30.e30.AA~"));
            });
    replyToReads("{\"_osSignedData\":\"{}\"}");
    HttpResponse<String> response = readWithKey("application/dc+sd-jwt", HOLDER_KEY);
    replyToReads(ENTITY);

    assertEquals(403, response.statusCode(), response.body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "!", "e30=.", "bm8", "eyJhIjoxLCJhIjoyfQ", "_w", "W", "e30 e30"})
  void refusesAHoldersKeyThatIsNoJson(String key) {
    replyToReads("{\"_osSignedData\":\"{}\"}");
    HttpResponse<String> response = readWithKey("application/dc+sd-jwt", key);
    replyToReads(ENTITY);

    assertEquals(400, response.statusCode(), response.body());
    assertEquals("gateway.header", json(response).getJsonObject("params").getString("err"));
    assertTrue(response.body().contains("holder-key"), response.body());
    assertEquals(1, gateway.services().requestCount());
  }

  @Test
  void refusesSeveralKeysOfAHolder() {
    replyToReads("{\"_osSignedData\":\"{}\"}");
    HttpResponse<String> response =
        gateway
            .request("GET", "/api/v1/Teacher/t-1")
            .token(token)
            .header("accept", "application/dc+sd-jwt")
            .header("holder-key", HOLDER_KEY)
            .header("holder-key", HOLDER_KEY)
            .send();
    replyToReads(ENTITY);

    assertEquals(400, response.statusCode(), response.body());
    assertTrue(response.body().contains("once"), response.body());
  }

  @Test
  void refusesALongHoldersKey() {
    replyToReads("{\"_osSignedData\":\"{}\"}");
    HttpResponse<String> response = readWithKey("application/dc+sd-jwt", "A".repeat(4_001));
    replyToReads(ENTITY);

    assertEquals(400, response.statusCode(), response.body());
    assertTrue(response.body().contains("4000"), response.body());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"application/json", "application/vc+jwt", "application/vc+ld+json", "text/html"})
  void onlyAnSdJwtHasAKeyOfItsHolder(String accept) {
    replyToReads("{\"_osSignedData\":\"{}\"}");
    HttpResponse<String> response = readWithKey(accept, HOLDER_KEY);
    replyToReads(ENTITY);

    assertEquals(400, response.statusCode(), response.body());
    assertTrue(response.body().contains("application/dc+sd-jwt"), response.body());
  }

  private static HttpResponse<String> readWithKey(String accept, String key) {
    return gateway
        .request("GET", "/api/v1/Teacher/t-1")
        .token(token)
        .header("accept", accept)
        .header("holder-key", key)
        .send();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          application/json, application/vc+ld+json;q=0.5       | application/json
          application/vc+ld+json;q=0.5, application/json;q=0.9 | application/json
          application/vc+ld+json;q=0, */*                      | application/json
          application/vc+ld+json;q=0.9, application/json;q=0.8 | application/vc+ld+json
          application/vc+ld+json, application/json             | application/vc+ld+json
          application/dc+sd-jwt;q=0.4, application/json;q=0.5  | application/json
          application/dc+sd-jwt;q=0, application/vc+ld+json    | application/vc+ld+json
          APPLICATION/VC+LD+JSON ; Q=1.0, */*;q=0.1            | application/vc+ld+json
          """)
  void readsTheFormThatTheClientLikesBetter(String accept, String form) {
    replyToReads("{\"_osSignedData\":\"{}\"}");
    HttpResponse<String> response = read(accept);
    replyToReads(ENTITY);

    assertEquals(form, response.headers().firstValue("content-type").orElseThrow());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          text/html,application/xhtml+xml;q=0.9,*/*;q=0.8 | text/html       | text/html; charset=utf-8
          application/pdf                                 | application/pdf | application/pdf
          image/svg+xml                                   | image/svg+xml   | image/svg+xml
          """)
  void readsTheCertificateOfWhatTheCallerSees(String accept, String form, String sent) {
    gateway
        .services()
        .answer(READ_TYPE, TEACHER)
        .answer(RENDER_CERTIFICATE, new RenderedCertificate("drawn".getBytes(UTF_8), form));
    replyToReads("{\"_osSignedData\":\"{}\",\"name\":\"Ada\"}");
    HttpResponse<String> response = read(accept);
    replyToReads(ENTITY);

    assertEquals(200, response.statusCode(), response.body());
    assertEquals("drawn", response.body());
    assertEquals(sent, response.headers().firstValue("content-type").orElseThrow());
    assertTrue(
        response
            .headers()
            .firstValue("content-security-policy")
            .orElseThrow()
            .startsWith("default-src 'none'; style-src 'unsafe-inline'; img-src data:"));
    gateway.services().next();
    gateway.services().next();
    RenderCertificateRequest request =
        (RenderCertificateRequest) gateway.services().next().request();
    assertEquals(form, request.mediaType());
    assertEquals("{}", request.credential());
    assertEquals("{\"_osSignedData\":\"{}\",\"name\":\"Ada\"}", request.entity().text());
  }

  @Test
  void aTemplateIsChosenForCertificatesAlone() {
    gateway
        .services()
        .answer(READ_TYPE, TEACHER)
        .answer(RENDER_CERTIFICATE, new RenderedCertificate(new byte[0], "text/html"));
    HttpResponse<String> json = readWith("application/json", "card");
    assertEquals(400, json.statusCode());
    assertTrue(json.body().contains("application/pdf"), json.body());
    gateway.services().forget();

    assertEquals(200, readWith("text/*", "card").statusCode());
    gateway.services().next();
    gateway.services().next();
    RenderCertificateRequest request =
        (RenderCertificateRequest) gateway.services().next().request();
    assertEquals("card", request.templateKey());
    assertEquals("hi, en;q=0.5", request.languages());
    assertEquals(TEACHER.config().certificateTemplates(), request.templates());
  }

  private static HttpResponse<String> readWith(String accept, String key) {
    return gateway
        .request("GET", "/api/v1/Teacher/t-1")
        .token(token)
        .header("accept", accept)
        .header("template-key", key)
        .header("accept-language", "hi, en;q=0.5")
        .send();
  }

  private static HttpResponse<String> readCredential() {
    return read("application/vc+ld+json");
  }

  private static HttpResponse<String> read(String accept) {
    return gateway
        .request("GET", "/api/v1/Teacher/t-1")
        .token(token)
        .header("accept", accept)
        .send();
  }

  private static void replyToReads(String entity) {
    gateway.services().answer(READ_ENTITY, new EntityView(JsonBytes.of(entity), 3, null));
  }

  private static void replyToReadsPending(FailureKind kind, String code) {
    Failure pending = Failure.of(kind, code, "Not now.");
    gateway.services().answer(READ_ENTITY, new EntityView(JsonBytes.of(ENTITY), 3, pending));
  }

  private static String code(HttpResponse<String> response) {
    return json(response).getJsonObject("params").getString("err");
  }

  @Test
  void readsTheBareEntityAsTheServiceWroteIt() {
    HttpResponse<String> response = gateway.get("/api/v1/Teacher/t-1", token);

    assertEquals(ENTITY, response.body());
    assertEquals("\"3\"", response.headers().firstValue("etag").orElseThrow());
    assertEquals("application/json", response.headers().firstValue("content-type").orElseThrow());
    assertEquals(new ReadEntityRequest("Teacher", "t-1"), gateway.services().next().request());
  }

  @Test
  void replacesTheVersionThatIfMatchNames() {
    HttpResponse<String> response =
        gateway
            .request("PUT", "/api/v1/Teacher/t-1")
            .token(token)
            .header("if-match", "\"3\"")
            .json("{\"a\":1}")
            .send();

    assertEquals(200, response.statusCode());
    assertEnvelope(json(response), "attestry.registry.update");
    assertFalse(json(response).containsKey("result"));
    assertEquals("\"4\"", response.headers().firstValue("etag").orElseThrow());
    assertEquals(
        new ReplaceEntityRequest("Teacher", "t-1", JsonBytes.of("{\"a\":1}"), 3L),
        gateway.services().next().request());
  }

  @Test
  void anyVersionWillDoWhereIfMatchIsAStar() {
    assertEquals(200, deletion(" * ").statusCode());

    assertEquals(
        new DeleteEntityRequest("Teacher", "t-1", null), gateway.services().next().request());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"W/\"3\"", "\"3\", \"4\"", "\"x\"", "3", "\"\"", "", "\"-1\"", "\"3", "*, \"3\""})
  void refusesAnIfMatchThatWeNeverGave(String header) {
    HttpResponse<String> response = deletion(header);

    assertEquals(412, response.statusCode());
    assertEquals("gateway.if-match", json(response).getJsonObject("params").getString("err"));
    assertEquals(0, gateway.services().requestCount());
  }

  private static HttpResponse<String> deletion(String ifMatch) {
    return gateway
        .request("DELETE", "/api/v1/Teacher/t-1")
        .token(token)
        .header("if-match", ifMatch)
        .send();
  }

  @Test
  void deletesWithABlankResponse() {
    HttpResponse<String> response =
        gateway.request("DELETE", "/api/v1/Teacher/t-1").token(token).send();

    assertEquals(200, response.statusCode());
    assertEquals("", response.body());
    assertEquals(
        new DeleteEntityRequest("Teacher", "t-1", null), gateway.services().next().request());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/v1/Teacher/t-1", "/api/v1/Teacher"})
  void acceptingJsonLdMeansTheJsonForms(String path) {
    HttpResponse<String> response =
        gateway.request("GET", path).token(token).header("accept", "application/ld+json").send();

    assertEquals(200, response.statusCode());
    assertEquals("application/json", response.headers().firstValue("content-type").orElseThrow());
    assertEquals(gateway.get(path, token).body(), response.body());
    assertEquals(
        406,
        gateway
            .request("GET", "/api/docs/")
            .header("accept", "application/ld+json")
            .send()
            .statusCode());
  }

  @Test
  void listsAsAPageThatASearchHas() {
    JsonObject page = json(gateway.get("/api/v1/Teacher?limit=5&offset=10", token));

    assertEquals(new JsonArray().add(new JsonObject().put("osid", "t")), page.getJsonArray("data"));
    assertEquals(7, page.getInteger("totalCount"));
    assertFalse(page.containsKey("nextPage"));
    assertEquals(
        new ListEntitiesRequest("Teacher", 5, 10, List.of(), null),
        gateway.services().next().request());
  }

  @Test
  void theNextPageOfAListIsAtTheAddressInTheResponse() {
    EntitiesView first = new EntitiesView(7L, "exact", List.of(), "c.1/+", "p.1");
    gateway.services().answer(LIST_ENTITIES, first);

    JsonObject page = json(gateway.get("/api/v1/Teacher?sort=-name,age&offset=3", token));
    gateway.get(page.getString("nextPage"), token);

    assertEquals("/api/v1/Teacher?limit=20&sort=-name,age&cursor=p.1", page.getString("prevPage"));
    gateway.services().next();
    assertEquals(
        new ListEntitiesRequest("Teacher", 20, 0, List.of("-name", "age"), "c.1/+"),
        gateway.services().next().request());
    gateway.services().answer(LIST_ENTITIES, LISTED);
  }

  @Test
  void passesTheIdempotencyKeyOnWhereItIsHonoured() {
    assertEquals(200, creation().header("idempotency-key", "k/1~!\"").send().statusCode());
    assertEquals("k/1~!\"", gateway.services().next().context().idempotencyKey());
    gateway
        .request("PUT", "/api/v1/Teacher/t-1")
        .token(token)
        .header("idempotency-key", "k-1")
        .json("{}")
        .send();
    assertNull(gateway.services().next().context().idempotencyKey());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "two words", "a\tb"})
  void refusesWhatIsNoIdempotencyKey(String key) {
    HttpResponse<String> response = creation().header("idempotency-key", key).send();

    assertEquals(400, response.statusCode());
    assertEquals(
        "gateway.idempotency-key", json(response).getJsonObject("params").getString("err"));
    assertEquals(0, gateway.services().requestCount());
  }

  @Test
  void refusesAnIdempotencyKeyThatIsTooLongOrSentTwice() {
    assertEquals(400, creation().header("idempotency-key", "k".repeat(256)).send().statusCode());
    assertEquals(
        400,
        creation()
            .header("idempotency-key", "k-1")
            .header("idempotency-key", "k-2")
            .send()
            .statusCode());
    assertEquals(200, creation().header("idempotency-key", "k".repeat(255)).send().statusCode());
  }

  private static GatewayServer.Request creation() {
    return gateway.request("POST", "/api/v1/Teacher").token(token).json("{}");
  }

  @Test
  void readsTheHistoryWithEveryDigit() {
    Instant at = Instant.parse("2026-11-21T01:02:03.004Z");
    var change = new HistoryView.Change("/marks", JsonBytes.of("null"), JsonBytes.of("98.50"));
    var entry = new HistoryView.Entry(2, "changeProperty", at, "u-1", List.of(change));
    gateway.services().answer(READ_HISTORY, new HistoryView(7, List.of(entry)));

    HttpResponse<String> response = gateway.get("/api/v1/Teacher/t-1/history?limit=1", token);

    assertEquals(
        "{\"totalCount\":7,\"data\":[{\"version\":2,\"operation\":\"changeProperty\","
            + "\"at\":\"2026-11-21T01:02:03.004Z\",\"by\":\"u-1\","
            + "\"changes\":[{\"pointer\":\"/marks\",\"from\":null,\"to\":98.50}]}]}",
        response.body());
    assertEquals(
        new ReadHistoryRequest("Teacher", "t-1", 1, 0), gateway.services().next().request());
  }

  @Test
  void changesTheOwnersOfAnEntity() {
    gateway.services().answer(CHANGE_OWNERS, new EntityReceipt("Teacher", "t-1", 5));

    HttpResponse<String> response =
        gateway
            .request("PUT", "/api/v1/Teacher/t-1/osOwner")
            .token(token)
            .header("if-match", "\"4\"")
            .json("{\"osOwner\": [\"u-2\"], \"userId\": \"+49151\"}")
            .send();

    assertEquals(200, response.statusCode());
    assertEquals("\"5\"", response.headers().firstValue("etag").orElseThrow());
    assertEquals(
        new ChangeOwnersRequest("Teacher", "t-1", List.of("u-2"), "+49151", null, 4L),
        gateway.services().next().request());
    for (String wrong : List.of("{\"osOwner\": \"u-2\"}", "{\"owner\": \"u-2\"}", "[]")) {
      HttpResponse<String> refused =
          gateway.request("PUT", "/api/v1/Teacher/t-1/osOwner").token(token).json(wrong).send();
      assertEquals(400, refused.statusCode(), wrong);
    }
  }

  @Test
  void searchesByBodyAndByAddress() {
    String query = "{\"filters\":{\"name\":{\"eq\":\"Ä\"}}}";
    String encoded =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(query.getBytes(StandardCharsets.UTF_8));

    HttpResponse<String> byBody = gateway.post("/api/v1/Teacher/search", token, query);
    HttpResponse<String> byAddress = gateway.get("/api/v1/Teacher/search?search=" + encoded, token);

    assertEquals(byBody.body(), byAddress.body());
    assertEquals(1, json(byBody).getInteger("totalCount"));
    assertEquals("t", json(byBody).getJsonArray("data").getJsonObject(0).getString("osid"));
    var expected = new SearchEntitiesRequest("Teacher", JsonBytes.of(query));
    assertEquals(expected, gateway.services().next().request());
    assertEquals(expected, gateway.services().next().request());
  }

  private static void assertEnvelope(JsonObject envelope, String id) {
    assertEquals(id, envelope.getString("id"));
    assertEquals("1.0", envelope.getString("ver"));
    assertTrue(envelope.getLong("ets") > 1_700_000_000_000L, "milliseconds since 1970");
    JsonObject params = envelope.getJsonObject("params");
    assertEquals("", params.getString("resmsgid"));
    assertEquals(params.getString("msgid"), UUID.fromString(params.getString("msgid")).toString());
    assertEquals("", params.getString("err"));
    assertEquals("SUCCESSFUL", params.getString("status"));
    assertEquals("", params.getString("errmsg"));
    assertEquals("OK", envelope.getString("responseCode"));
  }
}
