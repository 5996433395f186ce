package org.attestry.credential.suite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.interfaces.RSAPrivateCrtKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.credential.Budgets;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.PublicKeyForms;
import org.attestry.credential.crypto.TestSigner;
import org.attestry.credential.jose.DetachedJws;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.SigningSuite;
import org.attestry.credential.key.SigningTime;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.proof.Proofs.Presentation;
import org.attestry.credential.proof.Proofs.Presented;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JWT credentials that jose signs verify here, and ours there. */
public class VcJwtInteroperabilityIT {

  private static final String ISSUER = "did:web:issuer.example";
  private static final String METHOD = ISSUER + "#key-1";
  private static final String CREDENTIAL =
      """
      {
        "@context": ["https://www.w3.org/ns/credentials/v2", {"note": "urn:note"}],
        "type": ["VerifiableCredential"], "issuer": "did:web:issuer.example",
        "validFrom": "2026-01-02T03:04:05Z", "credentialSubject": {"note": "näme \\"x\\" 😀"}
      }
      """;

  private static final String PRESENTATION =
      """
      {
        "@context": ["https://www.w3.org/ns/credentials/v2"], "type": "VerifiablePresentation",
        "holder": "did:web:issuer.example", "iss": "did:web:issuer.example", "iat": 1767323045,
        "nonce": "the-challenge", "aud": "verifier.example", "id": "urn:uuid:2026"
      }
      """;

  private final ProofSuites proofs = TestProofs.at("https://registry.example");

  @ParameterizedTest
  @ValueSource(strings = {"vc+jwt/ES256", "vc+jwt/EdDSA", "vc+jwt/PS256"})
  void bothSidesVerifyWhatTheOtherSigned(String name) {
    Peer peer = Peer.install("peer-11");
    String[] named = name.split("/");
    ObjectNode proof = Json.object();
    proof.put("type", named[0]).put("alg", named[1]);
    SigningSuite suite = proofs.suite(proof).orElseThrow();
    KeyPair keys = Keys.generate(suite.keyType());
    ObjectNode ours = sign(suite, keys);
    String jwt = proofs.jwt(ours);

    assertEquals("EnvelopedVerifiableCredential", ours.get("type").textValue());
    assertInstanceOf(Verdict.Valid.class, verdict(ours, keys));
    assertEquals(List.of(""), peer.refusals(request(name, keys, TextNode.valueOf(jwt))));
    JsonNode changed = TextNode.valueOf(changed(jwt));
    assertTrue(
        peer.refusals(request(name, keys, changed)).getFirst().startsWith("refused"), "changed");
    assertEquals(new Verdict.Invalid("signature.mismatch", List.of()), verdict(changed, keys));
    for (String theirs : peer.jwts(request(name, keys, Documents.json(CREDENTIAL)))) {
      assertInstanceOf(Verdict.Valid.class, verdict(TextNode.valueOf(theirs), keys));
      assertEquals(
          new Verdict.Invalid("signature.mismatch", List.of()),
          verdict(TextNode.valueOf(changed(theirs)), keys));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"vc+jwt/ES256", "vc+jwt/EdDSA", "vc+jwt/PS256"})
  void presentationsOfThePeerVerify(String name) {
    KeyPair keys = Keys.generate(keyType(name));
    JsonNode document = Documents.json(PRESENTATION);
    for (String theirs : Peer.install("peer-11").jwts(request(name, keys, document))) {
      Verdict.Valid valid =
          assertInstanceOf(Verdict.Valid.class, presented(theirs, keys).verdict(), theirs);
      assertEquals("the-challenge", valid.proof().challenge());
      assertEquals(List.of("verifier.example"), valid.proof().domains());
      assertEquals(List.of(ISSUER), presented(theirs, keys).holders());
      assertEquals(
          new Verdict.Invalid("signature.mismatch", List.of()),
          presented(changed(theirs), keys).verdict());
    }
  }

  private KeyType keyType(String name) {
    String[] named = name.split("/");
    ObjectNode proof = Json.object();
    return proofs.suite(proof.put("type", named[0]).put("alg", named[1])).orElseThrow().keyType();
  }

  private Presented presented(String jwt, KeyPair keys) {
    ObjectNode whole = proofs.openedPresentation(TextNode.valueOf(jwt)).orElseThrow().credential();
    ObjectNode proof = (ObjectNode) whole.remove("proof");
    return proofs.verify(
        new Presentation(whole, whole, List.of(), proof), Map.of(), key(keys), Budgets.ofACall());
  }

  private ObjectNode sign(SigningSuite suite, KeyPair keys) {
    Proofs.Unsigned unsigned =
        proofs.read(Documents.json(CREDENTIAL), suite, Map.of(), Budgets.ofACall());
    return new TestSigner(METHOD, ISSUER, keys)
        .sign(proofs, unsigned, Instant.parse("2026-01-02T03:04:05Z"), null)
        .credential();
  }

  private Verdict verdict(JsonNode sent, KeyPair keys) {
    ObjectNode credential = proofs.opened(sent).orElseThrow().credential();
    ObjectNode proof = (ObjectNode) credential.remove("proof");
    assertEquals(METHOD, proof.get("verificationMethod").textValue());
    return proofs.verify(credential, proof, Map.of(), key(keys), Budgets.ofACall()).verdict();
  }

  private static VerificationKey key(KeyPair keys) {
    return new VerificationKey(
        METHOD, ISSUER, KeyState.ACTIVE, keys.getPublic(), "", Set.of(), SigningTime.UNKNOWN);
  }

  private static String changed(String jwt) {
    String[] parts = jwt.split("\\.");
    byte[] payload = Base64.getUrlDecoder().decode(parts[1]);
    byte[] other = new String(payload, UTF_8).replace("2026", "2025").getBytes(UTF_8);
    String encoded = Base64.getUrlEncoder().withoutPadding().encodeToString(other);
    return parts[0] + "." + encoded + "." + parts[2];
  }

  public static ObjectNode privateJwk(KeyPair keys) {
    if (!(keys.getPrivate() instanceof RSAPrivateCrtKey rsa)) {
      return DataIntegrityInteroperabilityIT.privateJwk(keys);
    }
    return PublicKeyForms.of(keys.getPublic())
        .jwk()
        .put("d", encoded(rsa.getPrivateExponent()))
        .put("p", encoded(rsa.getPrimeP()))
        .put("q", encoded(rsa.getPrimeQ()))
        .put("dp", encoded(rsa.getPrimeExponentP()))
        .put("dq", encoded(rsa.getPrimeExponentQ()))
        .put("qi", encoded(rsa.getCrtCoefficient()));
  }

  private static String encoded(BigInteger number) {
    byte[] bytes = number.toByteArray();
    return DetachedJws.encode(bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
  }

  private static ObjectNode request(String suite, KeyPair keys, JsonNode document) {
    ObjectNode request = Json.object().put("suite", suite);
    request.putArray("documents").add(document);
    ObjectNode key = request.putObject("key").put("id", METHOD);
    key.set("jwk", privateJwk(keys));
    return request;
  }
}
