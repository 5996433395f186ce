package org.attestry.credential.suite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.attestry.credential.Budgets;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.crypto.Signatures;
import org.attestry.credential.crypto.TestKeys;
import org.attestry.credential.crypto.TestSigner;
import org.attestry.credential.jose.DetachedJws;
import org.attestry.credential.jose.InvalidProofException;
import org.attestry.credential.jsonld.BundledContexts;
import org.attestry.credential.jsonld.Rules;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.suite.ProofSuite.VerifiedProof;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RsaSignature2018Test {

  private static final String METHOD = "did:web:localhost%3A8081#key-1";
  private static final Instant CREATED = Instant.parse("2026-01-02T03:04:05.678Z");

  private static KeyPair keys;

  private final Canonicalizer canonicalizer = new Canonicalizer(BundledContexts.load());
  private final RsaSignature2018 suite =
      new RsaSignature2018(canonicalizer, SignatureAlgorithm.PS256);
  private final SecuredDocument document =
      TestSigner.secured(canonicalizer, Documents.credential(), Map.of(), Rules.ISSUE);

  @BeforeAll
  static void makeKeys() {
    keys = TestKeys.rsa();
  }

  @Test
  void writesTheProofMemberByMember() {
    ObjectNode proof = sign(SignatureAlgorithm.PS256);
    assertEquals(
        List.of("type", "created", "verificationMethod", "proofPurpose", "jws"),
        proof.properties().stream().map(Map.Entry::getKey).toList());
    assertEquals("RsaSignature2018", proof.get("type").textValue());
    assertEquals("2026-01-02T03:04:05Z", proof.get("created").textValue());
    assertEquals(METHOD, proof.get("verificationMethod").textValue());
    assertEquals("assertionMethod", proof.get("proofPurpose").textValue());
    assertTrue(
        proof
            .get("jws")
            .textValue()
            .startsWith("eyJhbGciOiJQUzI1NiIsImI2NCI6ZmFsc2UsImNyaXQiOlsiYjY0Il19.."));
  }

  @ParameterizedTest
  @EnumSource(names = {"PS256", "RS256"})
  void verifiesWhatItSigns(SignatureAlgorithm algorithm) {
    ObjectNode proof = sign(algorithm);
    VerifiedProof verified =
        suite.verify(document, proof, ProofSuite.ASSERTION, publicKey(), Budgets.ofACall());
    assertEquals(proof.get("jws").textValue().split("\\.")[2], encode(verified.signature()));
    assertEquals(proof.get("created").textValue(), verified.terms().created());
  }

  @Test
  void verifiesHeadersWithFurtherMembersInAnotherOrder() {
    String header =
        "{\"x5t#S256\":\"abc\",\"crit\":[\"b64\"],\"b64\":false,\"kid\":\"k\",\"alg\":\"RS256\"}";
    assertArrayEquals(
        suite
            .verify(
                document,
                signedUnder(header, SignatureAlgorithm.RS256),
                ProofSuite.ASSERTION,
                publicKey(),
                Budgets.ofACall())
            .signature(),
        DetachedJws.parse(signedUnder(header, SignatureAlgorithm.RS256).get("jws").textValue())
            .signature());
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "jws.algorithm|{\"alg\":\"none\",\"b64\":false,\"crit\":[\"b64\"]}",
        "jws.algorithm|{\"alg\":\"HS256\",\"b64\":false,\"crit\":[\"b64\"]}",
        "jws.algorithm|{\"alg\":\"RS1\",\"b64\":false,\"crit\":[\"b64\"]}",
        "jws.algorithm|{\"b64\":false,\"crit\":[\"b64\"]}",
        "jws.encoded-payload|{\"alg\":\"PS256\",\"b64\":true,\"crit\":[\"b64\"]}",
        "jws.encoded-payload|{\"alg\":\"PS256\",\"crit\":[\"b64\"]}",
        "jws.encoded-payload|{\"alg\":\"PS256\",\"b64\":\"false\",\"crit\":[\"b64\"]}",
        "jws.critical-header|{\"alg\":\"PS256\",\"b64\":false,\"crit\":[\"b64\",\"exp\"]}",
        "jws.critical-header|{\"alg\":\"PS256\",\"b64\":false,\"crit\":[]}",
        "jws.critical-header|{\"alg\":\"PS256\",\"b64\":false,\"crit\":\"b64\"}",
        "jws.critical-header|{\"alg\":\"PS256\",\"b64\":false}",
        "jws.header|{\"alg\":\"PS256\",\"alg\":\"RS256\",\"b64\":false,\"crit\":[\"b64\"]}",
        "jws.header|[]",
        "jws.header|nothing"
      })
  void refusesHeaders(String reason, String header) {
    assertRefused(reason, signedUnder(header, SignatureAlgorithm.PS256));
  }

  @Test
  void readsUntilWhenAProofHolds() {
    ObjectNode proof = sign(SignatureAlgorithm.PS256).put("expires", "2026-02-01T00:00:00Z");
    ObjectNode signed =
        signed(
            proof,
            "{\"alg\":\"PS256\",\"b64\":false,\"crit\":[\"b64\"]}",
            SignatureAlgorithm.PS256);

    assertEquals(
        List.of("2026-02-01T00:00:00Z"),
        suite
            .verify(document, signed, ProofSuite.ASSERTION, publicKey(), Budgets.ofACall())
            .terms()
            .expires());
  }

  @Test
  void refusesAnAlgorithmOtherThanTheOneThatSigned() {
    String header = "{\"alg\":\"RS256\",\"b64\":false,\"crit\":[\"b64\"]}";
    assertRefused("signature.mismatch", signedUnder(header, SignatureAlgorithm.PS256));
  }

  @Test
  void refusesOtherSpellingsOfASignature() {
    ObjectNode proof = sign(SignatureAlgorithm.PS256);
    String jws = proof.get("jws").textValue();
    assertRefused("jws.encoding", proof.deepCopy().put("jws", jws + "=="));
    assertRefused("jws.encoding", proof.deepCopy().put("jws", withStrayBits(jws)));
    assertRefused("jws.encoding", proof.deepCopy().put("jws", jws + "!"));
    assertRefused("jws.not-detached", proof.deepCopy().put("jws", jws.replace("..", ".eA.")));
    assertRefused("jws.not-detached", proof.deepCopy().put("jws", jws + "."));
    assertRefused("jws.not-detached", proof.deepCopy().put("jws", ""));
    assertRefused(
        "signature.mismatch", proof.deepCopy().put("jws", jws.substring(0, jws.length() - 2)));
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "proof.type|{\"type\": \"Ed25519Signature2018\"}",
        "proof.purpose|{\"proofPurpose\": \"authentication\"}",
        "proof.context|{\"@context\": \"https://www.w3.org/2018/credentials/v1\"}",
        "proof.value|{\"jws\": 5}",
        "proof.value|{\"proofValue\": \"z\"}",
        "signature.mismatch|{\"created\": \"2026-01-02T03:04:06Z\"}",
        "signature.mismatch|{\"verificationMethod\": \"did:web:localhost%3A8081#key-2\"}",
        "signature.mismatch|{\"domain\": \"example.org\"}"
      })
  void refusesChangedProofs(String reason, String change) {
    assertRefused(reason, sign(SignatureAlgorithm.PS256).setAll(Documents.json(change)));
  }

  @Test
  void refusesMembersOfTheProofThatItsContextDoesNotDefine() {
    ObjectNode proof = sign(SignatureAlgorithm.PS256).put("admin", "x");
    assertEquals(
        "term.undefined",
        Documents.violationsOf(
                () ->
                    suite.verify(
                        document, proof, ProofSuite.ASSERTION, publicKey(), Budgets.ofACall()))
            .getFirst()
            .rule());
  }

  @Test
  void refusesAnotherDocument() {
    SecuredDocument other =
        TestSigner.secured(
            canonicalizer, Documents.withSubject("{\"name\": \"Eve\"}"), Map.of(), Rules.ISSUE);
    ObjectNode proof = sign(SignatureAlgorithm.PS256);
    InvalidProofException refused =
        assertThrows(
            InvalidProofException.class,
            () -> suite.verify(other, proof, ProofSuite.ASSERTION, publicKey(), Budgets.ofACall()));
    assertEquals("signature.mismatch", refused.reason());
  }

  @Test
  void refusesShortKeys() {
    KeyPair weak = TestKeys.rsa(1024);
    ObjectNode proof = new TestSigner(METHOD, "did:x", weak).sign(suite, document, CREATED, null);
    InvalidProofException refused =
        assertThrows(
            InvalidProofException.class,
            () ->
                suite.verify(
                    document, proof, ProofSuite.ASSERTION, weak.getPublic(), Budgets.ofACall()));
    assertEquals("key.too-short", refused.reason());
  }

  @Test
  void refusesKeysOfAnotherAlgorithm() throws NoSuchAlgorithmException {
    PublicKey other = KeyPairGenerator.getInstance("EC").generateKeyPair().getPublic();
    InvalidProofException refused =
        assertThrows(
            InvalidProofException.class,
            () ->
                suite.verify(
                    document,
                    sign(SignatureAlgorithm.PS256),
                    ProofSuite.ASSERTION,
                    other,
                    Budgets.ofACall()));
    assertEquals("key.type", refused.reason());
  }

  private ObjectNode sign(SignatureAlgorithm algorithm) {
    return new TestSigner(METHOD, "did:x", keys)
        .sign(new RsaSignature2018(canonicalizer, algorithm), document, CREATED, null);
  }

  private ObjectNode signedUnder(String header, SignatureAlgorithm algorithm) {
    return signed(sign(algorithm), header, algorithm);
  }

  private ObjectNode signed(ObjectNode proof, String header, SignatureAlgorithm algorithm) {
    String encoded = encode(header.getBytes(StandardCharsets.UTF_8));
    byte[] options = ProofOptions.full(proof, canonicalizer, Budgets.ofACall()).sha256();
    byte[] payload = Arrays.copyOf(options, 64);
    System.arraycopy(document.form().sha256(), 0, payload, 32, 32);
    byte[] input = DetachedJws.signingInput(encoded, payload);
    byte[] signature = Signatures.sign(algorithm, keys.getPrivate(), input);
    return proof.put("jws", encoded + ".." + encode(signature));
  }

  private void assertRefused(String reason, ObjectNode proof) {
    InvalidProofException refused =
        assertThrows(
            InvalidProofException.class,
            () ->
                suite.verify(
                    document, proof, ProofSuite.ASSERTION, publicKey(), Budgets.ofACall()));
    assertEquals(reason, refused.reason());
  }

  private static RSAPublicKey publicKey() {
    return (RSAPublicKey) keys.getPublic();
  }

  /** 256 bytes leave four unused bits in the last character. */
  private static String withStrayBits(String jws) {
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    int last = alphabet.indexOf(jws.charAt(jws.length() - 1));
    return jws.substring(0, jws.length() - 1) + alphabet.charAt(last + 1);
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
