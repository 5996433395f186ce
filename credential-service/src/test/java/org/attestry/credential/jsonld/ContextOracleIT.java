package org.attestry.credential.jsonld;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.KeyPair;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.credential.Budgets;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.TestSigner;
import org.attestry.credential.jsonld.Oracle.Question;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.SigningTime;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.Proofs.SignedDocument;
import org.attestry.credential.proof.Proofs.Unsigned;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.credential.suite.Documents;
import org.attestry.credential.suite.ProofSuites;
import org.attestry.credential.suite.TestProofs;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Credentials that are generated together with their contexts: one is signed only where another
 * library signs the same bytes, and one that was changed anywhere is accepted only where the other
 * library reads the same statements, and every check the same.
 */
class ContextOracleIT {

  private static final String CASES = "attestry.contexts";
  private static final int COUNT = Integer.getInteger(CASES, 2_000);
  private static final long SEED = Seeds.of(31);
  private static final int BATCH = 200;
  private static final int SHOWN = 20;

  private static final String ISSUER = "did:web:issuer.example";
  private static final String METHOD = ISSUER + "#key-1";
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final List<String> NAMES =
      List.of(
          "@id",
          "@type",
          "@value",
          "@list",
          "@set",
          "@language",
          "@direction",
          "@index",
          "@none",
          "@nest",
          "@reverse",
          "@graph",
          "@included",
          "@foo",
          "id",
          "type",
          "p",
          "q",
          "r",
          "label",
          "steps",
          "data",
          "knows",
          "ex:u",
          "ex:more",
          "myid",
          "mytype",
          "myvalue",
          "mylist",
          "mylanguage",
          "steps",
          "urn:x-more",
          "Person",
          "issuer",
          "expirationDate",
          "validUntil",
          "credentialStatus");

  private static Oracle oracle;

  private final ProofSuites proofs = TestProofs.at("https://registry.example", "eddsa-rdfc-2022");
  private final KeyPair pair = Keys.generate(KeyType.ED25519);
  private final TestSigner signer = new TestSigner(METHOD, ISSUER, pair);
  private final VerificationKey key =
      new VerificationKey(
          METHOD, ISSUER, KeyState.ACTIVE, pair.getPublic(), "", Set.of(), SigningTime.UNKNOWN);
  private final Random random = new Random(SEED);
  private final RandomContexts cases = new RandomContexts(random);
  private int plain;
  private int signedOfPlain;
  private int signed;
  private int changed;
  private int accepted;
  private final Map<String, Integer> refused = new TreeMap<>();
  private final List<String> differences = new ArrayList<>();

  @BeforeAll
  static void start() {
    oracle = Oracle.start();
  }

  @AfterAll
  static void stop() {
    oracle.close();
  }

  /** A credential, and the statements that the other library reads in it. */
  private record Signed(
      ObjectNode document,
      Map<String, JsonNode> contexts,
      SignedDocument proved,
      JsonNode reading) {

    ObjectNode proof() {
      return (ObjectNode) proved.credential().get("proof");
    }
  }

  @Test
  void signsAndAcceptsOnlyWhatAnotherLibraryReadsTheSame() {
    for (int left = COUNT; left > 0; left -= BATCH) {
      List<Signed> batch = signed(Math.min(left, BATCH));
      changeEverywhere(batch);
    }
    System.out.printf(
        "%d of %d under contexts of the list, %d in all were signed; %d changed, %d accepted;"
            + " refused under contexts of the list: %s%n",
        signedOfPlain, plain, signed, changed, accepted, refused);
    differences.stream().limit(SHOWN).forEach(System.out::println);
    assertEquals(0, differences.size(), () -> "first: " + differences.getFirst());
    assertTrue(signedOfPlain > plain / 5, signedOfPlain + " of " + plain + " were signed");
    assertTrue(accepted > signed / 20, "only " + accepted + " were accepted");
  }

