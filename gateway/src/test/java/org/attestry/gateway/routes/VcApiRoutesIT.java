package org.attestry.gateway.routes;

import static org.attestry.contracts.credential.CredentialOperations.FIND_ISSUED;
import static org.attestry.contracts.credential.CredentialOperations.SIGN_CREDENTIAL;
import static org.attestry.contracts.credential.CredentialOperations.VERIFY_CREDENTIAL;
import static org.attestry.contracts.credential.CredentialOperations.VERIFY_PRESENTATION;
import static org.attestry.contracts.registry.EntityOperations.REINSTATE_CREDENTIAL;
import static org.attestry.contracts.registry.EntityOperations.REVOKE_CREDENTIAL;
import static org.attestry.contracts.registry.EntityOperations.SUSPEND_CREDENTIAL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import org.attestry.contracts.Done;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.IssuedPlace;
import org.attestry.contracts.credential.CredentialOperations.PresentationView;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.SignedCredential;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerifyPresentationRequest;
import org.attestry.contracts.registry.EntityOperations.ReinstateCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.RevokeCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.SuspendCredentialRequest;
import org.attestry.gateway.GatewayServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The W3C's interface of issuers and verifiers. */
class VcApiRoutesIT {

  private static final VerificationView INVALID =
      new VerificationView(
          false,
          List.of(
              new Check("proof", Status.NOK, "signature.mismatch"),
              new Check("expiry", Status.NOK, "expired")));

