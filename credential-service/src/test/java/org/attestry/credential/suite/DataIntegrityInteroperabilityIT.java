package org.attestry.credential.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.credential.Budgets;
import org.attestry.credential.crypto.DidDocument;
import org.attestry.credential.crypto.Ed25519;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.PublicKeyForms;
import org.attestry.credential.crypto.TestSigner;
import org.attestry.credential.draft.CredentialDraft;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.SigningTime;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.proof.Proofs.SignedDocument;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.credential.status.CredentialStatus;
import org.attestry.credential.status.StatusAddresses;
import org.attestry.credential.status.StatusPlace;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Our Data Integrity proofs verify with jsonld-signatures 11, and its proofs verify here, on
 * credentials of both data models; a changed credential verifies nowhere.
 */
class DataIntegrityInteroperabilityIT {

  private static final String ISSUER = "did:web:localhost%3A8081";
  private static final String METHOD = ISSUER + "#key-2";
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final String V2 =
      """
      {
        "@context": ["https://www.w3.org/ns/credentials/v2"],
        "type": ["VerifiableCredential"],
        "validFrom": "2026-01-02T03:04:05Z",
        "name": "A \\"quoted\\" \\\\ näme & <b>\\n😀",
        "credentialSubject": {
          "id": "did:example:ada", "marks": [1.5, "a", "a"],
          "results": [{"subject": "Maths", "points": -12.25}, {"subject": "Art", "points": 7}]
        }
      }
      """;

  private final ProofSuites proofs = TestProofs.at("http://localhost:8081");
  private final Issuers issuers = new Issuers(ISSUER, List.of(), 1);
  private final Map<String, JsonNode> contexts = new HashMap<>();

  @ParameterizedTest
  @ValueSource(
      strings = {"Ed25519Signature2020", "eddsa-rdfc-2022", "eddsa-jcs-2022", "ecdsa-rdfc-2019"})
  void bothSidesVerifyWhatTheOtherSigned(String suite) {
    Peer peer = Peer.install("peer-11");
    KeyPair keys = Keys.generate(keyType(suite));
    List<ObjectNode> ours = new ArrayList<>();
    drafts(suite).forEach(draft -> ours.add(sign(draft, keys).credential()));
    ObjectNode request = request(suite, keys);

    assertEquals(Collections.nCopies(ours.size(), ""), peer.refusals(with(request, ours)));
    for (ObjectNode theirs : peer.sign(with(request, unsigned(ours)))) {
      assertInstanceOf(Verdict.Valid.class, verdict(theirs, keys));
      theirs.put("issuer", "did:web:eve.example");
      assertEquals(new Verdict.Invalid("signature.mismatch", List.of()), verdict(theirs, keys));
    }
    ours.forEach(one -> one.put("issuer", "did:web:eve.example"));
    peer.refusals(with(request, ours))
        .forEach(refusal -> assertTrue(refusal.startsWith("refused"), refusal));
  }

  /**
   * Drafts of both data models, with generated contexts: one with entries in status lists, one
   * whose two contexts both define terms of Data Integrity.
   */
  private List<CredentialDraft> drafts(String suite) {
    ObjectNode named = Json.object();
    named.put("type", suite.startsWith("Ed") ? suite : "DataIntegrityProof");
    if (!suite.startsWith("Ed")) {
      named.put("cryptosuite", suite);
    }
    ObjectNode first = Documents.withSubject("{\"steps\": [1, 2.5, true], \"more\": [\"a\", 1]}");
    if (suite.contains("-jcs-")) {
      atAddress((ArrayNode) first.get("@context"));
    }
    ObjectNode listed = Documents.json(V2);
    StatusAddresses addresses = new StatusAddresses("http://localhost:8081");
    CredentialStatus.add(listed, true, new StatusPlace(ISSUER, 1, 94567), addresses);
    ObjectNode withTermsTwice = Documents.json(V2);
    ((ArrayNode) withTermsTwice.get("@context")).add("https://w3id.org/security/data-integrity/v2");
    List<CredentialDraft> drafts = new ArrayList<>();
    for (ObjectNode template : List.of(first, Documents.json(V2), listed, withTermsTwice)) {
      template.put("issuer", ISSUER).set("proof", named.deepCopy());
      drafts.add(CredentialDraft.withId(template, issuers, NOW));
    }
    return drafts;
  }

  /** The peer compares contexts by identity, so that it never takes one that is an object. */
  private void atAddress(ArrayNode inline) {
    String address = "https://example.org/context";
    contexts.put(address, Json.object().set("@context", inline.get(1)));
    inline.set(1, TextNode.valueOf(address));
  }

  private SignedDocument sign(CredentialDraft draft, KeyPair keys) {
    Proofs.Unsigned unsigned = draft.read(proofs, Map.copyOf(contexts), issuers, Budgets.ofACall());
    if (unsigned.context() != null) {
      contexts.put(unsigned.context().address(), unsigned.context().document());
    }
    return new TestSigner(METHOD, ISSUER, keys).sign(proofs, unsigned, NOW, "contexts-sha256-0a");
  }

  private static List<ObjectNode> unsigned(List<ObjectNode> signed) {
    return signed.stream()
        .map(one -> one.deepCopy().without(List.of("proof")))
        .map(ObjectNode.class::cast)
        .toList();
  }

  private KeyType keyType(String suite) {
    return TestProofs.at("http://localhost:8081", suite).suite().keyType();
  }

  private Verdict verdict(ObjectNode signed, KeyPair keys) {
    ObjectNode credential = signed.deepCopy();
    ObjectNode proof = (ObjectNode) credential.remove("proof");
    VerificationKey key =
        new VerificationKey(
            METHOD, ISSUER, KeyState.ACTIVE, keys.getPublic(), "", Set.of(), SigningTime.UNKNOWN);
    return proofs.verify(credential, proof, contexts, key, Budgets.ofACall()).verdict();
  }

  private ObjectNode request(String suite, KeyPair keys) {
    ObjectNode request = Json.object();
    request.put("suite", suite).put("date", "2026-01-02T03:04:05Z");
    contexts.forEach(request.putObject("contexts")::set);
    TestSigner signer = new TestSigner(METHOD, ISSUER, keys);
    request.set("didDocument", DidDocument.of(ISSUER, List.of(signer.storedKey())));
    ObjectNode key = request.putObject("key").put("id", METHOD).put("controller", ISSUER);
    key.put("algorithm", keys.getPrivate() instanceof ECPrivateKey ? "P-256" : "Ed25519");
    key.set("jwk", privateJwk(keys));
    return request;
  }

  private static ObjectNode with(ObjectNode request, List<ObjectNode> documents) {
    documents.forEach(request.putArray("documents")::add);
    return request;
  }

  static ObjectNode privateJwk(KeyPair keys) {
    return PublicKeyForms.of(keys.getPublic()).jwk().put("d", secret(keys.getPrivate()));
  }

  private static String secret(PrivateKey key) {
    byte[] secret =
        switch (key) {
          case Ed25519.Private edwards -> edwards.parameters().getEncoded();
          case ECPrivateKey curve -> {
            byte[] number = curve.getS().toByteArray();
            byte[] padded = new byte[32];
            int from = Math.max(0, number.length - 32);
            System.arraycopy(
                number, from, padded, 32 - (number.length - from), number.length - from);
            yield padded;
          }
          default -> throw new IllegalArgumentException(key.getAlgorithm());
        };
    return Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
  }
}
