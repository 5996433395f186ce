package org.attestry.gateway.routes;

import static org.attestry.contracts.credential.CredentialOperations.IMPORT_REVOCATIONS;
import static org.attestry.contracts.credential.CredentialOperations.READ_CONTEXT;
import static org.attestry.contracts.credential.CredentialOperations.READ_CREDENTIAL_TYPE;
import static org.attestry.contracts.credential.CredentialOperations.READ_DID_DOCUMENT;
import static org.attestry.contracts.credential.CredentialOperations.READ_JWT_VC_ISSUER;
import static org.attestry.contracts.credential.CredentialOperations.READ_REVOKED;
import static org.attestry.contracts.credential.CredentialOperations.READ_STATUS_LIST;
import static org.attestry.contracts.credential.CredentialOperations.READ_TOKEN_STATUS_LIST;
import static org.attestry.contracts.credential.CredentialOperations.SEARCH_REVOKED;
import static org.attestry.contracts.credential.CredentialOperations.SIGN_CREDENTIAL;
import static org.attestry.contracts.credential.CredentialOperations.VERIFY_CREDENTIAL;
import static org.attestry.contracts.credential.CredentialOperations.VERIFY_ISSUED;
import static org.attestry.contracts.registry.BulkOperations.READ_REVOCATION;
import static org.attestry.contracts.registry.BulkOperations.REVOKE_CREDENTIALS;
import static org.attestry.contracts.registry.EntityOperations.REINSTATE_CREDENTIAL;
import static org.attestry.contracts.registry.EntityOperations.REVOKE_CREDENTIAL;
import static org.attestry.contracts.registry.EntityOperations.SUSPEND_CREDENTIAL;
import static org.attestry.gateway.GatewayServer.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import org.attestry.contracts.Done;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.ImportRevocationsRequest;
import org.attestry.contracts.credential.CredentialOperations.ImportedRevocations;
import org.attestry.contracts.credential.CredentialOperations.IssuedVerification;
import org.attestry.contracts.credential.CredentialOperations.PublicDocument;
import org.attestry.contracts.credential.CredentialOperations.ReadContextRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadCredentialTypeRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadDidDocumentRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadJwtVcIssuerRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadRevokedRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadStatusListRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadTokenStatusListRequest;
import org.attestry.contracts.credential.CredentialOperations.RevokedCredential;
import org.attestry.contracts.credential.CredentialOperations.SearchRevokedRequest;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.SignedCredential;
import org.attestry.contracts.credential.CredentialOperations.SignedJwt;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerifyIssuedRequest;
import org.attestry.contracts.registry.BulkOperations.ReadRevocationRequest;
import org.attestry.contracts.registry.BulkOperations.RevocationView;
import org.attestry.contracts.registry.BulkOperations.RevokeCredentialsRequest;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.contracts.registry.EntityOperations.ReinstateCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.RevokeCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.SuspendCredentialRequest;
import org.attestry.gateway.GatewayServer;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialRoutesIT {

  @AutoClose private static GatewayServer gateway;
  private static String token;

  private static final RevocationView COUNTED =
      new RevocationView(
          "r-1", "PREPARED", "attestation", "licence", 2, 0, 0, Instant.EPOCH, Instant.EPOCH);

  @BeforeAll
  static void start() {
    gateway = new GatewayServer();
    token = gateway.identity().tokenOf("user-1");
    var check = new VerificationView.Check("proof", VerificationView.Status.NOK, "proof.invalid");
    var revoked =
        new RevokedCredential(
            "r-1", "Teacher", "t-1", "urn:uuid:1", "abc", "{}", "user-1", Instant.EPOCH);
    gateway
        .services()
        .answer(SIGN_CREDENTIAL, new SignedCredential(JsonBytes.of("{\"issuer\":\"did:web:x\"}")))
        .answer(
            VERIFY_CREDENTIAL,
            new VerificationView(false, List.of(check), JsonBytes.of("{}"), "Teacher"))
        .answer(
            VERIFY_ISSUED,
            new IssuedVerification(
                new VerificationView(true, List.of()),
                "urn:uuid:1",
                "did:web:x",
                List.of("Diploma"),
                "Teacher",
                "t-1",
                Instant.EPOCH,
                null,
                null))
        .answer(REVOKE_CREDENTIAL, Done.DONE)
        .answer(SUSPEND_CREDENTIAL, Done.DONE)
        .answer(REINSTATE_CREDENTIAL, Done.DONE)
        .answer(REVOKE_CREDENTIALS, COUNTED)
        .answer(READ_REVOCATION, COUNTED)
        .answer(READ_CONTEXT, new PublicDocument(JsonBytes.of("{\"@context\":{}}")))
        .answer(READ_CREDENTIAL_TYPE, new PublicDocument(JsonBytes.of("{\"vct\":\"x\"}")))
        .answer(READ_TOKEN_STATUS_LIST, new SignedJwt("e30.e30.AA"))
        .answer(READ_STATUS_LIST, new PublicDocument(JsonBytes.of("{\"id\":\"list\"}")))
        .answer(READ_DID_DOCUMENT, new PublicDocument(JsonBytes.of("{\"id\":\"did:web:x\"}")))
        .answer(READ_JWT_VC_ISSUER, new PublicDocument(JsonBytes.of("{\"issuer\":\"did:web:x\"}")))
        .answer(READ_REVOKED, revoked)
        .answer(
            SEARCH_REVOKED, new EntitiesView(2L, "exact", List.of(Json.write(revoked)), "1", null))
        .answer(IMPORT_REVOCATIONS, new ImportedRevocations(2, 1, 1, 0, List.of(), 0));
  }

  @BeforeEach
  void forget() {
    gateway.services().forget();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"data\": {\"n\": 1.50}, \"credentialTemplate\": {\"type\": []}}",
        "{\"id\": \"sign\", \"request\": {\"data\": {\"n\": 1.50}, \"credentialTemplate\":"
            + " {\"type\": []}}}"
      })
  void signsInBothForms(String body) {
    HttpResponse<String> response = gateway.post("/utils/sign", token, body);

    assertEquals(200, response.statusCode());
    assertEquals("attestry.utils.sign", json(response).getString("id"));
    assertEquals(
        new JsonObject().put("issuer", "did:web:x"), json(response).getJsonObject("result"));
    assertEquals(
        new SignCredentialRequest(JsonBytes.of("{\"n\": 1.50}"), JsonBytes.of("{\"type\": []}")),
        gateway.services().next().request());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{\"data\": {}}", "{\"request\": {\"data\": {}}}", "{\"request\": 1}", "[]"})
  void refusesToSignAnIncompleteRequest(String body) {
    assertEquals(400, gateway.post("/utils/sign", token, body).statusCode());
    assertEquals(0, gateway.services().requestCount());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/v1/verify", "/utils/verify"})
  void verifiesWithoutATokenAndRespondsWithoutEnvelope(String path) {
    HttpResponse<String> response =
        gateway.post(path, null, "{\"signedCredentials\": {\"id\": \"x\"}}");

    assertEquals(200, response.statusCode());
    assertEquals(
        new JsonObject()
            .put("verified", false)
            .put(
                "checks",
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("check", "proof")
                            .put("status", "NOK")
                            .put("reason", "proof.invalid"))),
        json(response));
    assertEquals(
        new VerifyCredentialRequest(JsonBytes.of("{\"id\": \"x\"}")).checksOnly(),
        gateway.services().next().request());
  }

  @Test
  void verifiesByIdAndSaysNothingElse() {
    HttpResponse<String> response = gateway.get("/api/v1/verify/urn:uuid:1%2F2", null);

    assertEquals(
        new JsonObject().put("verified", true).put("checks", new JsonArray()), json(response));
    assertEquals(new VerifyIssuedRequest("urn:uuid:1/2"), gateway.services().next().request());
  }

  @Test
  void leavesCredentialsThatAreTextsToTheService() {
    String body = "{\"signedCredentials\": \"eyJhbGciOiJFUzI1NiJ9.e30.c2ln\"}";

    assertEquals(200, gateway.post("/utils/verify", null, body).statusCode());
    assertEquals(
        new VerifyCredentialRequest(JsonBytes.of("\"eyJhbGciOiJFUzI1NiJ9.e30.c2ln\"")).checksOnly(),
        gateway.services().next().request());
    assertEquals(400, gateway.post("/utils/verify", null, "{}").statusCode());
  }

  @Test
  void revokesWithAndWithoutABody() {
    HttpResponse<String> without =
        gateway.request("POST", "/api/v1/Teacher/t-1/revoke").token(token).send();
    HttpResponse<String> with = gateway.post("/api/v1/Teacher/t-1/revoke", token, "{}");

    assertEquals(200, with.statusCode());
    assertEquals("attestry.utils.revoke", json(without).getString("id"));
    assertFalse(json(without).containsKey("result"));
    assertEquals(
        new RevokeCredentialRequest("Teacher", "t-1"), gateway.services().next().request());
  }

  @Test
  void suspendsAndReinstates() {
    HttpResponse<String> suspended = gateway.post("/api/v1/Teacher/t-1/suspend", token, "{}");
    assertEquals("attestry.utils.suspend", json(suspended).getString("id"));
    assertEquals(
        new SuspendCredentialRequest("Teacher", "t-1"), gateway.services().next().request());
    HttpResponse<String> reinstated = gateway.post("/api/v1/Teacher/t-1/reinstate", token, "{}");
    assertEquals("attestry.utils.reinstate", json(reinstated).getString("id"));
    assertEquals(
        new ReinstateCredentialRequest("Teacher", "t-1"), gateway.services().next().request());
  }

  @Test
  void changesTheStatusOfACredentialOfAnAttestationWithReasonAndEnd() {
    String attestation = "/api/v1/Teacher/t-1/attestation/licence/a-1/";
    gateway.post(
        attestation + "suspend",
        token,
        "{\"reason\": \"fee\", \"until\": \"2027-03-01T02:00:00+02:00\"}");
    assertEquals(
        new SuspendCredentialRequest(
            "Teacher", "t-1", null, "licence", "a-1", Instant.parse("2027-03-01T00:00:00Z"), "fee"),
        gateway.services().next().request());
    gateway.post(attestation + "reinstate", token, "{\"reason\": \"paid\"}");
    assertEquals(
        new ReinstateCredentialRequest("Teacher", "t-1", null, "licence", "a-1", "paid"),
        gateway.services().next().request());
    gateway.post(attestation + "revoke", token, "{\"reason\": \"fraud\"}");
    assertEquals(
        new RevokeCredentialRequest("Teacher", "t-1", null, "licence", "a-1", "fraud"),
        gateway.services().next().request());
  }

  @Test
  void revokesByAFilterWhatWasCounted() {
    HttpResponse<String> counted =
        gateway.post(
            "/api/v1/Teacher/revoke",
            token,
            "{\"credentials\":\"attestation\",\"policy\":\"licence\",\"filters\":{\"a\":{\"eq\":1.0}}}");
    assertEquals("attestry.utils.revoke", json(counted).getString("id"));
    assertEquals(2, json(counted).getJsonObject("result").getInteger("count"));
    assertEquals(
        new RevokeCredentialsRequest(
            "Teacher",
            null,
            null,
            "attestation",
            "licence",
            JsonBytes.of("{\"a\":{\"eq\":1.0}}"),
            null),
        gateway.services().next().request());
    gateway.post(
        "/api/v1/Teacher/revoke", token, "{\"id\":\"r-1\",\"dryRun\":false,\"reason\":\"r\"}");
    assertEquals(
        new RevokeCredentialsRequest("Teacher", "r-1", false, null, null, null, "r"),
        gateway.services().next().request());
    assertEquals(
        "PREPARED", json(gateway.get("/api/v1/Teacher/revoke/r-1", token)).getString("state"));
    assertEquals(new ReadRevocationRequest("Teacher", "r-1"), gateway.services().next().request());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "suspend|{\"until\": \"next month\"}|/until",
        "suspend|{\"until\": 5}|/until",
        "suspend|{\"untill\": \"2027-03-01T00:00:00Z\"}|/untill",
        "reinstate|{\"until\": \"2027-03-01T00:00:00Z\"}|/until",
        "revoke|{\"reason\": \"\"}|/reason"
      })
  void aMalformedChangeOfStatusIsRefusedWithItsPlace(String change, String body, String pointer) {
    HttpResponse<String> refused = gateway.post("/api/v1/Teacher/t-1/" + change, token, body);
    assertEquals(400, refused.statusCode());
    assertTrue(refused.body().contains(pointer), refused.body());
  }

  @Test
  void readsAContextThatMayBeKeptForever() {
    HttpResponse<String> response = gateway.get("/contexts/abc123", null);

    assertEquals("{\"@context\":{}}", response.body());
    assertEquals(
        "application/ld+json", response.headers().firstValue("content-type").orElseThrow());
    assertTrue(response.headers().firstValue("cache-control").orElseThrow().contains("immutable"));
    assertEquals(new ReadContextRequest("abc123"), gateway.services().next().request());
  }

  @Test
  void readsAStatusListThatIsRevalidatedByItsEtag() {
    HttpResponse<String> list = gateway.get("/status-lists/7/revocation", null);
    String etag = list.headers().firstValue("etag").orElseThrow();

    assertEquals("{\"id\":\"list\"}", list.body());
    assertEquals("application/vc", list.headers().firstValue("content-type").orElseThrow());
    assertEquals("no-cache", list.headers().firstValue("cache-control").orElseThrow());
    assertEquals(new ReadStatusListRequest("7", "revocation"), gateway.services().next().request());
    HttpResponse<String> json =
        gateway
            .request("GET", "/status-lists/7/revocation")
            .header("accept", "application/json")
            .header("if-none-match", "\"other\"")
            .send();
    assertEquals("application/json", json.headers().firstValue("content-type").orElseThrow());
    HttpResponse<String> unchanged =
        gateway.request("GET", "/status-lists/7/revocation").header("if-none-match", etag).send();
    assertEquals(304, unchanged.statusCode());
  }

  @Test
  void readsATokenStatusListThatIsRevalidatedByItsEtag() {
    HttpResponse<String> list = gateway.get("/token-status-lists/7", null);
    String etag = list.headers().firstValue("etag").orElseThrow();

    assertEquals("e30.e30.AA", list.body());
    assertEquals(
        "application/statuslist+jwt", list.headers().firstValue("content-type").orElseThrow());
    assertEquals("no-cache", list.headers().firstValue("cache-control").orElseThrow());
    assertEquals(new ReadTokenStatusListRequest("7"), gateway.services().next().request());
    HttpResponse<String> unchanged =
        gateway.request("GET", "/token-status-lists/7").header("if-none-match", etag).send();
    assertEquals(304, unchanged.statusCode());
  }

  @Test
  void readsTheMetadataOfTypesThatAreRevalidatedByTheirEtag() {
    HttpResponse<String> ofEntities = gateway.get("/credential-types/Student", null);
    HttpResponse<String> ofPolicy = gateway.get("/credential-types/Student/a%20%C3%BC", null);

    assertEquals("{\"vct\":\"x\"}", ofEntities.body());
    assertEquals("application/json", ofEntities.headers().firstValue("content-type").orElseThrow());
    assertEquals("no-cache", ofEntities.headers().firstValue("cache-control").orElseThrow());
    assertTrue(ofPolicy.headers().firstValue("etag").isPresent());
    assertEquals(
        new ReadCredentialTypeRequest("Student", null), gateway.services().next().request());
    assertEquals(
        new ReadCredentialTypeRequest("Student", "a ü"), gateway.services().next().request());
  }

  @Test
  void pagesOfAnyOriginMayReadWhatIsPublic() {
    for (String path :
        List.of(
            "/status-lists/7/revocation",
            "/token-status-lists/7",
            "/credential-types/Student",
            "/contexts/abc",
            "/.well-known/jwt-vc-issuer",
            "/.well-known/did.json")) {
      HttpResponse<String> read =
          gateway.request("GET", path).header("origin", "https://verifier.example").send();
      assertEquals("*", read.headers().firstValue("access-control-allow-origin").orElseThrow());
    }
    HttpResponse<String> other =
        gateway
            .request("GET", "/api/v1/RevokedCredential")
            .header("origin", "https://verifier.example")
            .send();
    assertTrue(other.headers().firstValue("access-control-allow-origin").isEmpty());
  }

  @Test
  void readsDidDocuments() {
    gateway.get("/.well-known/did.json", null);
    HttpResponse<String> named = gateway.get("/issuers/school/did.json", null);

    assertEquals("{\"id\":\"did:web:x\"}", named.body());
    assertEquals(
        new ReadDidDocumentRequest(null, gateway.host()), gateway.services().next().request());
    assertEquals(
        new ReadDidDocumentRequest("school", gateway.host()), gateway.services().next().request());
  }

  @Test
  void readsTheMetadataOfIssuersOfJwts() {
    gateway.get("/.well-known/jwt-vc-issuer", null);
    HttpResponse<String> named = gateway.get("/.well-known/jwt-vc-issuer/issuers/school", null);

    assertEquals("{\"issuer\":\"did:web:x\"}", named.body());
    assertEquals(
        new ReadJwtVcIssuerRequest(null, gateway.host()), gateway.services().next().request());
    assertEquals(
        new ReadJwtVcIssuerRequest("school", gateway.host()), gateway.services().next().request());
  }

  @Test
  void didDocumentsAreRevalidated() {
    HttpResponse<String> first = gateway.get("/.well-known/did.json", null);
    String etag = first.headers().firstValue("etag").orElseThrow();
    assertEquals("no-cache", first.headers().firstValue("cache-control").orElseThrow());

    HttpResponse<String> again =
        gateway.request("GET", "/.well-known/did.json").header("if-none-match", etag).send();
    assertEquals(304, again.statusCode());
    assertEquals("", again.body());
  }

  @Test
  void readsARevokedCredential() {
    HttpResponse<String> response = gateway.get("/api/v1/RevokedCredential/r-1", token);

    assertEquals("urn:uuid:1", json(response).getString("credentialId"));
    assertEquals(new ReadRevokedRequest("r-1"), gateway.services().next().request());
  }

  @Test
  void searchesRevokedCredentialsInBothForms() {
    String query = "{\"filters\":{\"entity\":{\"eq\":\"Teacher\"}},\"limit\":1}";
    JsonObject found = json(gateway.post("/api/v1/RevokedCredential/search", token, query));

    assertEquals(2, found.getInteger("totalCount"));
    assertEquals(
        "urn:uuid:1", found.getJsonArray("data").getJsonObject(0).getString("credentialId"));
    assertEquals(
        new SearchRevokedRequest(JsonBytes.of(query)), gateway.services().next().request());
    String next = found.getString("nextPage");
    assertTrue(next.startsWith("/api/v1/RevokedCredential/search?search="), next);
    assertEquals(200, gateway.get(next, token).statusCode());
    assertEquals(
        new JsonObject(query).put("cursor", "1"),
        new JsonObject(
            ((SearchRevokedRequest) gateway.services().next().request()).query().text()));
  }

  @Test
  void listsRevokedCredentials() {
    JsonObject page =
        json(
            gateway.get("/api/v1/RevokedCredential?entityId=t-1&limit=1&sort=-osCreatedAt", token));

    assertEquals(
        new JsonObject()
            .put("limit", "1")
            .put("sort", new JsonArray().add("-osCreatedAt"))
            .put("filters", new JsonObject().put("entityId", new JsonObject().put("eq", "t-1"))),
        new JsonObject(
            ((SearchRevokedRequest) gateway.services().next().request()).query().text()));
    assertEquals(1, page.getJsonArray("data").size());
    assertEquals(
        "/api/v1/RevokedCredential?entityId=t-1&limit=1&sort=-osCreatedAt&cursor=1",
        page.getString("nextPage"));
    assertEquals(400, gateway.get("/api/v1/RevokedCredential?entity=t-1", token).statusCode());
  }

  @Test
  void takesRevocationsAsLines() {
    String lines = "{\"credentialId\":\"urn:a\"}\r\n\n{\"credentialId\":\"ü\"}\n";
    JsonObject done = json(importing(BodyPublishers.ofString(lines), "application/x-ndjson"));

    assertEquals(2, done.getJsonObject("result").getInteger("rows"));
    assertEquals(lines, ((ImportRevocationsRequest) gateway.services().next().request()).lines());
    BodyPublisher other = BodyPublishers.ofByteArray(new byte[] {(byte) 0xC3, '(', '\n'});
    assertEquals(400, importing(other, "application/x-ndjson").statusCode());
    assertEquals(415, importing(BodyPublishers.ofString("{}"), "application/json").statusCode());
  }

  private HttpResponse<String> importing(BodyPublisher lines, String contentType) {
    return gateway
        .request("POST", "/api/v1/RevokedCredential/import")
        .token(token)
        .header("content-type", contentType)
        .body(lines)
        .send();
  }
}
