package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import org.attestry.contracts.JsonBytes;
import org.attestry.credential.Budgets;
import org.attestry.credential.crypto.CryptoProvider;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.TestSigner;
import org.attestry.credential.draft.CredentialDraft;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.SigningTime;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.template.CredentialTemplate;
import org.attestry.runtime.json.Json;

/**
 * Measures how many credentials one thread signs and verifies in a second of processor time, from
 * text to text: {@code java -cp … org.attestry.credential.suite.SigningSpeed}, for RSA and Ed25519.
 * Compare with {@code openssl speed rsa2048} in the same minute. Without the jar of the native
 * provider on the class path, it measures the JDK's code.
 */
public final class SigningSpeed {

  private static final int ROUNDS = 6;
  private static final int OPERATIONS = 3_000;
  private static final double NANOS = 1e9;
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final Issuers ISSUERS = new Issuers("did:web:issuer.example", List.of("*"), 5);
  private static final String TEMPLATE =
      """
      {"@context": ["https://www.w3.org/2018/credentials/v1"],
       "type": ["VerifiableCredential", "Certificate"], "issuanceDate": "2026-01-02T03:04:05Z",
       "credentialSubject": {"type": "Person", "name": "{{name}}", "city": "{{city}}",
         "course": {"title": "{{course}}", "grade": "{{grade}}", "year": "{{year}}"},
         "school": {"name": "School of {{city}}", "street": "Main Street 1"}},
       "evidence": {"type": "Register", "book": "Book {{grade}}", "page": "17"},
       "proof": {"type": "%s"}}
      """;

  private final ProofSuites proofs = TestProofs.at("https://registry.example");
  private final JsonBytes template;
  private final TestSigner signer;

  private SigningSpeed(String suite, KeyType type) {
    this.template = JsonBytes.of(TEMPLATE.formatted(suite));
    this.signer =
        new TestSigner("did:web:issuer.example#key-1", ISSUERS.ownDid(), Keys.generate(type));
  }

  public static void main(String[] arguments) {
    System.out.println("native provider: " + CryptoProvider.isNative());
    measure("RsaSignature2018", KeyType.RSA);
    measure("Ed25519Signature2020", KeyType.ED25519);
  }

  private static void measure(String suite, KeyType type) {
    System.out.println(suite);
    SigningSpeed speed = new SigningSpeed(suite, type);
    speed.measure("sign", speed::sign);
    JsonBytes signed = speed.sign(1);
    Proofs.Unsigned unsigned = speed.unsigned(1);
    Map<String, JsonNode> contexts =
        Map.of(unsigned.context().address(), unsigned.context().document());
    speed.measure("verify", number -> speed.verify(signed, contexts));
  }

  private void measure(String what, IntConsumer operation) {
    for (int round = 1; round <= ROUNDS; round++) {
      long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      for (int number = 0; number < OPERATIONS; number++) {
        operation.accept(number);
      }
      long used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
      System.out.printf(
          Locale.ROOT,
          "%s, round %d: %.0f a second, %.0f µs%n",
          what,
          round,
          OPERATIONS / (used / NANOS),
          used / 1_000.0 / OPERATIONS);
    }
  }

  private JsonBytes sign(int number) {
    Proofs.Unsigned unsigned = unsigned(number);
    return Json.write(signer.sign(proofs, unsigned, NOW, null).credential());
  }

  private Proofs.Unsigned unsigned(int number) {
    JsonBytes data =
        JsonBytes.of(
            """
            {"name": "Person %d", "city": "City %d", "course": "Logic", "grade": "A", "year": 2026}
            """
                .formatted(number, number % 7));
    ObjectNode filled =
        CredentialTemplate.of(Json.parse(template)).fill(Json.parse(data), Budgets.ofACall());
    return CredentialDraft.withId(filled, ISSUERS, NOW)
        .read(proofs, Map.of(), ISSUERS, Budgets.ofACall());
  }

  private void verify(JsonBytes signed, Map<String, JsonNode> contexts) {
    ObjectNode credential = (ObjectNode) Json.parse(signed);
    ObjectNode proof = (ObjectNode) credential.remove("proof");
    VerificationKey key =
        new VerificationKey(
            signer.verificationMethod(),
            signer.issuer(),
            KeyState.ACTIVE,
            signer.pair().getPublic(),
            "",
            Set.of(),
            SigningTime.UNKNOWN);
    Proofs.Verdict verdict =
        proofs.verify(credential, proof, contexts, key, Budgets.ofACall()).verdict();
    if (!(verdict instanceof Proofs.Verdict.Valid)) {
      throw new IllegalStateException(verdict.toString());
    }
  }
}
