package org.attestry.credential.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.credential.Budgets;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.PublicKeyForms;
import org.attestry.credential.crypto.Signatures;
import org.attestry.credential.crypto.TestKeys;
import org.attestry.credential.jose.DetachedJws;
import org.attestry.credential.jose.VcJwt;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.key.SigningSuite;
import org.attestry.credential.key.SigningTime;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.ProofTerms.HolderKey;
import org.attestry.credential.proof.Proofs.Opened;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VcJwtSuiteTest {

  private static final int ROUNDS = Integer.getInteger("attestry.mutations", 10_000);
  private static final long SEED = Seeds.of(15);
  private static final String ISSUER = "did:web:issuer.example";
  private static final String METHOD = ISSUER + "#key-1";
  private static final String HEADER =
      "{\"alg\": \"EdDSA\", \"typ\": \"vc+jwt\", \"kid\": \"" + METHOD + "\"}";
  private static final String CREDENTIAL =
      """
      {
        "@context": ["https://www.w3.org/ns/credentials/v2", {"note": "urn:note"}],
        "type": ["VerifiableCredential"], "issuer": "did:web:issuer.example",
        "validFrom": "2026-01-02T03:04:05Z", "credentialSubject": {"note": "x", "id": "urn:s"}
      }
      """;

  private final ProofSuites proofs = TestProofs.at("https://registry.example");
  private final KeyPair keys = Keys.generate(KeyType.ED25519);

  @Test
  void verifiesACredentialWithRegisteredClaimsBesideIt() {
    ObjectNode payload =
        Documents.json(CREDENTIAL).put("iss", ISSUER).put("jti", "urn:c").put("id", "urn:c");
    payload
        .put("iat", 1767323045)
        .put("nbf", 1767323045)
        .put("exp", 1798859045)
        .put("sub", "urn:s");
    Verdict.Valid valid = assertInstanceOf(Verdict.Valid.class, verdict(sign(HEADER, payload)));

    assertEquals("2026-01-02T03:04:05Z", valid.proof().created());
    assertEquals(List.of("2026-01-02T03:04:05Z"), valid.proof().starts());
    assertEquals(List.of("2027-01-02T03:04:05Z"), valid.proof().expires());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"crit\": [\"exp\"]} | {} | jwt.header",
        "{\"b64\": false} | {} | jwt.header",
        "{\"iss\": \"did:web:eve.example\"} | {} | jwt.issuer",
        "{} | {\"iss\": \"did:web:eve.example\"} | jwt.issuer",
        "{} | {\"exp\": \"soon\"} | jwt.claims",
        "{} | {\"exp\": 1.5} | jwt.claims",
        "{} | {\"exp\": 1e300} | jwt.claims",
        "{} | {\"exp\": 253402300800} | jwt.claims",
        "{} | {\"nbf\": -1} | jwt.claims",
        "{\"iat\": 1767323045} | {\"iat\": 1767323046} | jwt.claims",
        "{} | {\"jti\": \"urn:other\"} | jwt.claims",
        "{} | {\"sub\": \"urn:other\"} | jwt.claims",
        "{\"sub\": \"urn:other\"} | {\"sub\": \"urn:s\"} | jwt.claims",
        "{} | {\"sub\": [\"urn:s\"]} | jwt.claims",
        "{} | {\"sub\": \"urn:s\", \"credentialSubject\": {\"note\": \"x\"}} | jwt.claims",
        "{} | {\"sub\": \"_:b0\", \"credentialSubject\": {\"note\": \"x\"}} | jwt.claims",
        "{} | {\"sub\": \"urn:s\", \"credentialSubject\": [{\"id\": \"urn:s\"}, {\"id\":"
            + " \"urn:t\"}]} | jwt.claims",
        "{} | {\"iss\": [\"did:web:issuer.example\"]} | jwt.issuer",
        "{\"nbf\": true} | {} | jwt.claims",
        "{} | {\"aud\": \"somebody\"} | document.iri",
        "{} | {\"vc\": {}} | document.term.undefined",
        "{\"alg\": \"ES256\"} | {} | key.type",
        "{\"alg\": \"PS256\"} | {} | key.type"
      })
  void refusesWhatItDoesNotUnderstand(String header, String claims, String reason) {
    ObjectNode all = Documents.json(HEADER).setAll(Documents.json(header));
    ObjectNode payload = Documents.json(CREDENTIAL).setAll(Documents.json(claims));
    Verdict.Invalid refused =
        assertInstanceOf(Verdict.Invalid.class, verdict(sign(all.toString(), payload)));
    assertEquals(reason, refused.reason());
  }

  @Test
  void readsTheKeyOfTheHolderThatTheIssuerNames() {
    KeyPair holder = Keys.generate(KeyType.P256);
    ObjectNode named = Documents.json("{}");
    named.putObject("cnf").set("jwk", PublicKeyForms.of(holder.getPublic()).jwk());
    ObjectNode unknown = Documents.json("{\"cnf\": {\"kid\": \"did:example:ada#1\"}}");

    assertEquals(List.of(holder.getPublic()), holders("{}", named));
    assertEquals(List.of(holder.getPublic()), holders(named.toString(), Documents.json("{}")));
    assertEquals(Collections.singletonList(null), holders("{}", unknown));
    assertEquals(List.of(), holders("{}", Documents.json("{}")));
  }

  private List<PublicKey> holders(String header, ObjectNode claims) {
    ObjectNode all = Documents.json(HEADER).setAll(Documents.json(header));
    ObjectNode payload = Documents.json(CREDENTIAL).setAll(claims);
    return assertInstanceOf(Verdict.Valid.class, verdict(sign(all.toString(), payload)))
        .proof()
        .holderKeys()
        .stream()
        .map(HolderKey::key)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"9007199254740993", "0.12345678901234567890", "12345678901234567891"})
  void signsNoNumberThatAReaderOfJsonMayReadOtherwise(String number) {
    ObjectNode credential = Documents.json(CREDENTIAL);
    ((ObjectNode) credential.at("/@context/1"))
        .putObject("json")
        .put("@id", "urn:json")
        .put("@type", "@json");
    credential.set(
        "credentialSubject",
        Documents.json("{\"note\": %1$s, \"json\": {\"a\": %1$s}}".formatted(number)));
    SigningSuite suite = proofs.suite("vc+jwt/EdDSA");
    assertEquals(
        Set.of("/credentialSubject/note", "/credentialSubject/json/a"),
        Documents.violationsOf(() -> proofs.read(credential, suite, Map.of(), Budgets.ofACall()))
            .stream()
            .map(Violation::pointer)
            .collect(Collectors.toSet()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"alg\": \"none\"} | suite.unsupported:vc+jwt/none",
        "{\"alg\": \"HS256\"} | suite.unsupported:vc+jwt/HS256",
        "{\"alg\": [\"EdDSA\"]} | suite.unsupported:vc+jwt/"
      })
  void namesAlgorithmsThatItDoesNotVerify(String header, String reason) {
    ObjectNode all = Documents.json(HEADER).setAll(Documents.json(header));
    String jwt = sign(all.toString(), Documents.json(CREDENTIAL));
    ObjectNode opened = proofs.opened(TextNode.valueOf(jwt)).orElseThrow().credential();
    assertEquals(Optional.of(reason), proofs.unsupported((ObjectNode) opened.get("proof")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"issuer\": 1, \"issuer\": 1}",
        "[]",
        "no JSON",
        "{\"@context\": \"https://www.w3.org/ns/credentials/v2\", \"proof\": {}}"
      })
  void refusesAPayloadThatIsNoCredential(String payload) {
    String reason = payload.contains("proof") ? "jwt.proof" : "jwt.malformed";
    assertRefused(Status.NOK, reason, TextNode.valueOf(sign(HEADER, payload)));
  }

  @Test
  void verifiesAKeyThatIsTooShortNever() throws GeneralSecurityException {
    KeyPair small = TestKeys.rsa(1_024);
    String header = HEADER.replace("EdDSA", "PS256");
    String jwt = sign(header, CREDENTIAL, SignatureAlgorithm.PS256, small);
    assertEquals(new Verdict.Invalid("key.too-short", List.of()), verdict(jwt, small));
  }

  /** No signature would cover further members of an envelope. */
  @Test
  void opensOnlyEnvelopesThatHoldNothingElse() {
    ObjectNode envelope = VcJwt.enveloped(sign(HEADER, CREDENTIAL));
    ObjectNode array = envelope.deepCopy();
    array.putArray("type").add("EnvelopedVerifiableCredential");
    assertNotNull(proofs.opened(envelope).orElseThrow().credential());
    assertNotNull(proofs.opened(array).orElseThrow().credential());

    for (String more : List.of("credentialSubject", "issuer", "name", "proof")) {
      ObjectNode changed = envelope.deepCopy();
      changed.putObject(more);
      assertRefused(Status.NOK, "envelope.members", changed);
    }
    ObjectNode changed = envelope.deepCopy();
    changed.putArray("type").add("EnvelopedVerifiableCredential").add("VerifiableCredential");
    assertRefused(Status.NOK, "envelope.members", changed);
    changed = envelope.deepCopy();
    changed.putArray("@context").add(envelope.get("@context")).addObject().put("id", "urn:x");
    assertRefused(Status.NOK, "envelope.members", changed);
    changed = envelope.deepCopy().put("id", "data:application/vc+cose,AAAA");
    assertRefused(Status.UNKNOWN, "form.unsupported:envelope", changed);
    changed = envelope.deepCopy().put("id", "data:application/vc+jwt,e30.e30.AAAA");
    assertRefused(Status.UNKNOWN, "form.unsupported:jwt", changed);
  }

  @Test
  void aKeyThatACertificateNamesIsNotVerified() {
    ObjectNode header = Documents.json(HEADER);
    header.remove("kid");
    header.putArray("x5c").add("MIIB");
    String jwt = sign(header.toString(), Documents.json(CREDENTIAL));
    assertRefused(Status.UNKNOWN, "form.unsupported:x5c", TextNode.valueOf(jwt));
  }

  private void assertRefused(Status status, String reason, JsonNode sent) {
    Opened opened = proofs.opened(sent).orElseThrow();
    assertNull(opened.credential());
    assertEquals(new Check("proof", status, reason), opened.refusal());
  }

  @Test
  void opensOnlyJwtsOfTheType() {
    ObjectNode credential = Documents.json(CREDENTIAL);
    String full = HEADER.replace("vc+jwt", "application/VC+JWT");
    assertTrue(proofs.opened(TextNode.valueOf(sign(full, credential))).isPresent());
    for (String header :
        List.of("{\"alg\": \"EdDSA\"}", "{\"typ\": \"JWT\"}", "[]", "{\"typ\": 1}")) {
      assertFalse(proofs.opened(TextNode.valueOf(sign(header, credential))).isPresent(), header);
    }
    for (String text : List.of("", "a.b", "a.b.c", "..", "e30.e30.e30", "e30.W10.", "é.b.c")) {
      assertFalse(proofs.opened(TextNode.valueOf(text)).isPresent(), text);
    }
  }

  /** Base64url has more characters than bytes: none but the text itself is accepted. */
  @Test
  void acceptsNoChangedText() {
    String jwt = sign(HEADER, Documents.json(CREDENTIAL));
    assertInstanceOf(Verdict.Valid.class, verdict(jwt));
    Random random = new Random(SEED);
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~=";
    for (int round = 0; round < ROUNDS; round++) {
      StringBuilder changed = new StringBuilder(jwt);
      for (int i = random.nextInt(3); i >= 0; i--) {
        int place = random.nextInt(changed.length());
        changed.setCharAt(place, alphabet.charAt(random.nextInt(alphabet.length())));
      }
      if (!changed.toString().equals(jwt)) {
        assertFalse(isValid(changed.toString()), () -> jwt + " was changed to " + changed);
      }
    }
  }

  private boolean isValid(String jwt) {
    try {
      Optional<Opened> opened = proofs.opened(TextNode.valueOf(jwt));
      return opened.isPresent()
          && opened.get().credential() != null
          && verdict(jwt) instanceof Verdict.Valid;
    } catch (FailureException refused) {
      return false;
    }
  }

  private Verdict verdict(String jwt) {
    return verdict(jwt, keys);
  }

  private Verdict verdict(String jwt, KeyPair pair) {
    ObjectNode credential = proofs.opened(TextNode.valueOf(jwt)).orElseThrow().credential();
    ObjectNode proof = (ObjectNode) credential.remove("proof");
    VerificationKey key =
        new VerificationKey(
            METHOD, ISSUER, KeyState.ACTIVE, pair.getPublic(), "", Set.of(), SigningTime.UNKNOWN);
    return proofs.verify(credential, proof, Map.of(), key, Budgets.ofACall()).verdict();
  }

  private String sign(String header, ObjectNode payload) {
    return sign(header, payload.toString());
  }

  private String sign(String header, String payload) {
    return sign(header, payload, SignatureAlgorithm.ED25519, keys);
  }

  private static String sign(
      String header, String payload, SignatureAlgorithm algorithm, KeyPair pair) {
    String input =
        DetachedJws.encode(header.getBytes(StandardCharsets.UTF_8))
            + "."
            + DetachedJws.encode(payload.getBytes(StandardCharsets.UTF_8));
    byte[] bytes = input.getBytes(StandardCharsets.US_ASCII);
    byte[] signature = Signatures.sign(algorithm, pair.getPrivate(), bytes);
    return input + "." + DetachedJws.encode(signature);
  }
}
