package org.attestry.credential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.AdoptCredentialsRequest;
import org.attestry.contracts.credential.CredentialOperations.AdoptCredentialsRequest.FormerCredential;
import org.attestry.contracts.credential.CredentialOperations.AdoptedCredentials.Adopted;
import org.attestry.contracts.credential.CredentialOperations.ImportRevocationsRequest;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.IssuerOperations;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Facts;
import org.attestry.testkit.Calls;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Credentials of entities that a Sunbird RC 2.0.3 signed behind certificate-signer 1.x. */
class AdoptCredentialsIT {

  private static final Path GOLDEN = Path.of("src/test/resources/golden/sunbird-rc-2.0.3.json");

  private RunningService service;
  private JsonNode golden;

  @BeforeEach
  void start() throws Exception {
    service = RunningService.start(Map.of("PUBLIC_URL", "http://localhost:8081"));
    golden = Json.read(JsonBytes.of(Files.readAllBytes(GOLDEN)));
  }

  @AfterEach
  void stop() throws Exception {
    service.stop();
  }

  @Test
  void onlyACredentialThatVerifiesUnderAnImportedKeyIsTaken() throws Exception {
    Adopted before = adopt(credential(0)).getFirst();
    assertNull(before.credentialId());
    assertTrue(before.refusal().contains("key.unknown"), before.refusal());

    importKeys();
    List<Adopted> taken = adopt(credential(0), attested(), forged());

    assertTrue(taken.get(0).credentialId().startsWith("urn:sha256:"));
    assertFalse(taken.get(0).revoked());
    assertNull(taken.get(0).refusal());
    assertNotNull(taken.get(1).credentialId());
    assertNull(taken.get(2).credentialId());
    assertTrue(taken.get(2).refusal().contains("proof"), taken.get(2).refusal());
    assertEquals(taken.subList(0, 2), adopt(credential(0), attested()));
  }

  @Test
  void credentialOfOneEntityIsNotThatOfAnother() throws Exception {
    importKeys();
    adopt(credential(0));
    FormerCredential own = credential(0);

    Adopted other =
        adopt(new FormerCredential(own.entityType(), id(1), null, own.credential())).getFirst();

    assertEquals("Another record, or another policy, has this credential.", other.refusal());
  }

  @Test
  void adoptedCredentialIsRevokedAsEveryOther() throws Exception {
    importKeys();
    FormerCredential one = credential(0);
    Adopted taken = adopt(one).getFirst();
    assertTrue(verify(one).verified());

    CredentialWithdrawn withdrawn =
        new CredentialWithdrawn(
            one.entityType(),
            one.entityId(),
            taken.credentialId(),
            Sha256.hex(one.credential().text()),
            "admin",
            CredentialWithdrawn.Reason.REVOKED);
    service.request(
        Fact.deliveryTo("credential"),
        Facts.of(RegistryFacts.CREDENTIAL_WITHDRAWN, one.entityId(), withdrawn, Calls.byNobody()),
        Caller.NOBODY);

    assertFalse(verify(one).verified());
    assertTrue(adopt(one).getFirst().revoked());
    assertTrue(verify(credential(1)).verified());
  }

  @Test
  void importedRevocationRevokesWhatIsAdoptedBeforeAndAfter() throws Exception {
    importKeys();
    FormerCredential before = credential(0);
    adopt(before);

    revoke(before);
    revoke(credential(1));

    assertTrue(adopt(before).getFirst().revoked());
    assertTrue(adopt(credential(1)).getFirst().revoked());
    assertFalse(verify(before).verified());
    assertFalse(verify(credential(1)).verified());
    assertFalse(adopt(credential(2)).getFirst().revoked());
  }

  @Test
  void contextsOfFurtherImportsAreAdded() throws Exception {
    importKey(contexts(credential(0)));
    importKey(contexts(attested()));

    assertTrue(verify(credential(0)).verified());
    assertTrue(verify(attested()).verified());
  }

  @Test
  void whatIsNoContextOfACredentialIsNotPinned() throws Exception {
    JsonBytes contexts = contexts(credential(0));
    for (JsonBytes wrong :
        List.of(
            JsonBytes.of("\"https://www.w3.org/2018/credentials/v1\""),
            JsonBytes.of("[\"https://www.w3.org/2018/credentials/v1\"]"),
            credential(0).credential())) {
      FailureException refused =
          assertThrows(FailureException.class, () -> importKey(contexts, wrong));
      assertEquals("/contexts/1", refused.failure().violations().getFirst().pointer());
    }
  }

  private void importKeys() throws Exception {
    importKey(contexts(credential(0)), contexts(attested()));
  }

  private void importKey(JsonBytes... contexts) throws Exception {
    service.request(
        IssuerOperations.IMPORT_KEY,
        ImportKeyRequest.ofPublicKey(
            golden.get("issuer").textValue(),
            golden.get("verificationMethod").textValue(),
            golden.get("publicKeyPem").textValue(),
            List.of(contexts)),
        RunningService.ADMIN);
  }

  private static JsonBytes contexts(FormerCredential of) {
    return Json.write(Json.read(of.credential()).get("@context"));
  }

  private String id(int place) {
    return golden.at("/credentials/%d/entityId".formatted(place)).textValue();
  }

  private FormerCredential credential(int place) {
    JsonNode one = golden.at("/credentials/" + place);
    return new FormerCredential(
        "TrainingCertificate", id(place), null, JsonBytes.of(one.get("credential").textValue()));
  }

  private FormerCredential attested() {
    JsonNode one = golden.at("/attested/0");
    return new FormerCredential(
        "Student",
        one.get("entityId").textValue(),
        one.get("attestation").textValue(),
        JsonBytes.of(one.get("credential").textValue()));
  }

  private FormerCredential forged() {
    ObjectNode forged = (ObjectNode) Json.read(credential(1).credential());
    forged.withObject("/credentialSubject").put("name", "Eve");
    return new FormerCredential("TrainingCertificate", id(1), null, Json.write(forged));
  }

  private List<Adopted> adopt(FormerCredential... credentials) throws Exception {
    return new ArrayList<>(
        service
            .request(
                CredentialOperations.ADOPT_CREDENTIALS,
                new AdoptCredentialsRequest(List.of(credentials)),
                RunningService.ADMIN)
            .credentials());
  }

  private void revoke(FormerCredential one) throws Exception {
    String line = Json.object().put("signedData", one.credential().text()).toString();
    assertEquals(
        1,
        service
            .request(
                CredentialOperations.IMPORT_REVOCATIONS,
                new ImportRevocationsRequest(line),
                RunningService.ADMIN)
            .imported());
  }

  private VerificationView verify(FormerCredential one) throws Exception {
    return service.request(
        CredentialOperations.VERIFY_CREDENTIAL,
        new VerifyCredentialRequest(one.credential()),
        Caller.NOBODY);
  }
}
