package org.attestry.credential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.attestry.contracts.Caller;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.ContextOperations;
import org.attestry.contracts.credential.ContextOperations.UploadContextRequest;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.ImportRevocationsRequest;
import org.attestry.contracts.credential.CredentialOperations.ImportedRevocations;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.IssuerOperations;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The steps of docs/guides/moving-from-sunbird-rc.md, with credentials that the packages of Sunbird
 * RC 1.x signed (src/test/interop/make-sunbird.cjs).
 */
class SunbirdIT {

  private static final Path GOLDEN = Path.of("src/test/resources/golden/sunbird-rc.json");

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
  void credentialsVerifyOnceTheKeyAndTheContextsAreThere() throws Exception {
    JsonNode named = golden.at("/credentials/with a template context");
    JsonNode nested = golden.at("/credentials/with a nested context");
    assertEquals("proof UNKNOWN key.unknown", first(verify(nested)));

    importKey();
    assertEquals("", first(verify(nested)));
    assertEquals(
        "proof UNKNOWN context.unknown:https://school.example.org/contexts/skill.json",
        first(verify(named)));

    uploadContexts();
    for (JsonNode credential : golden.get("credentials")) {
      assertEquals("", first(verify(credential)));
      ((ObjectNode) credential.get("credentialSubject")).put("name", "Eve");
      assertFalse(verify(credential).verified());
    }
  }

  @Test
  void whatSunbirdRevokedDoesNotVerify() throws Exception {
    importKey();
    uploadContexts();
    String lines =
        StreamSupport.stream(golden.get("credentials").spliterator(), false)
            .limit(3)
            .map(JsonNode::toString)
            .map(text -> Json.object().put("signedData", text).toString())
            .collect(Collectors.joining("\n"));

    for (int i = 0; i < 2; i++) {
      ImportedRevocations done =
          service.request(
              CredentialOperations.IMPORT_REVOCATIONS,
              new ImportRevocationsRequest(lines),
              RunningService.ADMIN);
      assertEquals(i == 0 ? 3 : 0, done.imported());
      assertEquals(List.of(), done.errors());
    }

    for (String revoked :
        List.of("with a template context", "with a nested context", "with an id")) {
      assertEquals(
          "revocation NOK revoked", first(verify(golden.at("/credentials/" + revoked))), revoked);
    }
    assertEquals("", first(verify(golden.at("/credentials/of another person"))));
  }

  private void importKey() throws Exception {
    service.request(
        IssuerOperations.IMPORT_KEY,
        ImportKeyRequest.ofPublicKey(
            golden.get("issuer").textValue(),
            golden.get("verificationMethod").textValue(),
            golden.get("publicKeyPem").textValue(),
            List.of(Json.write(golden.get("inline")))),
        RunningService.ADMIN);
  }

  private void uploadContexts() throws Exception {
    for (Map.Entry<String, JsonNode> context : golden.get("contexts").properties()) {
      service.request(
          ContextOperations.UPLOAD_CONTEXT,
          new UploadContextRequest(
              context.getKey(),
              Json.write(context.getValue()),
              List.of(golden.get("issuer").textValue())),
          RunningService.ADMIN);
    }
  }

  private VerificationView verify(JsonNode credential) throws Exception {
    return service.request(
        CredentialOperations.VERIFY_CREDENTIAL,
        new VerifyCredentialRequest(Json.write(credential)),
        Caller.NOBODY);
  }

  /** The first check that is not OK; empty if the credential is verified. */
  private static String first(VerificationView view) {
    return view.checks().stream()
        .filter(check -> check.reason() != null)
        .map(check -> check.check() + " " + check.status() + " " + check.reason())
        .findFirst()
        .orElse("");
  }
}
