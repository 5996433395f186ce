package org.attestry.credential.signing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.contracts.FailureException;
import org.attestry.credential.Budgets;
import org.attestry.credential.domain.GeneratedContext;
import org.attestry.credential.domain.KeyState;
import org.attestry.credential.domain.Proofs.SignedDocument;
import org.attestry.credential.domain.Proofs.Verdict;
import org.attestry.credential.domain.Proofs.Verification;
import org.attestry.credential.domain.SignedTerms;
import org.attestry.credential.domain.SigningKey;
import org.attestry.credential.domain.VerificationKey;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Thousands of changed credentials: one is accepted only if another library, with data-loss
 * detection, reads the same statements in it, the same dates, status, issuer and types, and no
 * label of a node, which is in no statement.
 */
class MutationIT {

  private static final int ROUNDS = Integer.getInteger("attestry.mutations", 10_000);
  private static final long SEED = Long.getLong("attestry.mutations.seed", 15);
  private static final String ISSUER = "did:web:issuer.example";
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private static Oracle oracle;
  private static SigningKey signingKey;
  private static VerificationKey verificationKey;

  private final ProofSuites proofs = TestProofs.at("https://registry.example");
  private final Map<String, JsonNode> contexts = new HashMap<>();

  @BeforeAll
  static void start() throws Exception {
    oracle = Oracle.start();
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    KeyPair pair = generator.generateKeyPair();
    String method = ISSUER + "#key-1";
    signingKey = new SigningKey(method, ISSUER, pair.getPrivate());
    verificationKey =
        new VerificationKey(method, ISSUER, KeyState.ACTIVE, pair.getPublic(), Set.of());
  }

  @AfterAll
  static void stop() {
    oracle.close();
  }

  /** A signed document, without proof, and what the other library reads in it. */
  private record Signed(
      String name, ObjectNode document, ObjectNode proof, SignedTerms terms, JsonNode reading) {}

  @Test
  void acceptsOnlyWhatAnotherLibraryReadsTheSame() {
    List<Signed> all = signed();
    assertTrue(all.size() >= 25, "there are " + all.size() + " documents");
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
    assertTrue(accepted > ROUNDS / 50, "only " + accepted + " were accepted: nothing is compared");
  }

  private List<Signed> signed() {
    List<Signed> all = new ArrayList<>();
    for (JsonNode one : Documents.resource("/mutations/documents.json")) {
      String name = one.get("name").textValue();
      ObjectNode document = (ObjectNode) one.get("document");
      SignedDocument signed =
          proofs.sign(proofs.read(document, Map.of(), Budgets.ofACall()), signingKey, NOW, null);
      GeneratedContext context = signed.unsigned().context();
      if (context != null) {
        contexts.put(context.address(), context.document());
      }
      ObjectNode unsigned = signed.unsigned().document();
      JsonNode reading = oracle.read(unsigned, contexts);
      assertFalse(reading.has("error"), () -> name + ": " + reading);
      ObjectNode proof = (ObjectNode) signed.credential().get("proof");
      assertEquals(
          read(signed.unsigned().terms()),
          withoutStatements(reading),
          () -> name + " is read otherwise");
      all.add(new Signed(name, unsigned, proof, signed.unsigned().terms(), reading));
    }
    return all;
  }

  private boolean isAccepted(Signed original, ObjectNode changed) {
    Verification verification;
    try {
      verification =
          proofs.verify(changed, original.proof(), contexts, verificationKey, Budgets.ofACall());
    } catch (FailureException refused) {
      return false;
    }
    if (!(verification.verdict() instanceof Verdict.Valid)) {
      return false;
    }
    JsonNode reading = oracle.read(changed, contexts);
    assertEquals(original.reading(), reading, () -> original.name() + " was changed to " + changed);
    assertEquals(
        read(original.terms()),
        read(verification.terms()),
        () -> original.name() + " was changed to " + changed);
    return true;
  }

  private static JsonNode withoutStatements(JsonNode reading) {
    return ((ObjectNode) reading.deepCopy()).without(List.of("nQuads", "labels"));
  }

  private static ObjectNode read(SignedTerms terms) {
    ObjectNode read = JsonNodeFactory.instance.objectNode();
    list(read, "types", terms.types());
    list(read, "issuers", terms.issuers());
    list(read, "starts", terms.starts());
    list(read, "ends", terms.ends());
    read.put("status", !terms.statuses().isEmpty());
    return (ObjectNode) Json.read(read.toString());
  }

  private static void list(ObjectNode read, String name, Collection<String> texts) {
    new TreeSet<>(texts).forEach(read.putArray(name)::add);
  }
}
