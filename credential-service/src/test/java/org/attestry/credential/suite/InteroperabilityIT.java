package org.attestry.credential.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.KeyPair;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.attestry.credential.Budgets;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.crypto.DidDocument;
import org.attestry.credential.crypto.PemKeys;
import org.attestry.credential.crypto.TestKeys;
import org.attestry.credential.crypto.TestSigner;
import org.attestry.credential.draft.CredentialDraft;
import org.attestry.credential.jsonld.BundledContexts;
import org.attestry.credential.jsonld.Rules;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.SigningTime;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.proof.Proofs.SignedDocument;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.credential.status.CredentialStatus;
import org.attestry.credential.status.StatusAddresses;
import org.attestry.credential.status.StatusPlace;
import org.attestry.credential.template.CredentialTemplate;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Our credentials verify with the libraries of other registries, and theirs verify here; a changed
 * credential verifies nowhere.
 */
class InteroperabilityIT {

  private static final String ISSUER = "did:web:localhost%3A8081";
  private static final String METHOD = ISSUER + "#key-1";
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final int RANDOM_DOCUMENTS = 200;

  private static KeyPair keys;

  private final Canonicalizer canonicalizer = new Canonicalizer(BundledContexts.load());
  private final ProofSuites proofs = TestProofs.at("http://localhost:8081");
  private final Issuers issuers = new Issuers(ISSUER, List.of(), 1);
  private final Map<String, JsonNode> contexts = new HashMap<>();

  @BeforeAll
  static void makeKeys() throws Exception {
    keys = TestKeys.rsa();
  }