  @AutoClose private static GatewayServer gateway;
  private static String token;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer();
    token = gateway.identity().tokenOf("user-1");
    VerificationView valid = new VerificationView(true, List.of());
    gateway
        .services()
        .answer(SIGN_CREDENTIAL, new SignedCredential(JsonBytes.of("{\"issuer\":\"did:web:x\"}")))
        .answer(VERIFY_CREDENTIAL, INVALID)
        .answer(
            VERIFY_PRESENTATION,
            new PresentationView(
                false,
                "did:key:z6Mk",
                List.of(new Check("challenge", Status.NOK, "challenge.mismatch")),
                List.of(INVALID, valid)))
        .answer(FIND_ISSUED, new IssuedPlace("Teacher", "t-1"))
        .answer(REVOKE_CREDENTIAL, Done.DONE)
        .answer(SUSPEND_CREDENTIAL, Done.DONE)
        .answer(REINSTATE_CREDENTIAL, Done.DONE);
  }

  @BeforeEach
  void forget() {
    gateway.services().forget();
  }

  @Test
  void issuesACredentialAsItStands() {
    HttpResponse<String> response =
        gateway.post(
            "/credentials/issue", token, "{\"credential\":{\"a\":\"{{b}}\"},\"options\":{}}");

    assertEquals(201, response.statusCode());
    assertEquals("{\"verifiableCredential\":{\"issuer\":\"did:web:x\"}}", response.body());
    assertEquals(
        new SignCredentialRequest(null, null, JsonBytes.of("{\"a\":\"{{b}}\"}")),
        gateway.services().next().request());
  }

  @Test
  void verifiesACredential() {
    HttpResponse<String> response =
        gateway.post(
            "/credentials/verify",
            null,
            "{\"verifiableCredential\":{},\"options\":{\"checks\":[\"proof\"]}}");

    assertEquals(200, response.statusCode());
    assertEquals(
        """
        {"verified":false,"checks":[\
        {"check":"proof","status":"NOK","reason":"signature.mismatch"},\
        {"check":"expiry","status":"NOK","reason":"expired"}],"problemDetails":[\
        {"type":"https://www.w3.org/TR/vc-data-model#CRYPTOGRAPHIC_SECURITY_ERROR",\
        "title":"proof","detail":"signature.mismatch"},\
        {"type":"https://www.w3.org/TR/vc-data-model#RANGE_ERROR",\
        "title":"expiry","detail":"expired"}]}\
        """,
        response.body());
  }

  @Test
  void returnsWhatTheOptionsAskFor() {
    String sent =
        """
        {"validUntil":"2026-01-02T03:04:05Z","proof":{"a":1},\
        "credentialStatus":{"statusPurpose":"message"}}\
        """;
    HttpResponse<String> response =
        gateway.post(
            "/credentials/verify",
            null,
            """
            {"verifiableCredential": %s, "options": {"returnCredential": true,
             "returnProblemDetails": false, "returnResults": true}}
            """
                .formatted(sent));

    assertEquals(200, response.statusCode());
    assertEquals(
        """
        {"verified":false,"checks":[\
        {"check":"proof","status":"NOK","reason":"signature.mismatch"},\
        {"check":"expiry","status":"NOK","reason":"expired"}],"credential":%s,\
        "results":{"validUntil":{"verified":false,"input":"2026-01-02T03:04:05Z"},\
        "credentialStatus":[],"proof":[{"verified":false,"input":{"a":1}}]}}\
        """
            .formatted(sent),
        response.body());
  }

  @Test
  void returnsThePresentationIfAsked() {
    HttpResponse<String> response =
        gateway.post(
            "/presentations/verify",
            null,
            "{\"verifiablePresentation\":{\"p\":1},"
                + "\"options\":{\"returnPresentation\":true,\"returnProblemDetails\":false}}");

    assertEquals(200, response.statusCode());
    assertTrue(
        response.body().startsWith("{\"verified\":false,\"verifiablePresentation\":{\"p\":1},"),
        response.body());
    assertFalse(response.body().contains("INVALID_CHALLENGE_ERROR"), response.body());
  }

  @Test
  void takesTheIdOfACredentialThatIsNotStored() {
    HttpResponse<String> response =
        gateway.post(
            "/credentials/issue",
            token,
            "{\"credential\":{},\"options\":{\"credentialId\":\"urn:uuid:1\"}}");
    assertEquals(201, response.statusCode());
  }

  @Test
  void verifiesACredentialThatIsAText() {
    HttpResponse<String> response =
        gateway.post("/credentials/verify", null, "{\"verifiableCredential\":\"e30.e30.AA~\"}");

    assertEquals(200, response.statusCode());
    assertEquals(
        new VerifyCredentialRequest(JsonBytes.of("\"e30.e30.AA~\"")).checksOnly(),
        gateway.services().next().request());
  }

  @Test
  void verifiesAPresentation() {
    HttpResponse<String> response =
        gateway.post(
            "/presentations/verify",
            null,
            "{\"verifiablePresentation\":{\"p\":1},"
                + "\"options\":{\"challenge\":\"c\",\"domain\":\"d\"}}");

    assertEquals(200, response.statusCode());
    assertTrue(
        response.body().startsWith("{\"verified\":false,\"holder\":\"did:key:z6Mk\",\"checks\":[{"),
        response.body());
    assertTrue(
        response.body().contains("{\"verified\":true,\"checks\":[],\"problemDetails\":[]}"),
        response.body());
    assertTrue(
        response.body().contains("https://w3id.org/security#INVALID_CHALLENGE_ERROR"),
        response.body());
    assertEquals(
        new VerifyPresentationRequest(JsonBytes.of("{\"p\":1}"), "c", "d"),
        gateway.services().next().request());
  }

  @Test
  void aStatusIsThatOfTheEntitysCredential() {
    assertEquals(200, status("revocation", true).statusCode());
    assertEquals(new RevokeCredentialRequest("Teacher", "t-1", "urn:uuid:1"), second());
    assertEquals(200, status("suspension", true).statusCode());
    assertEquals(new SuspendCredentialRequest("Teacher", "t-1", "urn:uuid:1"), second());
    assertEquals(200, status("suspension", false).statusCode());
    assertEquals(new ReinstateCredentialRequest("Teacher", "t-1", "urn:uuid:1"), second());
    HttpResponse<String> until =
        gateway.post(
            "/credentials/status",
            token,
            """
            {"credentialId": "urn:uuid:1", "status": true, "reason": "fee",
             "until": "2027-03-01T00:00:00Z",
             "credentialStatus": {"type": "BitstringStatusListEntry", "statusPurpose": "suspension"}}
            """);
    assertEquals(200, until.statusCode(), until.body());
    assertEquals(
        new SuspendCredentialRequest(
            "Teacher",
            "t-1",
            "urn:uuid:1",
            null,
            null,
            Instant.parse("2027-03-01T00:00:00Z"),
            "fee"),
        second());
    HttpResponse<String> undone = status("revocation", false);
    assertEquals(400, undone.statusCode());
    assertTrue(undone.body().contains("gateway.status.irrevocable"), undone.body());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "/credentials/issue|{}|",
        "/credentials/issue|{\"credential\":\"x\"}|/credential",
        "/credentials/issue|{\"credential\":{},\"options\":{\"a\":1}}|/options/a",
        "/credentials/verify|{}|",
        "/credentials/verify|{\"verifiableCredential\":[]}|/verifiableCredential",
        "/credentials/verify|{\"verifiableCredential\":\"{}\"}|/verifiableCredential",
        "/credentials/verify|{\"verifiableCredential\":{},\"a\":1}|/a",
        "/presentations/verify|{\"verifiablePresentation\":null}|/verifiablePresentation",
        "/presentations/verify|{\"verifiablePresentation\":[\"x\"]}|/verifiablePresentation",
        "/presentations/verify|{\"verifiablePresentation\":{},\"options\":{\"domain\":1}}"
            + "|/options/domain",
        "/credentials/status|{\"credentialId\":\"a\",\"status\":true}|"
      })
  void whatIsMalformedIsRefusedWithItsPlace(String path, String body, String pointer) {
    HttpResponse<String> response = gateway.post(path, token, body);
    assertEquals(400, response.statusCode());
    assertTrue(
        response.body().contains("\"pointer\":\"%s\"".formatted(pointer == null ? "" : pointer)),
        response.body());
  }

  private static Object second() {
    gateway.services().next();
    return gateway.services().next().request();
  }

  private static HttpResponse<String> status(String purpose, boolean status) {
    return gateway.post(
        "/credentials/status",
        token,
        """
        {"credentialId": "urn:uuid:1", "status": %b,
         "credentialStatus": {"type": "BitstringStatusListEntry", "statusPurpose": "%s"}}
        """
            .formatted(status, purpose));
  }
}
