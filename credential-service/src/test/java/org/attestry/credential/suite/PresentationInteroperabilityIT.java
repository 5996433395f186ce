package org.attestry.credential.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.KeyPair;
import java.security.interfaces.ECPrivateKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.credential.Budgets;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.SigningTime;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.Proofs.Presentation;
import org.attestry.credential.proof.Proofs.Presented;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Presentations that jsonld-signatures 11 signs for holders verify here, over credentials of both
 * data models and of every suite; changed ones do not.
 */
class PresentationInteroperabilityIT {

  private static final String V1 = "https://www.w3.org/2018/credentials/v1";
  private static final String V2 = "https://www.w3.org/ns/credentials/v2";

  private final ProofSuites proofs = TestProofs.at("http://localhost:8081");

  @ParameterizedTest
  @ValueSource(
      strings = {"Ed25519Signature2020", "eddsa-rdfc-2022", "eddsa-jcs-2022", "ecdsa-rdfc-2019"})
  void presentationsOfThePeerVerify(String suite) {
    Peer peer = Peer.install("peer-11");
    KeyPair keys = TestDataIntegrity.keys(suite);
    String did = TestDataIntegrity.didKey(keys);
    List<ObjectNode> theirs = peer.present(request(suite, keys, did));

    assertEquals(5, theirs.size());
    for (ObjectNode signed : theirs) {
      Presented presented = verify(signed, keys, did);
      Verdict.Valid valid =
          assertInstanceOf(
              Verdict.Valid.class, presented.verdict(), () -> presented + " " + signed);
      assertEquals("the-challenge", valid.proof().challenge());
      assertEquals(List.of("verifier.example"), valid.proof().domains());
      assertEquals(List.of(did), presented.holders());
      tamper(signed).forEach(changed -> refused(changed, keys, did));
    }
  }

  private void refused(ObjectNode changed, KeyPair keys, String did) {
    assertInstanceOf(
        Verdict.Invalid.class, verify(changed, keys, did).verdict(), changed::toPrettyString);
  }

  private static List<ObjectNode> tamper(ObjectNode signed) {
    List<ObjectNode> changed = new ArrayList<>();
    changed.add(signed.deepCopy().put("holder", "did:example:eve"));
    ObjectNode challenge = signed.deepCopy();
    ((ObjectNode) challenge.get("proof")).put("challenge", "another");
    changed.add(challenge);
    if (signed.path("verifiableCredential").size() > 0) {
      ObjectNode other = signed.deepCopy();
      ObjectNode credential = (ObjectNode) other.at("/verifiableCredential/0");
      credential.put("issuer", "did:example:eve");
      changed.add(other);
      ObjectNode unproven = signed.deepCopy();
      ((ObjectNode) unproven.at("/verifiableCredential/0")).remove("proof");
      changed.add(unproven);
      changed.add((ObjectNode) signed.deepCopy().without("verifiableCredential"));
    }
    return changed;
  }

  private Presented verify(ObjectNode signed, KeyPair keys, String did) {
    ObjectNode whole = signed.deepCopy();
    ObjectNode proof = (ObjectNode) whole.remove("proof");
    List<JsonNode> credentials = new ArrayList<>();
    whole.path("verifiableCredential").forEach(credentials::add);
    ObjectNode own = (ObjectNode) whole.deepCopy().without("verifiableCredential");
    VerificationKey key =
        new VerificationKey(
            method(did),
            did,
            KeyState.VERIFY_ONLY,
            keys.getPublic(),
            "",
            Set.of(),
            SigningTime.UNKNOWN);
    return proofs.verify(
        new Presentation(whole, own, credentials, proof), Map.of(), key, Budgets.ofACall());
  }

  private static String method(String did) {
    return did + "#" + did.substring("did:key:".length());
  }

  private ObjectNode request(String suite, KeyPair keys, String did) {
    ObjectNode request = Json.object();
    request.put("suite", suite).put("date", "2026-01-02T03:04:05Z");
    request.put("challenge", "the-challenge").put("domain", "verifier.example");
    ObjectNode key = request.putObject("key").put("id", method(did)).put("controller", did);
    key.put("algorithm", keys.getPrivate() instanceof ECPrivateKey ? "P-256" : "Ed25519");
    key.set("jwk", DataIntegrityInteroperabilityIT.privateJwk(keys));
    presentations(suite, did).forEach(request.putArray("documents")::add);
    return request;
  }

  /** Returns presentations without credentials, with one, and with several in each data model. */
  private static List<ObjectNode> presentations(String suite, String did) {
    List<ObjectNode> all = new ArrayList<>();
    List<ObjectNode> credentials = new ArrayList<>();
    for (String of :
        List.of("Ed25519Signature2020", "eddsa-rdfc-2022", "ecdsa-rdfc-2019", "RsaSignature2018")) {
      KeyPair issuer = TestDataIntegrity.keys(of);
      credentials.add(
          TestDataIntegrity.credential(
              of, issuer, TestDataIntegrity.didKey(issuer), "did:example:" + credentials.size()));
    }
    all.add(presentation(V2, suite, did, List.of()));
    all.add(presentation(V2, suite, did, credentials.subList(0, 1)));
    all.add(presentation(V2, suite, did, credentials.subList(0, 3)));
    all.add(presentation(V1, suite, did, credentials.subList(1, 2)));
    all.add(presentation(V1, suite, did, credentials.subList(0, 3)));
    return all;
  }

  private static ObjectNode presentation(
      String context, String suite, String did, List<ObjectNode> credentials) {
    ObjectNode presentation = TestPresentations.of(did, credentials);
    ArrayNode contexts = presentation.putArray("@context").add(context);
    if (suite.startsWith("Ed")) {
      contexts.add("https://w3id.org/security/suites/ed25519-2020/v1");
    } else {
      contexts.add("https://w3id.org/security/data-integrity/v2");
    }
    return presentation.put("id", "urn:uuid:0f1b9f1e-53a8-4b3b-9a4c-5d7a3a3d2a10");
  }
}