  @ParameterizedTest
  @ValueSource(strings = {"peer-6", "peer-7"})
  void ourCredentialsVerifyThere(String name) {
    Peer peer = Peer.install(name);
    List<ObjectNode> signed = ours();

    assertEquals(Collections.nCopies(signed.size(), ""), peer.refusals(request(signed)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"peer-6", "peer-7"})
  void ourTamperedCredentialsAreRefusedThere(String name) {
    Peer peer = Peer.install(name);
    List<ObjectNode> tampered = ours();
    for (ObjectNode credential : tampered) {
      ((ObjectNode) credential.get("credentialSubject")).put("name", "Eve");
    }
    peer.refusals(request(tampered))
        .forEach(refusal -> assertTrue(refusal.startsWith("refused"), refusal));
  }

  @ParameterizedTest
  @ValueSource(strings = {"peer-6", "peer-7"})
  void theirCredentialsVerifyHereUnlessTamperedWith(String name) {
    Peer peer = Peer.install(name);
    ObjectNode request = request(List.of(unsigned()));
    request
        .put("date", "2026-01-02T03:04:05Z")
        .putObject("key")
        .put("id", METHOD)
        .put("controller", ISSUER)
        .put("publicKeyPem", PemKeys.write(keys.getPublic()))
        .put("privateKeyPem", privatePem());

    for (ObjectNode credential : peer.sign(request)) {
      assertInstanceOf(Verdict.Valid.class, verdict(credential));
      ((ObjectNode) credential.get("credentialSubject")).put("name", "Eve");
      assertEquals(new Verdict.Invalid("signature.mismatch", List.of()), verdict(credential));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"peer-6", "peer-7", "peer-9"})
  void everybodyWritesTheSameCanonicalForm(String name) {
    Peer peer = Peer.install(name);
    Random random = new Random(Seeds.of(42));
    List<ObjectNode> documents = new ArrayList<>();
    for (int i = 0; i < RANDOM_DOCUMENTS; i++) {
      documents.add(RandomCredentials.next(random));
    }
    List<String> theirs = peer.canonize(request(documents));
    for (int i = 0; i < documents.size(); i++) {
      String ours =
          canonicalizer
              .read(documents.get(i), Map.of(), Rules.ISSUE, Budgets.ofACall())
              .form()
              .nQuads();
      int document = i;
      assertEquals(theirs.get(i), ours, () -> documents.get(document).toString());
    }
  }

  /** Newer canonicalizers have a work limit, and count the nodes that look alike. */
  @Test
  void ourCredentialsWithManyObjectsInArraysAreCanonizedByNewerLibraries() {
    Peer peer = Peer.install("peer-9");
    List<ObjectNode> documents = new ArrayList<>();
    for (ObjectNode signed : ours()) {
      signed.remove("proof");
      documents.add(signed);
    }
    List<String> theirs = peer.canonize(request(documents));
    for (int i = 0; i < documents.size(); i++) {
      String ours =
          canonicalizer
              .read(documents.get(i), contexts, Rules.VERIFY, Budgets.ofACall())
              .form()
              .nQuads();
      assertEquals(theirs.get(i), ours);
    }
  }

  /**
   * Returns credentials: two of entities, one of them with entries in status lists, one of {@code
   * /utils/sign}, one with unusual characters in a name.
   */
  private List<ObjectNode> ours() {
    ObjectNode plain =
        Documents.json(
            """
            {
              "@context": ["https://www.w3.org/2018/credentials/v1"],
              "type": ["VerifiableCredential"],
              "issuanceDate": "2026-01-02T03:04:05Z",
              "credentialSubject": {
                "type": "Person", "name": "{{name}}", "marks": ["{{mark}}", "a", "a"],
                "results": [
                  {"subject": "Maths", "points": -12.25},
                  {"subject": "Maths", "points": -12.25},
                  {"subject": "Art", "points": 7},
                  {"subject": "Art", "points": 7},
                  {"subject": "Art", "more": [{"a": 1}, {"a": 1}, {"a": 1}, {"a": 1}, {"a": 1}]}
                ]
              },
              "evidence": {"type": ["Affirmation"]}
            }
            """);
    String data = "{\"name\": \"A \\\"quoted\\\" \\\\ näme & <b>\\n😀\", \"mark\": 1.5}";
    ObjectNode filled = CredentialTemplate.of(plain).fill(Documents.json(data), Budgets.ofACall());
    ObjectNode listed = filled.deepCopy();
    StatusAddresses addresses = new StatusAddresses("http://localhost:8081");
    CredentialStatus.add(listed, false, new StatusPlace(ISSUER, 1, 94567), addresses);
    return List.of(
        sign(CredentialDraft.withId(listed, issuers, NOW), null),
        sign(CredentialDraft.withId(filled, issuers, NOW), null),
        sign(CredentialDraft.of(filled, issuers, NOW), null),
        sign(CredentialDraft.of(unsigned(), issuers, NOW), "contexts-sha256-0a1b"));
  }

  private static ObjectNode unsigned() {
    return Documents.withSubject("{\"label\": {\"en\": \"Countess\"}, \"steps\": [1, 2.5, true]}")
        .put("issuer", ISSUER);
  }

  private ObjectNode sign(CredentialDraft draft, String nonce) {
    Proofs.Unsigned unsigned = draft.read(proofs, Map.of(), issuers, Budgets.ofACall());
    SignedDocument signed =
        new TestSigner(METHOD, unsigned.terms().issuer(), keys).sign(proofs, unsigned, NOW, nonce);
    if (unsigned.context() != null) {
      contexts.put(unsigned.context().address(), unsigned.context().document());
    }
    return signed.credential();
  }

  private Verdict verdict(ObjectNode signed) {
    ObjectNode credential = signed.deepCopy();
    ObjectNode proof = (ObjectNode) credential.remove("proof");
    VerificationKey key =
        new VerificationKey(
            METHOD, ISSUER, KeyState.ACTIVE, keys.getPublic(), "", Set.of(), SigningTime.UNKNOWN);
    return proofs.verify(credential, proof, contexts, key, Budgets.ofACall()).verdict();
  }

  private ObjectNode request(List<ObjectNode> documents) {
    ObjectNode request = Json.object();
    documents.forEach(request.putArray("documents")::add);
    contexts.forEach(request.putObject("contexts")::set);
    request.set(
        "didDocument",
        DidDocument.of(ISSUER, List.of(new TestSigner(METHOD, ISSUER, keys).storedKey())));
    return request;
  }

  private static String privatePem() {
    String base64 =
        Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(keys.getPrivate().getEncoded());
    return "-----BEGIN PRIVATE KEY-----\n" + base64 + "\n-----END PRIVATE KEY-----\n";
  }
}
