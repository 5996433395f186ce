package org.attestry.credential.suite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.KeyPair;
import java.security.PublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.attestry.credential.Budgets;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.crypto.Ed25519;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.PublicKeyForms;
import org.attestry.credential.crypto.TestSigner;
import org.attestry.credential.jose.InvalidProofException;
import org.attestry.credential.jsonld.BundledContexts;
import org.attestry.credential.jsonld.Rules;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.proof.ProofTerms;
import org.attestry.runtime.identifier.Base58;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The suites against the W3C's published test vectors, in both directions. */
class DataIntegritySuiteTest {

  private static final JsonNode VECTORS = Documents.resource("/vectors/data-integrity.json");
  private static final String CREATED = VECTORS.get("created").textValue();
  private static final String ALIAS = "{\"purpose\": \"https://w3id.org/security#proofPurpose\"}";

  private final Canonicalizer canonicalizer = new Canonicalizer(BundledContexts.load());
  private final List<ProofSuite> suites = ProofSuites.all(canonicalizer, SignatureAlgorithm.PS256);
  private final Map<String, JsonNode> contexts = contexts();

  /** A published vector. */
  record Vector(String suite, JsonNode content) {

    String method() {
      String key = content.get("publicKey").textValue();
      return "did:key:" + key + "#" + key;
    }

    PublicKey publicKey() {
      return PublicKeyForms.ofMultibase(content.get("publicKey").textValue());
    }

    ObjectNode document() {
      ObjectNode document = VECTORS.get("credential").deepCopy();
      if (content.has("context")) {
        ((ArrayNode) document.get("@context")).add(content.get("context"));
      }
      return document;
    }

    ObjectNode proof(ObjectNode document) {
      ObjectNode proof = content.get("proof").deepCopy();
      proof.put("created", CREATED).put("verificationMethod", method());
      proof.put("proofPurpose", "assertionMethod").set("proofValue", content.get("proofValue"));
      return suite.endsWith("jcs-2022") ? proof.set("@context", document.get("@context")) : proof;
    }

    @Override
    public String toString() {
      return suite;
    }
  }

