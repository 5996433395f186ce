package org.attestry.credential.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.PublicKey;
import java.util.Map;
import java.util.stream.Stream;
import org.attestry.credential.Budgets;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.crypto.PemKeys;
import org.attestry.credential.crypto.TestSigner;
import org.attestry.credential.jose.InvalidProofException;
import org.attestry.credential.jsonld.BundledContexts;
import org.attestry.credential.jsonld.Rules;
import org.attestry.credential.key.SignatureAlgorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Credentials that peers signed; {@code src/test/interop/make-golden.cjs} made them. */
class GoldenVectorsTest {

  private final Canonicalizer canonicalizer = new Canonicalizer(BundledContexts.load());
  private final RsaSignature2018 suite =
      new RsaSignature2018(canonicalizer, SignatureAlgorithm.PS256);

  static Stream<Arguments> credentials() {
    return Stream.of("peer-6", "peer-7")
        .flatMap(
            peer -> {
              JsonNode golden = Documents.resource("/golden/" + peer + ".json");
              PublicKey key = PemKeys.read(golden.get("publicKeyPem").textValue());
              return golden.get("credentials").properties().stream()
                  .map(entry -> Arguments.of(peer + ": " + entry.getKey(), key, entry.getValue()));
            });
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("credentials")
  void verifiesWhatAPeerSigned(String name, PublicKey key, ObjectNode credential) {
    assertEquals(256, verify(credential, key).length);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("credentials")
  void refusesWhatAPeerSignedOnceItIsChanged(String name, PublicKey key, ObjectNode credential) {
    credential.put("issuanceDate", "2024-03-01T12:00:00Z");
    InvalidProofException refused =
        assertThrows(InvalidProofException.class, () -> verify(credential, key));
    assertEquals("signature.mismatch", refused.reason());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("credentials")
  void writesProofOptionsAsTheCanonicalizerDoes(String name, PublicKey key, ObjectNode credential) {
    ObjectNode proof = (ObjectNode) credential.get("proof");
    assertEquals(
        ProofOptions.full(proof, canonicalizer, Budgets.ofACall()),
        ProofOptions.canonicalize(proof, canonicalizer, Budgets.ofACall()));
    proof.put("nonce", "contexts-sha256-0a1b");
    assertEquals(true, ProofOptions.isPlain(proof));
    assertEquals(
        ProofOptions.full(proof, canonicalizer, Budgets.ofACall()), ProofOptions.plain(proof));
    proof.put("nonce", "a\"b");
    assertEquals(false, ProofOptions.isPlain(proof));
  }

  @Test
  void verifiesProofsWithFurtherMembersThroughTheCanonicalizer() {
    JsonNode golden = Documents.resource("/golden/peer-7.json");
    ObjectNode proof = (ObjectNode) golden.at("/credentials/simple/proof");
    proof.put("domain", "example.org");
    assertEquals(false, ProofOptions.isPlain(proof));
    assertEquals(
        5,
        ProofOptions.canonicalize(proof, canonicalizer, Budgets.ofACall())
            .nQuads()
            .lines()
            .count());
  }

  private byte[] verify(ObjectNode credential, PublicKey key) {
    ObjectNode document = credential.deepCopy();
    ObjectNode proof = (ObjectNode) document.remove("proof");
    return suite
        .verify(
            TestSigner.secured(canonicalizer, document, Map.of(), Rules.VERIFY),
            proof,
            ProofSuite.ASSERTION,
            key,
            Budgets.ofACall())
        .signature();
  }
}
