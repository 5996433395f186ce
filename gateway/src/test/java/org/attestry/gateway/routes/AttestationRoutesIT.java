package org.attestry.gateway.routes;

import static org.attestry.contracts.claims.ClaimsOperations.ADD_CLAIM_NOTE;
import static org.attestry.contracts.claims.ClaimsOperations.ATTEST_CLAIM;
import static org.attestry.contracts.claims.ClaimsOperations.LIST_CLAIMS;
import static org.attestry.contracts.claims.ClaimsOperations.READ_CLAIM;
import static org.attestry.contracts.claims.ClaimsOperations.READ_CLAIM_HISTORY;
import static org.attestry.contracts.claims.ClaimsOperations.WITHDRAW_CLAIM;
import static org.attestry.contracts.credential.CredentialOperations.SIGN_AS_JWT;
import static org.attestry.contracts.credential.CredentialOperations.SIGN_AS_SD_JWT;
import static org.attestry.contracts.registry.AttestationOperations.AUTHORIZE_CALLER;
import static org.attestry.contracts.registry.AttestationOperations.RAISE_ATTESTATION;
import static org.attestry.contracts.registry.AttestationOperations.READ_ATTESTED_DATA;
import static org.attestry.gateway.GatewayServer.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.attestry.contracts.Done;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimView;
import org.attestry.contracts.claims.ClaimsOperations.AddClaimNoteRequest;
import org.attestry.contracts.claims.ClaimsOperations.AttestClaimRequest;
import org.attestry.contracts.claims.ClaimsOperations.AttestedClaim;
import org.attestry.contracts.claims.ClaimsOperations.ClaimHistoryView;
import org.attestry.contracts.claims.ClaimsOperations.ClaimHistoryView.Event;
import org.attestry.contracts.claims.ClaimsOperations.ClaimsView;
import org.attestry.contracts.claims.ClaimsOperations.ListClaimsRequest;
import org.attestry.contracts.claims.ClaimsOperations.ReadClaimRequest;
import org.attestry.contracts.claims.ClaimsOperations.WithdrawClaimRequest;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.credential.CredentialOperations.SignAsJwtRequest;
import org.attestry.contracts.credential.CredentialOperations.SignAsSdJwtRequest;
import org.attestry.contracts.credential.CredentialOperations.SignedJwt;
import org.attestry.contracts.credential.CredentialOperations.SignedSdJwt;
import org.attestry.contracts.registry.AttestationOperations.AttestationReceipt;
import org.attestry.contracts.registry.AttestationOperations.AttestedDataView;
import org.attestry.contracts.registry.AttestationOperations.AuthorizeCallerRequest;
import org.attestry.contracts.registry.AttestationOperations.AuthorizeCallerRequest.Right;
import org.attestry.contracts.registry.AttestationOperations.RaiseAttestationRequest;
import org.attestry.contracts.registry.AttestationOperations.ReadAttestedDataRequest;
import org.attestry.gateway.GatewayServer;
import org.attestry.gateway.http.MediaTypes;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AttestationRoutesIT {

  private static final ClaimView CLAIM =
      new ClaimView(
          "c-1",
          "Student",
          "s-1",
          ClaimStatus.OPEN,
          "a-1",
          "marks",
          false,
          "Teacher",
          JsonBytes.of("{\"marks\":98.50}"),
          null,
          List.of(),
          Instant.parse("2026-11-21T01:02:03.004Z"),
          null,
          null);

  private static final String RAISE =
      "{\"entityName\": \"Student\", \"entityId\": \"s-1\", \"name\": \"marks\"}";

  private static final String DOCUMENT = "Student/s-1/photo/documents/d-1";
  private static final ClaimView.Note NOTE =
      new ClaimView.Note(
          "user-1", Instant.parse("2026-11-21T01:02:03.004Z"), "seen", List.of(DOCUMENT));

  @AutoClose private static GatewayServer gateway;
  private static String token;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer();
    token = gateway.identity().tokenOf("user-1", "Teacher");
    gateway
        .services()
        .answer(RAISE_ATTESTATION, new AttestationReceipt("a-1", "c-1"))
        .answer(ATTEST_CLAIM, new AttestedClaim("c-1", Decision.GRANTED, "PUBLISHED"))
        .answer(WITHDRAW_CLAIM, new AttestedClaim("c-1", Decision.WITHDRAWN, "DRAFT"))
        .answer(READ_CLAIM, CLAIM)
        .answer(ADD_CLAIM_NOTE, NOTE)
        .answer(
            READ_CLAIM_HISTORY,
            new ClaimHistoryView(
                1,
                "00ff",
                List.of(
                    new ClaimHistoryView.Entry(
                        Event.NOTE, NOTE.at(), "user-1", "t-1", null, null, "seen", List.of()))))
        .answer(READ_ATTESTED_DATA, new AttestedDataView(JsonBytes.of("{\"id\":\"urn:uuid:1\"}")))
        .answer(LIST_CLAIMS, new ClaimsView(List.of(CLAIM), 21, 3, "exact", "c"));
  }

  @BeforeEach
  void forget() {
    gateway.services().forget();
  }

  @Test
  void sendsForAttestation() {
    HttpResponse<String> response =
        gateway.post(
            "/api/v1/send",
            token,
            """
            {"entityName": "Student", "entityId": "s-1", "name": "marks",
             "propertiesOSID": {"marks": ["m-1"]}, "additionalInput": {"year": 2026.0}}\
            """);

    assertEquals(200, response.statusCode());
    assertEquals("attestry.registry.send", json(response).getString("id"));
    assertEquals(
        new JsonObject().put("attestationOSID", "a-1"), json(response).getJsonObject("result"));
    assertEquals(
        new RaiseAttestationRequest(
            "Student",
            "s-1",
            "marks",
            JsonBytes.of("{\"marks\": [\"m-1\"]}"),
            JsonBytes.of("{\"year\": 2026.0}")),
        gateway.services().next().request());
  }

  @Test
  void eachLineIsSentForAttestation() {
    HttpResponse<String> response =
        lines(
            "/api/v1/send",
            token,
            """
            {"entityName": "Student", "entityId": "s-1", "name": "marks"}

            {"entityName": "Student", "entityId": "s-2"}
            {"entityName": "Student", "entityId": "s-3", "name": "marks"}
            """);

    assertEquals(200, response.statusCode());
    List<String> replies = response.body().lines().toList();
    assertEquals("{\"line\":1,\"attestationOSID\":\"a-1\"}", replies.get(0));
    assertTrue(
        replies.get(1).startsWith("{\"line\":3,\"error\":{\"code\":\"gateway.body.invalid\""),
        replies.get(1));
    assertEquals("{\"line\":4,\"attestationOSID\":\"a-1\"}", replies.get(2));
    assertEquals(2, gateway.services().requestCount());
  }

  @Test
  void claimsAreDecidedLineByLineAndARefusalEndsNothing() {
    gateway
        .services()
        .handle(
            ATTEST_CLAIM,
            (request, context) ->
                request.claimId().equals("c-1")
                    ? Future.failedFuture(
                        FailureException.of(
                            FailureKind.FORBIDDEN, "claims.attest.forbidden", "No."))
                    : Future.succeededFuture(
                        new AttestedClaim(request.claimId(), Decision.REJECTED, "REJECTED")));
    String body =
        """
        {"claimId": "c-1", "action": "GRANT_CLAIM"}
        {"claimId": "c-2", "action": "REJECT_CLAIM", "notes": "unclear"}
        {"claimId": "c-3"}
        """;

    HttpResponse<String> response = lines("/api/v1/Teacher/claims/attest", token, body);

    List<String> replies = response.body().lines().toList();
    assertEquals(200, response.statusCode());
    assertTrue(replies.get(0).contains("claims.attest.forbidden"), replies.get(0));
    assertEquals(
        "{\"line\":2,\"claimId\":\"c-2\",\"decision\":\"REJECTED\",\"state\":\"REJECTED\"}",
        replies.get(1));
    assertTrue(replies.get(2).contains("gateway.body.invalid"), replies.get(2));
    assertEquals(401, lines("/api/v1/Teacher/claims/attest", null, "no JSON").statusCode());
    gateway
        .services()
        .answer(ATTEST_CLAIM, new AttestedClaim("c-1", Decision.GRANTED, "PUBLISHED"));
  }

  @Test
  void oneClaimIsDecidedWithoutItsIdInThePath() {
    HttpResponse<String> response =
        gateway.post(
            "/api/v1/Teacher/claims/attest",
            token,
            "{\"claimId\": \"c-1\", \"action\": \"GRANT_CLAIM\"}");

    assertEquals(200, response.statusCode());
    assertEquals(
        new AttestClaimRequest("Teacher", "c-1", "GRANT_CLAIM", null),
        gateway.services().next().request());
  }

  @Test
  void eachLineOfABatchHasItsPartOfTheIdempotencyKey() {
    gateway
        .request("POST", "/api/v1/send")
        .token(token)
        .header("content-type", MediaTypes.NDJSON)
        .header("idempotency-key", "k")
        .body(BodyPublishers.ofString(RAISE))
        .send();

    assertEquals("k:1", gateway.services().next().context().idempotencyKey());
  }

  @Test
  void sendMayBeSaidTwice() {
    assertEquals(200, gateway.post("/api/v1/send?send=true", token, RAISE).statusCode());
  }

  private static HttpResponse<String> lines(String path, String bearer, String body) {
    return gateway
        .request("POST", path)
        .token(bearer)
        .header("content-type", MediaTypes.NDJSON)
        .body(BodyPublishers.ofString(body))
        .send();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | required | entityName",
        "{\"entityName\": 1, \"entityId\": \"s\", \"name\": \"n\"} | type | entityName",
        "{\"entityName\": \"\", \"entityId\": \"s\", \"name\": \"n\"} | minLength | entityName",
        "[] | type | ''",
        "\"x\" | type | ''",
      })
  void namesTheFaultOfAnAttestationRequest(String body, String rule, String where) {
    HttpResponse<String> response = gateway.post("/api/v1/send", token, body);

    assertEquals(400, response.statusCode());
    JsonObject violation =
        json(response).getJsonObject("result").getJsonArray("violations").getJsonObject(0);
    assertEquals(rule, violation.getString("rule"), response.body());
    assertTrue(
        (violation.getString("pointer") + violation.getString("message")).contains(where),
        response.body());
    assertEquals(0, gateway.services().requestCount());
  }

  @ParameterizedTest
  @CsvSource({"application/vc+ld+json,application/vc+ld+json", "application/json,application/json"})
  void credentialOfAGrantIsReadByAccept(String accepted, String form) {
    HttpResponse<String> response =
        gateway
            .request("GET", "/api/v1/Student/s-1/attestation/marks/a-1")
            .header("accept", accepted)
            .token(token)
            .send();

    assertEquals(200, response.statusCode());
    assertEquals("{\"id\":\"urn:uuid:1\"}", response.body());
    assertEquals(form, response.headers().firstValue("content-type").orElseThrow());
    assertEquals(
        new ReadAttestedDataRequest("Student", "s-1", "marks", "a-1"),
        gateway.services().next().request());
  }

  @Test
  void credentialOfAGrantIsReadAsAJwt() {
    gateway.services().answer(SIGN_AS_JWT, new SignedJwt("e30.e30.AA"));
    HttpResponse<String> response =
        gateway
            .request("GET", "/api/v1/Student/s-1/attestation/marks/a-1")
            .header("accept", "application/vc+jwt")
            .token(token)
            .send();

    assertEquals("e30.e30.AA", response.body());
    assertEquals("application/vc+jwt", response.headers().firstValue("content-type").orElseThrow());
    gateway.services().next();
    assertEquals(
        new SignAsJwtRequest(JsonBytes.of("{\"id\":\"urn:uuid:1\"}")),
        gateway.services().next().request());
  }

  @Test
  void credentialOfAGrantIsReadAsAnSdJwtBoundToAKey() {
    gateway
        .services()
        .answer(AUTHORIZE_CALLER, Done.DONE)
        .answer(SIGN_AS_SD_JWT, new SignedSdJwt("e30.e30.AA~"));
    HttpResponse<String> response =
        gateway
            .request("GET", "/api/v1/Student/s-1/attestation/marks/a-1")
            .header("accept", "application/dc+sd-jwt")
            .header("holder-key", "e30")
            .token(token)
            .send();

    assertEquals("e30.e30.AA~", response.body());
    assertEquals(
        "application/dc+sd-jwt", response.headers().firstValue("content-type").orElseThrow());
    gateway.services().next();
    assertEquals(
        new AuthorizeCallerRequest("Student", "s-1", Right.HOLD_CREDENTIAL, null),
        gateway.services().next().request());
    assertEquals(
        new SignAsSdJwtRequest(JsonBytes.of("{\"id\":\"urn:uuid:1\"}"), JsonBytes.of("{}")),
        gateway.services().next().request());
    assertEquals(
        new AuthorizeCallerRequest("Student", "s-1", Right.HOLD_CREDENTIAL, null),
        gateway.services().next().request());
  }

  @ParameterizedTest
  @CsvSource({
    "POST,/api/v1/Student/s-1/name?send=true",
    "PUT,/api/v1/Student/s-1?send=true",
    "POST,/api/v1/Student?send=true",
    "POST,/api/v1/Student/invite?send=true",
    "POST,/api/v1/send?send=false",
    "POST,/api/v1/send?send=yes",
  })
  void sendOnARouteThatDoesNotSendIsRefused(String method, String path) {
    HttpResponse<String> response =
        gateway
            .request(method, path)
            .token(token)
            .json(path.startsWith("/api/v1/send") ? RAISE : "{\"name\": \"A\"}")
            .send();

    assertEquals(400, response.statusCode());
    assertTrue(response.body().contains("'send'"), response.body());
    assertEquals(0, gateway.services().requestCount());
  }

  @ParameterizedTest
  @ValueSource(strings = {"policy=studentSchool", "send=false&policy=studentSchool", "policy="})
  void aPolicyIsNamedOnlyWhereThePropertyIsSent(String query) {
    HttpResponse<String> response =
        gateway.put("/api/v1/Student/s-1/name?" + query, token, "\"A\"");

    assertEquals(400, response.statusCode());
    assertEquals("gateway.query", json(response).getJsonObject("params").getString("err"));
    assertTrue(response.body().contains("'policy' goes with send=true"), response.body());
    assertEquals(0, gateway.services().requestCount());
  }

  @Test
  void withdrawsAClaim() {
    HttpResponse<String> response =
        gateway.request("POST", "/api/v1/Student/claims/c-1/withdraw").token(token).send();

    assertEquals(200, response.statusCode());
    assertEquals(
        new JsonObject().put("claimId", "c-1").put("decision", "WITHDRAWN").put("state", "DRAFT"),
        json(response).getJsonObject("result"));
    assertEquals(
        new WithdrawClaimRequest("Student", "c-1", null), gateway.services().next().request());
  }

  @Test
  void withdrawsAClaimWithANoteUnderAKey() {
    HttpResponse<String> response =
        gateway
            .request("POST", "/api/v1/Student/claims/c-1/withdraw")
            .token(token)
            .header("idempotency-key", "k-1")
            .json("{\"notes\": \"a mistake\"}")
            .send();

    assertEquals(200, response.statusCode(), response.body());
    var received = gateway.services().next();
    assertEquals(new WithdrawClaimRequest("Student", "c-1", "a mistake"), received.request());
    assertEquals("k-1", received.context().idempotencyKey());
    assertEquals(
        400,
        gateway.post("/api/v1/Student/claims/c-1/withdraw", token, "{\"note\": 1}").statusCode());
  }

  @Test
  void attestsAClaim() {
    HttpResponse<String> response =
        gateway.post(
            "/api/v1/Teacher/claims/c-1/attest",
            token,
            "{\"action\": \"GRANT_CLAIM\", \"notes\": \"seen\"}");

    assertEquals(200, response.statusCode());
    assertEquals("attestry.registry.attest", json(response).getString("id"));
    assertEquals(
        new JsonObject().put("claimId", "c-1").put("decision", "GRANTED").put("state", "PUBLISHED"),
        json(response).getJsonObject("result"));
    assertEquals(
        new AttestClaimRequest("Teacher", "c-1", "GRANT_CLAIM", "seen"),
        gateway.services().next().request());
  }

  @Test
  void addsANoteToAClaimUnderAKey() {
    HttpResponse<String> response =
        gateway
            .request("POST", "/api/v1/Student/claims/c-1/notes")
            .token(token)
            .header("idempotency-key", "k-1")
            .json("{\"text\": \"seen\", \"documents\": [\"%s\"]}".formatted(DOCUMENT))
            .send();

    assertEquals(200, response.statusCode(), response.body());
    assertEquals("attestry.registry.update", json(response).getString("id"));
    assertEquals("seen", json(response).getJsonObject("result").getString("text"));
    var received = gateway.services().next();
    assertEquals(
        new AddClaimNoteRequest("Student", "c-1", "seen", List.of(DOCUMENT)), received.request());
    assertEquals("k-1", received.context().idempotencyKey());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"text\": \"\"}",
        "{\"text\": 1}",
        "{\"text\": \"a\", \"by\": \"another\"}",
        "{\"text\": \"a\", \"documents\": \"d\"}"
      })
  void refusesANoteThatIsNone(String body) {
    assertEquals(400, gateway.post("/api/v1/Student/claims/c-1/notes", token, body).statusCode());
    assertEquals(0, gateway.services().requestCount());
  }

  @Test
  void readsTheHistoryOfAClaim() {
    JsonObject history = json(gateway.get("/api/v1/Student/claims/c-1/history", token));

    assertEquals(1, history.getInteger("totalCount"));
    assertEquals("00ff", history.getString("propertyDataSha256"));
    assertEquals(
        new JsonObject()
            .put("event", "NOTE")
            .put("at", "2026-11-21T01:02:03.004Z")
            .put("by", "user-1")
            .put("tokenId", "t-1")
            .put("text", "seen")
            .put("documents", new JsonArray()),
        history.getJsonArray("data").getJsonObject(0));
    assertEquals(new ReadClaimRequest("Student", "c-1"), gateway.services().next().request());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"action\": \"APPROVE\"}", "{\"action\": null}"})
  void refusesAnUnknownAction(String body) {
    assertEquals(400, gateway.post("/api/v1/Teacher/claims/c-1/attest", token, body).statusCode());
    assertEquals(0, gateway.services().requestCount());
  }

  @Test
  void readsTheBareClaim() {
    JsonObject claim = json(gateway.get("/api/v1/Student/claims/c-1", token));

    assertEquals("c-1", claim.getString("id"));
    assertEquals("Student", claim.getString("entity"));
    assertEquals("s-1", claim.getString("entityId"));
    assertEquals("OPEN", claim.getString("status"));
    assertEquals("a-1", claim.getString("attestationId"));
    assertEquals("marks", claim.getString("attestationName"));
    assertFalse(claim.getBoolean("closed"));
    assertFalse(claim.containsKey("decision"));
    assertEquals(new ReadClaimRequest("Student", "c-1"), gateway.services().next().request());
  }

  @Test
  void listsClaimsPageByPage() {
    JsonObject claims =
        json(gateway.get("/api/v1/Teacher/claims?page=2&size=10&status=OPEN", token));

    assertEquals(21, claims.getInteger("totalElements"));
    assertEquals(3, claims.getInteger("totalPages"));
    assertEquals("c-1", claims.getJsonArray("content").getJsonObject(0).getString("id"));
    assertEquals(
        new ListClaimsRequest("Teacher", ClaimStatus.OPEN, null, null, null, null, 2, 10, null),
        gateway.services().next().request());
  }

  @Test
  void listsClaimsByFilterAndCursor() {
    JsonObject claims =
        json(
            gateway.get(
                "/api/v1/Teacher/claims?entity=Student&entityId=s-1&attestationName=marks"
                    + "&olderThan=2026-01-31T00:00:00Z&cursor=abc&decision=GRANTED",
                token));

    assertEquals("c", claims.getString("nextCursor"));
    assertEquals("exact", claims.getString("countIs"));
    assertEquals(
        new ListClaimsRequest(
            "Teacher",
            null,
            "Student",
            "s-1",
            "marks",
            Instant.parse("2026-01-31T00:00:00Z"),
            0,
            20,
            "abc",
            Decision.GRANTED),
        gateway.services().next().request());
  }

  @Test
  void olderThanMayBeADurationBeforeNow() {
    assertEquals(7, Duration.between(olderThan("P7D"), olderThan("P0D")).toDays());
  }

  private Instant olderThan(String duration) {
    gateway.get("/api/v1/Teacher/claims?olderThan=" + duration, token);
    return ((ListClaimsRequest) gateway.services().next().request()).olderThan();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "page=-1",
        "size=0",
        "size=1001",
        "size=ten",
        "status=MAYBE",
        "decision=MAYBE",
        "olderThan=yesterday",
        "olderThan=P999999999999999999D",
        "limit=5",
        "sort=createdAt"
      })
  void refusesAnImpossiblePage(String query) {
    assertEquals(400, gateway.get("/api/v1/Teacher/claims?" + query, token).statusCode());
    assertEquals(0, gateway.services().requestCount());
  }
}
