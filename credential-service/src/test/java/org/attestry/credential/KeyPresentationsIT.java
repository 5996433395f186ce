package org.attestry.credential;

import static org.attestry.credential.WalletService.BASE;
import static org.attestry.credential.WalletService.LDP;
import static org.attestry.credential.WalletService.SD_JWT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.KeyPair;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.contracts.credential.WalletOperations;
import org.attestry.contracts.credential.WalletOperations.AccessToken;
import org.attestry.contracts.credential.WalletOperations.ReadIssuerMetadataRequest;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.credential.suite.TestDataIntegrity;
import org.attestry.credential.suite.TestPresentations;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Wallets prove keys by presentations ({@code di_vp}, OpenID4VCI 1.0, appendix F.2). */
class KeyPresentationsIT {

  private static final KeyPair HOLDER = TestDataIntegrity.keys(TestPresentations.SUITE);
  private static final String DID = TestDataIntegrity.didKey(HOLDER);
  private static WalletService wallets;

  private final String entityId = UUID.randomUUID().toString();

  @BeforeAll
  static void start() throws Exception {
    wallets = new WalletService(Map.of());
  }

  @AfterAll
  static void stop() throws Exception {
    wallets.stop();
  }

  @BeforeEach
  void issue() throws Exception {
    wallets.ownedBy("owner");
    wallets.issue(entityId);
  }

  @Test
  void theMetadataListTheSuites() throws Exception {
    WalletReply reply =
        wallets
            .service()
            .request(
                WalletOperations.READ_ISSUER_METADATA,
                new ReadIssuerMetadataRequest(null, false),
                Caller.NOBODY);
    JsonNode all = Json.read(reply.body()).get("credential_configurations_supported");

    assertEquals(
        Json.read("[\"eddsa-rdfc-2022\", \"eddsa-jcs-2022\", \"ecdsa-rdfc-2019\"]"),
        all.get(LDP).at("/proof_types_supported/di_vp/proof_signing_alg_values_supported"));
    assertTrue(all.get(SD_JWT).at("/proof_types_supported/di_vp").isMissingNode());
  }

  @Test
  void aKeyIsProvenByAPresentationOfEitherSuite() throws Exception {
    for (ObjectNode proof :
        List.of(
            TestPresentations.signedJson(own(), HOLDER, options(wallets.nonce(), BASE)),
            TestPresentations.signed(own(), List.of(), HOLDER, options(wallets.nonce(), BASE)))) {
      WalletReply reply = copies(wallets.token(entityId), LDP, proof);

      assertEquals(200, reply.status(), () -> reply.body().text());
      JsonNode copy = Json.read(reply.body()).at("/credentials/0/credential");
      assertEquals(DID, copy.at("/credentialSubject/id").textValue());
      assertTrue(wallets.verify(copy).verified());
    }
  }

  @Test
  void theProofMayStandInAList() throws Exception {
    ObjectNode proof = signed(own(), options(wallets.nonce(), BASE));
    JsonNode one = proof.get("proof");
    proof.putArray("proof").add(one);

    assertEquals(200, copies(wallets.token(entityId), LDP, proof).status());
    proof.withArray("proof").add(one);
    assertEquals("invalid_proof", error(copies(wallets.token(entityId), LDP, proof)));
  }

  @Test
  void severalKeysGetACopyEach() throws Exception {
    KeyPair other = TestDataIntegrity.keys(TestPresentations.SUITE);
    String nonce = wallets.nonce();
    ObjectNode one = signed(own(), options(nonce, BASE));
    ObjectNode two =
        TestPresentations.signedJson(
            TestPresentations.of(null, List.of()), other, options(nonce, BASE));

    WalletReply reply = copies(wallets.token(entityId), LDP, one, two);

    assertEquals(200, reply.status(), () -> reply.body().text());
    JsonNode credentials = Json.read(reply.body()).get("credentials");
    assertEquals(
        List.of(DID, TestDataIntegrity.didKey(other)),
        List.of(
            credentials.at("/0/credential/credentialSubject/id").textValue(),
            credentials.at("/1/credential/credentialSubject/id").textValue()));
  }

  @Test
  void aNonceIsUsedOnce() throws Exception {
    String nonce = wallets.nonce();
    ObjectNode proof = signed(own(), options(nonce, BASE));
    assertEquals(200, copies(wallets.token(entityId), LDP, proof).status());

    assertEquals("invalid_nonce", error(copies(wallets.token(entityId), LDP, proof)));
    ObjectNode another = signed(own().put("id", "urn:another"), options(nonce, BASE));
    assertEquals("invalid_nonce", error(copies(wallets.token(entityId), LDP, another)));
    ObjectNode foreign = signed(own(), options("A".repeat(64), BASE));
    assertEquals("invalid_nonce", error(copies(wallets.token(entityId), LDP, foreign)));
  }

  @Test
  void onlyAProofOfTheKeyForThisIssuerIsAccepted() throws Exception {
    String token = wallets.token(entityId);
    String nonce = wallets.nonce();
    String next = wallets.nonce();
    ObjectNode exchanged = signed(own(), options(nonce, BASE));
    ((ObjectNode) exchanged.get("proof")).put("challenge", next);
    ObjectNode changed = signed(own(), options(nonce, BASE)).put("id", "urn:changed");
    KeyPair other = TestDataIntegrity.keys(TestPresentations.SUITE);
    ObjectNode stolen = TestPresentations.signedJson(own(), other, options(nonce, BASE));
    JsonNode credential = wallets.copy(entityId, LDP);
    for (ObjectNode wrong :
        List.of(
            exchanged,
            changed,
            stolen,
            signed(own(), options(nonce, "https://other.example")),
            signed(own(), Json.object().put("challenge", nonce)),
            signed(own(), Json.object().put("domain", BASE)),
            signed(own(), options(nonce, BASE).put("proofPurpose", "assertionMethod")),
            signed(own(), options(nonce, BASE).put("cryptosuite", "bbs-2023")),
            signed(own(), options(nonce, BASE).put("verificationMethod", "did:web:a.example#k")),
            signed(own(), options(nonce, BASE).put("verificationMethod", DID)),
            signed(TestPresentations.of(DID, List.of(credential)), options(nonce, BASE)),
            own(),
            Json.object())) {
      assertEquals("invalid_proof", error(copies(token, LDP, wrong)), wrong::toString);
    }
    ObjectNode right = signed(own(), options(nonce, BASE));
    assertEquals("invalid_proof", error(copies(token, SD_JWT, right)));
    assertEquals("invalid_proof", error(copies(token, LDP, right, right)));
    assertEquals("invalid_proof", error(copies(token, LDP, own().put("a", "x".repeat(8_000)))));
    assertEquals(200, copies(token, LDP, right).status());
  }

  private static ObjectNode own() {
    return TestPresentations.of(DID, List.of());
  }

  private static ObjectNode options(String nonce, String domain) {
    return Json.object().put("challenge", nonce).put("domain", domain);
  }

  private static ObjectNode signed(ObjectNode presentation, ObjectNode options) {
    return TestPresentations.signedJson(presentation, HOLDER, options);
  }

  private static WalletReply copies(String token, String configuration, ObjectNode... proofs)
      throws Exception {
    return wallets.copies(
        new AccessToken("Bearer", token, List.of()),
        Json.write(
            Map.of(
                "credential_configuration_id",
                configuration,
                "proofs",
                Map.of("di_vp", List.of(proofs)))));
  }

  private static String error(WalletReply reply) {
    assertTrue(reply.status() >= 400, () -> reply.body().text());
    return Json.read(reply.body()).get("error").textValue();
  }
}