  static Stream<Vector> vectors() {
    return StreamSupport.stream(VECTORS.get("vectors").spliterator(), false)
        .map(one -> new Vector(one.get("suite").textValue(), one));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void verifiesThePublishedProof(Vector vector) {
    ProofTerms terms = verify(vector, vector.document(), vector.proof(vector.document()));

    assertEquals(CREATED, terms.created());
    assertEquals(vector.suite().endsWith("jcs-2022"), terms.coversJson());
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void signsThePublishedHashes(Vector vector) {
    SecuredDocument document = read(vector.document());
    TestSigner signer =
        new TestSigner(vector.method(), "did:x", new KeyPair(vector.publicKey(), null));
    byte[] input =
        suite(vector)
            .prepare(document, signer.storedKey(), Instant.parse(CREATED), null, Budgets.ofACall())
            .input();

    assertEquals(vector.content().get("hashes").textValue(), HexFormat.of().formatHex(input));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void makesThePublishedProofWhereTheAlgorithmIsDeterministic(Vector vector) {
    if (!vector.content().has("privateKey")) {
      return;
    }
    byte[] seed = Base58.decode(vector.content().get("privateKey").textValue().substring(1));
    KeyPair keys =
        new KeyPair(
            vector.publicKey(), Ed25519.privateKey(Arrays.copyOfRange(seed, 2, seed.length)));
    ObjectNode proof =
        new TestSigner(vector.method(), "did:x", keys)
            .sign(suite(vector), read(vector.document()), Instant.parse(CREATED), null);

    assertEquals(vector.proof(vector.document()), proof);
  }

  @Test
  void knowsAnEcdsaSignatureByBothOfItsForms() {
    Vector vector =
        vectors().filter(one -> one.suite().startsWith("ecdsa")).findFirst().orElseThrow();
    ObjectNode proof = vector.proof(vector.document());
    ObjectNode other = proof.deepCopy();
    other.put("proofValue", OtherSignature.of(proof.get("proofValue").textValue()));

    assertNotEquals(proof, other);
    assertArrayEquals(signature(vector, proof), signature(vector, other));
  }

  private byte[] signature(Vector vector, ObjectNode proof) {
    return suite(vector)
        .verify(
            read(vector.document()),
            proof,
            ProofSuite.ASSERTION,
            vector.publicKey(),
            Budgets.ofACall())
        .signature();
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void refusesAnotherDocument(Vector vector) {
    ObjectNode other = vector.document().put("name", "Another Credential");
    assertRefused("signature.mismatch", vector, other, vector.proof(other));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void refusesTwoDates(Vector vector) {
    ObjectNode document = vector.document();
    ObjectNode proof = vector.proof(document);
    proof.putArray("created").add(CREATED).add("2030-01-01T00:00:00Z");
    String refusal = vector.suite().endsWith("jcs-2022") ? "proof.members" : "created.malformed";
    assertRefused(refusal, vector, document, proof);
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void refusesChangedMembersOfTheProof(Vector vector) {
    ObjectNode document = vector.document();
    assertRefused(
        "signature.mismatch",
        vector,
        document,
        vector.proof(document).put("created", "2023-02-24T23:36:39Z"));
    assertRefused(
        "signature.mismatch",
        vector,
        document,
        vector.proof(document).put("expires", "2999-01-01T00:00:00Z"));
    assertRefused(
        "proof.purpose",
        vector,
        document,
        vector.proof(document).put("proofPurpose", "authentication"));
    assertRefused(
        "proof.value", vector, document, vector.proof(document).put("proofValue", "z0OIl"));
    assertRefused(
        "proof.value", vector, document, vector.proof(document).put("proofValue", "u1234"));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void refusesAKeyOfAnotherType(Vector vector) {
    ObjectNode document = vector.document();
    PublicKey other =
        vectors()
            .map(Vector::publicKey)
            .filter(key -> Keys.type(key) != suite(vector).keyType())
            .findFirst()
            .orElseThrow();
    InvalidProofException refused =
        assertThrows(
            InvalidProofException.class,
            () ->
                suite(vector)
                    .verify(
                        read(document),
                        vector.proof(document),
                        ProofSuite.ASSERTION,
                        other,
                        Budgets.ofACall()));
    assertEquals("key.type", refused.reason());
  }

  /** Statements escape some characters; a verifier expects the text itself. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\"b",
        "a\\b",
        "a\\\"b\\",
        "a\nb\r\tc",
        "\u0001\b\u000b\f\u007f",
        "a\\u0041\\n",
        "\u00e4\ud83d\ude00 \u2028"
      })
  void readsTheTextsOfAProofAsTheyAre(String text) {
    Vector vector =
        vectors().filter(one -> one.suite().equals("eddsa-rdfc-2022")).findFirst().get();
    ObjectNode document = vector.document();
    ObjectNode options = vector.proof(document).put("challenge", text).put("nonce", text);
    options.remove("proofValue");
    ProofTerms terms =
        new RdfTransformation(canonicalizer)
            .read(options.put("domain", text), read(document), Rules.VERIFY, Budgets.ofACall())
            .terms();

    assertEquals(text, terms.challenge());
    assertEquals(text, terms.nonce());
    assertEquals(List.of(text), terms.domains());
  }

  @Test
  void refusesAProofWhoseContextsGiveItsMembersAnotherMeaning() {
    Vector vector =
        vectors().filter(one -> one.suite().equals("eddsa-rdfc-2022")).findFirst().get();
    ObjectNode document = vector.document();
    ((ArrayNode) document.get("@context")).add(Documents.json(ALIAS));
    ObjectNode proof = vector.proof(document);
    proof.put("purpose", "https://w3id.org/security#authenticationMethod");
    assertRefused("proof.context", vector, document, proof);
  }

  @Test
  void refusesAProofOfOtherContextsThanTheDocuments() {
    Vector vector = vectors().filter(one -> one.suite().equals("eddsa-jcs-2022")).findFirst().get();
    ObjectNode document = vector.document();
    ObjectNode proof = vector.proof(vector.document());
    ((ArrayNode) document.get("@context")).add(Documents.json(ALIAS));
    assertRefused("proof.context", vector, document, proof);
  }

  @Test
  void refusesMembersThatAreNoTextInAJcsProof() {
    Vector vector = vectors().filter(one -> one.suite().equals("eddsa-jcs-2022")).findFirst().get();
    ObjectNode document = vector.document();
    for (String more : List.of("{\"x\": 1}", "{\"x\": [\"a\"]}", "{\"x\": null}")) {
      ObjectNode proof = vector.proof(document).setAll(Documents.json(more));
      assertRefused("proof.members", vector, document, proof);
    }
  }

  @Test
  void namesProofChainsAsAFormThatIsNotVerified() {
    ObjectNode proof = Documents.json("{\"previousProof\": \"urn:uuid:1\"}");
    assertEquals("previousProof", suite(vectors().findFirst().get()).unsupportedForm(proof).get());
  }

  private void assertRefused(String reason, Vector vector, ObjectNode document, ObjectNode proof) {
    InvalidProofException refused =
        assertThrows(InvalidProofException.class, () -> verify(vector, document, proof));
    assertEquals(reason, refused.reason());
  }

  private ProofTerms verify(Vector vector, ObjectNode document, ObjectNode proof) {
    return suite(vector)
        .verify(read(document), proof, ProofSuite.ASSERTION, vector.publicKey(), Budgets.ofACall())
        .terms();
  }

  private SecuredDocument read(ObjectNode document) {
    return TestSigner.secured(canonicalizer, document, contexts, Rules.VERIFY);
  }

  private ProofSuite suite(Vector vector) {
    return suites.stream()
        .filter(one -> one.name().equals(vector.suite()))
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, JsonNode> contexts() {
    Map<String, JsonNode> contexts = new HashMap<>();
    VECTORS.get("contexts").properties().forEach(one -> contexts.put(one.getKey(), one.getValue()));
    return contexts;
  }
}
