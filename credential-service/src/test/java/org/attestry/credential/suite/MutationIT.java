package org.attestry.credential.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.KeyPair;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.attestry.contracts.FailureException;
import org.attestry.credential.Budgets;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.TestSigner;
import org.attestry.credential.jsonld.BundledContexts;
import org.attestry.credential.jsonld.Oracle;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.key.SigningSuite;
import org.attestry.credential.key.SigningTime;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.GeneratedContext;
import org.attestry.credential.proof.Proofs.SignedDocument;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.credential.proof.Proofs.Verification;
import org.attestry.credential.proof.SignedTerms;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Thousands of changed credentials: one is accepted only if another library, with data-loss
 * detection, reads the same statements in it, the same dates, status, issuer and types, and no
 * label of a node, which is in no statement.
 */
class MutationIT {

  /** The number of changes for each suite. */
  private static final int ROUNDS = Integer.getInteger("attestry.mutations", 2_000);

  private static final long SEED = Seeds.of(15);
  private static final String ISSUER = "did:web:issuer.example";
  private static final String METHOD = ISSUER + "#key-1";
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private static Oracle oracle;

  private final ProofSuites proofs = TestProofs.at("https://registry.example");
  private final Map<String, JsonNode> contexts = new HashMap<>();

  @BeforeAll
  static void start() {
    oracle = Oracle.start();
  }

  @AfterAll
  static void stop() {
    oracle.close();
  }

  /** A signed document without proof, and the statements that the other library reads in it. */
  private record Signed(
      String name,
      ObjectNode document,
      ObjectNode proof,
      SignedTerms terms,
      JsonNode reading,
      VerificationKey key) {}

  static Stream<String> suites() {
    Canonicalizer canonicalizer = new Canonicalizer(BundledContexts.load());
    return ProofSuites.all(canonicalizer, SignatureAlgorithm.PS256).stream()
        .filter(suite -> !(suite instanceof VcJwtSuite))
        .map(ProofSuite::name);
  }

  @ParameterizedTest
  @MethodSource("suites")
  void acceptsOnlyWhatAnotherLibraryReadsTheSame(String suite) {
    List<Signed> all = signed(suite);
    assertTrue(all.size() >= 25, "there are " + all.size() + " documents");
    all.forEach(one -> assertTrue(isAccepted(one, one.document()), one.name()));
    Mutations mutations = new Mutations(new Random(SEED));
    int accepted = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Signed original = all.get(round % all.size());
      ObjectNode changed = mutations.of(original.document());
      while (changed.equals(original.document())) {
        changed = mutations.of(original.document());
      }
      accepted += isAccepted(original, changed) ? 1 : 0;
    }
    boolean json = suite.contains("-jcs-");
    assertTrue(
        json || accepted > ROUNDS / 100,
        "only " + accepted + " were accepted: nothing is compared");
  }

  /**
   * An accepted changed proof has the same statements for another library under the contexts of its
   * document.
   */
  @ParameterizedTest
  @MethodSource("suites")
  void acceptsOnlyProofsThatSayTheSame(String suite) {
    List<Signed> all = signed(suite);
    Mutations mutations = new Mutations(new Random(SEED));
    for (int round = 0; round < ROUNDS / 4; round++) {
      Signed original = all.get(round % all.size());
      ObjectNode changed = mutations.of(original.proof());
      Optional<JsonNode> value =
          Stream.of("jws", "proofValue").map(changed::get).filter(Objects::nonNull).findFirst();
      if (value.isPresent() && accepts(original, original.document(), changed) != null) {
        JsonNode before = oracle.read(options(original, original.proof()), contexts);
        assertEquals(
            before, oracle.read(options(original, changed), contexts), () -> changed.toString());
      }
    }
  }

  private static ObjectNode options(Signed signed, ObjectNode proof) {
    ObjectNode options = proof.deepCopy();
    options.remove(List.of("jws", "proofValue"));
    JsonNode context = signed.document().get("@context");
    return proof.has("jws")
        ? options.put("@context", ProofOptions.SECURITY_V2)
        : options.set("@context", context);
  }

  private List<Signed> signed(String name) {
    SigningSuite suite = TestProofs.at("https://registry.example", name).suite();
    KeyPair pair = Keys.generate(suite.keyType());
    TestSigner signer = new TestSigner(METHOD, ISSUER, pair);
    VerificationKey key =
        new VerificationKey(
            METHOD, ISSUER, KeyState.ACTIVE, pair.getPublic(), "", Set.of(), SigningTime.UNKNOWN);
    List<Signed> all = new ArrayList<>();
    for (JsonNode one : Documents.resource("/mutations/documents.json")) {
      String title = one.get("name").textValue();
      ObjectNode document = (ObjectNode) one.get("document");
      SignedDocument signed =
          signer.sign(proofs, proofs.read(document, suite, Map.of(), Budgets.ofACall()), NOW, null);
      GeneratedContext context = signed.unsigned().context();
      if (context != null) {
        contexts.put(context.address(), context.document());
      }
      ObjectNode unsigned = signed.unsigned().document();
      JsonNode reading = oracle.read(unsigned, contexts);
      assertFalse(reading.has("error"), () -> title + ": " + reading);
      ObjectNode proof = (ObjectNode) signed.credential().get("proof");
      assertEquals(
          Oracle.of(signed.unsigned().terms()),
          Oracle.terms(reading),
          () -> title + " is read otherwise");
      all.add(new Signed(title, unsigned, proof, signed.unsigned().terms(), reading, key));
    }
    return all;
  }

  private boolean isAccepted(Signed original, ObjectNode changed) {
    Verification verification = accepts(original, changed, original.proof());
    if (verification == null) {
      return false;
    }
    JsonNode reading = oracle.read(changed, contexts);
    assertEquals(original.reading(), reading, () -> original.name() + " was changed to " + changed);
    assertEquals(
        Oracle.of(original.terms()),
        Oracle.of(verification.terms()),
        () -> original.name() + " was changed to " + changed);
    return true;
  }

  /** Returns null if it is refused. */
  private Verification accepts(Signed original, ObjectNode document, ObjectNode proof) {
    try {
      Verification verification =
          proofs.verify(document, proof, contexts, original.key(), Budgets.ofACall());
      return verification.verdict() instanceof Verdict.Valid ? verification : null;
    } catch (FailureException refused) {
      return null;
    }
  }
}