  private List<Signed> signed(int count) {
    List<SignedDocument> proved = new ArrayList<>();
    List<Question> questions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      RandomContexts.Case one = cases.next();
      SignedDocument document = signed(one);
      plain += one.plain() ? 1 : 0;
      if (document != null) {
        signedOfPlain += one.plain() ? 1 : 0;
        proved.add(document);
        questions.add(new Question(document.unsigned().document(), contexts(one, document)));
      }
    }
    signed += proved.size();
    List<JsonNode> readings = oracle.readAll(questions);
    List<Signed> all = new ArrayList<>();
    for (int i = 0; i < proved.size(); i++) {
      Question question = questions.get(i);
      Unsigned unsigned = proved.get(i).unsigned();
      JsonNode reading = readings.get(i);
      String canonical = reading.path("nQuads").asText();
      if (!unsigned.canonical().equals(canonical)) {
        differences.add("signed " + question + " as " + unsigned.canonical() + reading);
        continue;
      }
      assertEquals(Oracle.of(unsigned.terms()), Oracle.terms(reading), question::toString);
      Signed one = new Signed(question.document(), question.contexts(), proved.get(i), reading);
      assertInstanceOf(Verdict.Valid.class, verdict(one, one.document()), question::toString);
      all.add(one);
    }
    return all;
  }

  private static Map<String, JsonNode> contexts(RandomContexts.Case one, SignedDocument signed) {
    Map<String, JsonNode> contexts = new HashMap<>(one.contexts());
    if (signed.unsigned().context() != null) {
      contexts.put(signed.unsigned().context().address(), signed.unsigned().context().document());
    }
    return contexts;
  }

  /** Returns null if it is refused. */
  private SignedDocument signed(RandomContexts.Case one) {
    try {
      Unsigned unsigned =
          proofs.read(one.document(), proofs.suite(), one.contexts(), Budgets.ofACall());
      return signer.sign(proofs, unsigned, NOW, null);
    } catch (FailureException e) {
      assertEquals(FailureKind.INVALID, e.failure().kind(), () -> one.toString());
      if (one.plain()) {
        String rule = e.failure().violations().getFirst().rule();
        refused.merge(rule, 1, Integer::sum);
      }
      return null;
    }
  }

  private void changeEverywhere(List<Signed> all) {
    List<Signed> originals = new ArrayList<>();
    List<Question> questions = new ArrayList<>();
    for (Signed one : all) {
      for (ObjectNode other : changes(one.document())) {
        changed++;
        if (!other.equals(one.document()) && verdict(one, other) instanceof Verdict.Valid) {
          originals.add(one);
          questions.add(new Question(other, one.contexts()));
        }
      }
    }
    accepted += questions.size();
    List<JsonNode> readings = oracle.readAll(questions);
    for (int i = 0; i < readings.size(); i++) {
      Signed original = originals.get(i);
      Question question = questions.get(i);
      if (!original.reading().equals(readings.get(i))) {
        differences.add(
            "changed " + original.document() + " to " + question + ", read as " + readings.get(i));
      }
    }
  }

  private Verdict verdict(Signed original, ObjectNode document) {
    try {
      return proofs
          .verify(document, original.proof(), original.contexts(), key, Budgets.ofACall())
          .verdict();
    } catch (FailureException refused) {
      return new Verdict.Undecided(refused.failure().code());
    }
  }

  /** The document changed at each of its members and items. */
  private List<ObjectNode> changes(ObjectNode document) {
    List<ObjectNode> all = new ArrayList<>();
    int places = change(document.deepCopy(), -1, 0);
    for (int place = 0; place < places; place++) {
      ObjectNode copy = document.deepCopy();
      change(copy, place, random.nextInt(6));
      all.add(copy);
    }
    return all;
  }

  /** Changes the place of that number, and counts them all if there is none. */
  private int change(ObjectNode document, int number, int kind) {
    int[] seen = {0};
    visit(document, number, kind, seen);
    return seen[0];
  }

  private void visit(JsonNode node, int number, int kind, int[] seen) {
    if (node instanceof ObjectNode object) {
      if (seen[0]++ == number) {
        object.set(one(NAMES), cases.arbitrary());
      }
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        if (name.equals("@context")) {
          continue;
        }
        JsonNode value = object.get(name);
        if (seen[0]++ == number) {
          change(object, name, kind);
        }
        visit(value, number, kind, seen);
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < node.size(); i++) {
        JsonNode value = array.get(i);
        if (seen[0]++ == number) {
          array.set(i, kind < 3 ? cases.arbitrary() : wrapped(value, kind));
        }
        visit(value, number, kind, seen);
      }
    }
  }

  private void change(ObjectNode object, String name, int kind) {
    JsonNode value = object.get(name);
    switch (kind) {
      case 0 -> object.remove(name);
      case 1 -> object.set(name, cases.arbitrary());
      case 2 -> {
        object.remove(name);
        object.set(one(NAMES), value);
      }
      default -> object.set(name, wrapped(value, kind));
    }
  }

  private JsonNode wrapped(JsonNode value, int kind) {
    ObjectNode wrapped = Documents.json("{}");
    ArrayNode array = wrapped.putArray("@set").add(value);
    return switch (kind) {
      case 3 -> value.isArray() && value.size() == 1 ? value.get(0) : array;
      case 4 -> random.nextBoolean() ? wrapped : array.add(value);
      default -> Documents.json("{}").set(one(List.of("@value", "@id", "@list")), value);
    };
  }

  private <T> T one(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
