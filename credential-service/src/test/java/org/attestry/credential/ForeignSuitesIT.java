package org.attestry.credential;

import static org.attestry.contracts.credential.CredentialOperations.VERIFY_CREDENTIAL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.KeyPair;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.Caller;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.credential.suite.TestDataIntegrity;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Credentials of trusted issuers with Data Integrity proofs are verified as any other. */
class ForeignSuitesIT {

  private static final List<String> SUITES =
      List.of("Ed25519Signature2020", "eddsa-rdfc-2022", "eddsa-jcs-2022", "ecdsa-rdfc-2019");
  private static final Map<String, KeyPair> KEYS = new LinkedHashMap<>();

  private static RunningService service;

  @BeforeAll
  static void start() throws Exception {
    for (String suite : SUITES) {
      KEYS.put(suite, TestDataIntegrity.keys(suite));
    }
    String[] dids = KEYS.values().stream().map(TestDataIntegrity::didKey).toArray(String[]::new);
    service =
        RunningService.start(
            Map.of(
                "PUBLIC_URL",
                "https://registry.example",
                "TRUSTED_ISSUERS",
                String.join(",", Arrays.asList(dids))));
  }

  @AfterAll
  static void stop() throws Exception {
    service.stop();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Ed25519Signature2020", "eddsa-rdfc-2022", "eddsa-jcs-2022", "ecdsa-rdfc-2019"})
  void verifiesATrustedIssuersProof(String suite) throws Exception {
    ObjectNode credential = credential(suite);
    VerificationView view = verify(credential);
    assertTrue(view.verified(), view::toString);

    ((ObjectNode) credential.get("credentialSubject")).put("urn:name", "Eve");
    assertEquals(
        new Check("proof", Status.NOK, "signature.mismatch"),
        verify(credential).checks().getFirst());
  }

  @Test
  void namesSuitesAndFormsThatItDoesNotVerify() throws Exception {
    ObjectNode credential = credential("eddsa-rdfc-2022");
    ObjectNode proof = (ObjectNode) credential.get("proof");
    proof.put("previousProof", "urn:x");
    assertEquals("form.unsupported:previousProof", verify(credential).checks().getFirst().reason());
    proof.put("cryptosuite", "bbs-2023");
    assertEquals(
        new Check("proof", Status.UNKNOWN, "suite.unsupported:bbs-2023"),
        verify(credential).checks().getFirst());
  }

  @Test
  void verifiesEachProofOfASet() throws Exception {
    ObjectNode credential = credential("ecdsa-rdfc-2019");
    JsonNode first = credential.get("proof");
    credential.putArray("proof").add(first).add(first.deepCopy());
    VerificationView both = verify(credential);
    assertTrue(both.verified(), both::toString);
    assertEquals(2, both.checks().stream().filter(one -> one.check().equals("proof")).count());

    ((ObjectNode) credential.at("/proof/1")).put("created", "2026-01-01T00:00:00Z");
    VerificationView changed = verify(credential);
    assertFalse(changed.verified());
    assertEquals(Status.OK, changed.checks().getFirst().status());
    assertEquals("signature.mismatch", changed.checks().get(1).reason());
  }

  private static ObjectNode credential(String suite) throws Exception {
    KeyPair keys = KEYS.get(suite);
    return TestDataIntegrity.credential(suite, keys, TestDataIntegrity.didKey(keys));
  }

  private static VerificationView verify(JsonNode credential) throws Exception {
    return service.request(
        VERIFY_CREDENTIAL, new VerifyCredentialRequest(Json.write(credential)), Caller.NOBODY);
  }
}
