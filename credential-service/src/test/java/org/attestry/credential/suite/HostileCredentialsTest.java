package org.attestry.credential.suite;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.management.ManagementFactory;
import java.security.KeyPair;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.credential.Budgets;
import org.attestry.credential.crypto.TestKeys;
import org.attestry.credential.crypto.TestSigner;
import org.attestry.credential.draft.CredentialDraft;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.SigningTime;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.Proofs.SignedDocument;
import org.attestry.credential.template.CredentialTemplate;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Thousands of generated templates, data, contexts and credentials: each is signed or verified, or
 * refused as invalid, within the budget of a call.
 */
class HostileCredentialsTest {

  private static final int ROUNDS = Integer.getInteger("attestry.hostile.rounds", 3_000);
  private static final long SEED = Seeds.of(14);

  /** Four times the limit of a call, because other tests share the processor. */
  private static final long LONGEST_NANOS = 2_000_000_000L;

  private static final long MORE_HEAP = 64L << 20;
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final Issuers ISSUERS = new Issuers("did:web:ours.example", List.of("*"), 5);
  private static final Set<FailureKind> REFUSALS =
      Set.of(FailureKind.INVALID, FailureKind.TOO_LARGE);

  private static TestSigner signer;
  private static VerificationKey verificationKey;

  private final ProofSuites proofs = TestProofs.at("https://registry.example");

  @BeforeAll
  static void makeKeys() throws Exception {
    KeyPair pair = TestKeys.rsa();
    String method = ISSUERS.ownDid() + "#key-1";
    signer = new TestSigner(method, ISSUERS.ownDid(), pair);
    verificationKey =
        new VerificationKey(
            method,
            ISSUERS.ownDid(),
            KeyState.ACTIVE,
            pair.getPublic(),
            "",
            Set.of(),
            SigningTime.UNKNOWN);
  }

  @Test
  void signsOrRefusesEveryTemplate() {
    HostileJson hostile = new HostileJson(new Random(SEED));
    long before = heap();
    int signed = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String template = hostile.template();
      String data = hostile.value(3).toString();
      signed += within(() -> sign(template, data), template + " with " + data) ? 1 : 0;
    }
    assertTrue(signed > ROUNDS / 50, "only " + signed + " were signed: nothing is tried");
    assertTrue(heap() - before < MORE_HEAP, "memory is kept");
  }

  @Test
  void decidesOrRefusesEveryCredential() {
    Random random = new Random(SEED + 1);
    HostileJson hostile = new HostileJson(random);
    ObjectNode ours = sign(HostileJson.TEMPLATE, "{\"name\": \"Ada\"}").credential();
    long before = heap();
    for (int round = 0; round < ROUNDS; round++) {
      ObjectNode credential = hostile.changed(ours);
      within(() -> verify(credential), credential.toString());
    }
    assertTrue(heap() - before < MORE_HEAP, "memory is kept");
  }

  /** Each number makes another document, and each is signed often. */
  @Test
  void keepsNothingOfLargeDocumentsThatItSigned() {
    String text = "x".repeat(900_000);
    String template =
        HostileJson.TEMPLATE.replace("\"{{name}}\"", "\"{{name}}\", \"rank\": \"{{rank}}\"");
    long before = heap();
    for (int round = 0; round < 18; round++) {
      sign(template, "{\"name\": \"%s\", \"rank\": %d}".formatted(text, round / 3));
    }
    assertTrue(heap() - before < MORE_HEAP / 16, "memory is kept");
  }

  private SignedDocument sign(String template, String data) {
    Budget budget = Budgets.ofACall();
    ObjectNode filled =
        CredentialTemplate.of(Json.parse(JsonBytes.of(template)))
            .fill(Json.parse(JsonBytes.of(data)), budget);
    CredentialDraft draft = CredentialDraft.withId(filled, ISSUERS, NOW);
    return signer.sign(proofs, draft.read(proofs, Map.of(), ISSUERS, budget), NOW, null);
  }

  private void verify(ObjectNode credential) {
    ObjectNode document = (ObjectNode) Json.parse(JsonBytes.of(credential.toString()));
    JsonNode proof = document.remove("proof");
    ObjectNode only = proof instanceof ObjectNode object ? object : Json.object();
    proofs.verify(document, only, Map.of(), verificationKey, Budgets.ofACall());
  }

  /** Whether the work was done; fails for every outcome but that and a refusal. */
  private static boolean within(Runnable work, String what) {
    long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    boolean done = false;
    try {
      work.run();
      done = true;
    } catch (FailureException e) {
      assertTrue(REFUSALS.contains(e.failure().kind()), () -> e + " to " + what);
    } catch (RuntimeException | StackOverflowError e) {
      fail("%s to %s".formatted(e, what), e);
    }
    long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin;
    assertTrue(nanos < LONGEST_NANOS, () -> nanos / 1_000_000 + " ms for " + what);
    return done;
  }

  private static long heap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
