package org.attestry.credential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Fact;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadDidDocumentRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadStatusListRequest;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Facts;
import org.attestry.testkit.Calls;
import org.attestry.testkit.servers.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was signed under a former public address stays valid under a new one. */
class FormerAddressIT {

  private static final String FORMER = "https://old.example:8443";
  private static final String PRESENT = "https://new.example";
  private static final String TEMPLATE =
      """
      {
        "@context": ["https://www.w3.org/2018/credentials/v1"],
        "type": ["VerifiableCredential"],
        "issuanceDate": "2026-01-02T03:04:05Z",
        "credentialSubject": {"type": "Person", "name": "Ada"}
      }
      """;

  private final String entityId = UUID.randomUUID().toString();

  /**
   * @param stored whether the database knows the former address; one that was made before addresses
   *     were stored knows none
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void credentialsOfAFormerAddressStayValid(boolean stored) throws Exception {
    TestDatabase database = RunningService.migratedDatabase();
    JsonNode earlier = issuedAt(database, FORMER);
    if (!stored) {
      database.execute("DELETE FROM public_address");
    }

    RunningService service = start(database, PRESENT, FORMER);
    try {
      assertTrue(verify(service, earlier).verified(), () -> verify(service, earlier).toString());
      JsonNode later = issue(service);
      assertTrue(verify(service, later).verified());
      assertEquals("did:web:new.example", later.get("issuer").textValue());
      assertTrue(list(later).startsWith(PRESENT + "/status-lists/"), list(later));
      assertNotEquals(number(list(earlier)), number(list(later)));
      for (JsonNode credential : new JsonNode[] {earlier, later}) {
        JsonNode list = readList(service, number(list(credential)));
        assertEquals(list(credential), list.get("id").textValue());
        assertEquals(credential.get("issuer"), list.get("issuer"));
      }

      revoke(service, earlier);

      assertFalse(verify(service, earlier).verified());
      assertTrue(verify(service, later).verified());
    } finally {
      service.stop();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"old.example:8443", "OLD.example:8443"})
  void theFormerHostHasTheDocumentOfItsIssuer(String host) throws Exception {
    TestDatabase database = RunningService.migratedDatabase();
    issuedAt(database, FORMER);
    RunningService service = start(database, PRESENT, FORMER);
    try {
      assertEquals("did:web:old.example%3A8443", did(service, host));
      assertEquals("did:web:new.example", did(service, "new.example"));
      assertEquals("did:web:new.example", did(service, "elsewhere.example"));
      assertEquals("did:web:new.example", did(service, null));
    } finally {
      service.stop();
    }
  }

  private JsonNode issuedAt(TestDatabase database, String address) throws Exception {
    RunningService service = start(database, address, "");
    try {
      return issue(service);
    } finally {
      service.stop();
    }
  }

  private static RunningService start(TestDatabase database, String address, String former)
      throws Exception {
    Map<String, String> settings = new HashMap<>();
    settings.put("PUBLIC_URL", address);
    settings.put("PUBLIC_URL_FORMER", former);
    return RunningService.start(database, settings);
  }

  private JsonNode issue(RunningService service) throws Exception {
    return Json.read(
        service
            .request(
                CredentialOperations.ISSUE_CREDENTIAL,
                new IssueCredentialRequest(
                    "Student", entityId, null, JsonBytes.of(TEMPLATE), JsonBytes.of("{}")),
                Caller.NOBODY)
            .credential());
  }

  private static VerificationView verify(RunningService service, JsonNode credential) {
    try {
      return service.request(
          CredentialOperations.VERIFY_CREDENTIAL,
          new VerifyCredentialRequest(Json.write(credential)),
          Caller.NOBODY);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private void revoke(RunningService service, JsonNode credential) throws Exception {
    service.request(
        Fact.deliveryTo("credential"),
        Facts.of(
            RegistryFacts.CREDENTIAL_WITHDRAWN,
            entityId,
            new CredentialWithdrawn(
                "Student",
                entityId,
                credential.get("id").textValue(),
                null,
                "u",
                CredentialWithdrawn.Reason.REVOKED),
            Calls.byNobody()),
        Caller.NOBODY);
  }

  private static String did(RunningService service, String host) throws Exception {
    return Json.read(
            service
                .request(
                    CredentialOperations.READ_DID_DOCUMENT,
                    new ReadDidDocumentRequest(null, host),
                    Caller.NOBODY)
                .document())
        .get("id")
        .textValue();
  }

  private static JsonNode readList(RunningService service, String number) throws Exception {
    return Json.read(
        service
            .request(
                CredentialOperations.READ_STATUS_LIST,
                new ReadStatusListRequest(number, "revocation"),
                Caller.NOBODY)
            .document());
  }

  private static String list(JsonNode credential) {
    return credential.at("/credentialStatus/0/statusListCredential").textValue();
  }

  private static String number(String list) {
    return list.split("/")[4];
  }
}
