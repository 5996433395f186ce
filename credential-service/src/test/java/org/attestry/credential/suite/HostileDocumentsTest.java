package org.attestry.credential.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;
import org.attestry.credential.Budgets;
import org.attestry.credential.canonical.CanonicalForm;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.jsonld.BundledContexts;
import org.attestry.credential.jsonld.Rules;
import org.attestry.runtime.fair.Budget;
import org.attestry.testkit.Cost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Small documents that would take a canonicalizer minutes, much memory or a deep stack. */
class HostileDocumentsTest {

  /** Far more than half a second: these documents took from 8 seconds to forever. */
  private static final Duration COARSE = Duration.ofSeconds(20);

  private static final String SECURITY_V1 = "https://w3id.org/security/v1";
  private static final String SECURITY_V2 = "https://w3id.org/security/v2";

  private final Canonicalizer canonicalizer = new Canonicalizer(BundledContexts.load());

  @Test
  void refusesAScopedContextOfManyAddresses() {
    ObjectNode document = Documents.json("{}");
    ArrayNode scoped =
        document
            .putArray("@context")
            .addObject()
            .put("name", "urn:name")
            .putObject("T")
            .put("@id", "urn:T")
            .putArray("@context");
    for (int i = 0; i < 200; i++) {
      scoped.add(i % 2 == 0 ? SECURITY_V1 : SECURITY_V2);
    }
    ArrayNode nodes = document.putArray("name");
    for (int i = 0; i < 60; i++) {
      nodes.addObject().put("@type", "T");
    }
    List<Violation> found =
        Documents.violationsOf(
            () -> canonicalizer.read(document, Map.of(), Rules.VERIFY, Budgets.ofACall()).form());
    assertEquals(
        "/@context/0/T/@context context",
        found.getFirst().pointer() + " " + found.getFirst().rule());
  }

  @Test
  void stopsAtContextsThatHoldContextsThatHoldContexts() {
    ObjectNode document = Documents.json("{}");
    ObjectNode context = document.putArray("@context").addObject();
    for (int i = 0; i < 20; i++) {
      for (int j = 0; j < 10; j++) {
        context.put("t" + i + "x" + j, "urn:t");
      }
      context = context.putObject("q" + i).put("@id", "urn:q").putObject("@context");
    }
    ArrayNode nodes = document.putArray("q0");
    for (int i = 0; i < 3_000; i++) {
      nodes.addObject().putObject("q1").putObject("q2").put("t3x1", i);
    }
    assertTooMuchWork(document);
  }

  @Test
  void stopsAtThirtyGraphsOfNineBlankNodes() {
    ObjectNode document = Documents.credential();
    ArrayNode nodes = document.putArray("credentialSubject");
    for (int graph = 0; graph < 30; graph++) {
      addClique(nodes, "g" + graph + "n", 9);
    }
    assertTooMuchWork(document);
  }

  @Test
  void canonicalizesARingOfBlankNodesWithoutOverflow() {
    assertTooMuchWork(ringOf(1_000));
  }

  @Test
  void countsLongTextsThatAreHashedAgainAndAgain() {
    ObjectNode document = Documents.credential();
    ArrayNode nodes = document.putArray("credentialSubject");
    for (int i = 0; i < 80; i++) {
      nodes
          .addObject()
          .put("id", "_:n" + i)
          .put("name", "x".repeat(15_000))
          .put("friend", "_:n" + (i + 1) % 80);
    }
    assertTooMuchWork(document);
  }

  @Test
  void refusesLongChainsOfTerms() {
    for (boolean scoped : new boolean[] {false, true}) {
      ObjectNode document = Documents.credential();
      ObjectNode terms = ((ArrayNode) document.get("@context")).addObject();
      ObjectNode chained = scoped ? terms.putObject("s").put("@id", "urn:s") : null;
      chained = scoped ? chained.putObject("@context") : terms;
      for (int i = 0; i < 300; i++) {
        chained.put("p" + i, "p" + (i + 1) + ":x");
      }
      chained.put("p300", "urn:x:");
      assertEquals("limit", violations(document).getFirst().rule());
    }
  }

  @Test
  void refusesTextsInContextsThatMakeEveryNameLong() {
    ObjectNode document = Documents.json("{}");
    document.putArray("@context").addObject().put("@vocab", "urn:" + "v".repeat(500));
    document.put("name", "x");
    assertEquals("/@context/0/@vocab", violations(document).getFirst().pointer());
  }

  @Test
  void readsManyValuesOfOnePropertyInLinearTime() {
    ObjectNode document = Documents.json("{}");
    document.putArray("@context").addObject().put("name", "urn:name").put("id", "@id");
    ArrayNode names = document.putArray("name");
    for (int i = 0; i < 15_000; i++) {
      names.add("value " + i);
    }
    assertEquals(15_000, lines(document));
  }

  @Test
  void refusesManyValuesWhereAContextDefinesMaps() {
    ObjectNode document = Documents.credential();
    ObjectNode languages = ((ObjectNode) document.get("credentialSubject")).putObject("label");
    for (int i = 0; i < 10_000; i++) {
      languages.put("en-x" + i, "x");
    }
    assertEquals("limit", violations(document).getFirst().rule());
  }

  @Test
  void refusesALanguageTagOfHalfAMillionCharacters() {
    String tag = "a" + "-a".repeat(250_000);
    List<Violation> violations =
        violations(
            Documents.withSubject(
                "{\"name\": {\"@value\": \"x\", \"@language\": \"" + tag + "\"}}"));
    assertEquals("language", violations.getFirst().rule());
  }

  @Test
  void listsAHundredViolationsAndCountsTheOthers() {
    ObjectNode document = Documents.credential();
    ObjectNode subject = (ObjectNode) document.get("credentialSubject");
    for (int i = 0; i < 4_000; i++) {
      subject.put("undefined" + i, "x");
    }
    Failure undefined = refusal(() -> canonicalize(document)).failure();
    assertEquals(100, undefined.violations().size());
    assertEquals(3_900, undefined.moreViolations());

    ObjectNode wrong = Documents.credential();
    ArrayNode friends = ((ObjectNode) wrong.get("credentialSubject")).putArray("friend");
    for (int i = 0; i < 4_000; i++) {
      friends.add("relative" + i);
    }
    Failure relative = refusal(() -> canonicalize(wrong)).failure();
    assertEquals(100, relative.violations().size());
    assertEquals(3_900, relative.moreViolations());
  }

  @Test
  void pointsAtWrongValuesBelowLongNamesWithoutWritingEveryPointer() {
    ObjectNode document = Documents.credential();
    ObjectNode node = (ObjectNode) document.get("credentialSubject");
    for (int i = 0; i < 50; i++) {
      node = node.putObject("n".repeat(900) + i);
    }
    for (int i = 0; i < 15_000; i++) {
      node.putNull("u" + i);
    }
    assertNotNull(refusal(() -> canonicalize(document)));
  }

  @Test
  void allowsWhatCredentialsOrdinarilyHold() {
    ObjectNode document = Documents.credential();
    ObjectNode subject = (ObjectNode) document.get("credentialSubject");
    ArrayNode marks = subject.putArray("name");
    for (int i = 0; i < 1_000; i++) {
      marks.addObject().put("type", "Person").put("name", "person " + i);
    }
    ArrayNode steps = subject.putArray("steps");
    for (int i = 0; i < 100; i++) {
      steps.add(true);
    }
    assertTrue(lines(document) > 3_000);
  }

  @Test
  void allowsACallerWithoutTokenAThousandObjects() {
    ObjectNode document = Documents.credential();
    ArrayNode marks = ((ObjectNode) document.get("credentialSubject")).putArray("name");
    for (int i = 0; i < 1_000; i++) {
      marks.addObject().put("type", "Person").put("name", "person " + i);
    }
    Budget budget = Budgets.ofACallWithoutToken();
    CanonicalForm form = canonicalizer.read(document, Map.of(), Rules.VERIFY, budget).form();
    assertTrue(form.nQuads().lines().count() > 3_000);
  }

  private static ObjectNode ringOf(int size) {
    ObjectNode document = Documents.credential();
    ArrayNode nodes = document.putArray("credentialSubject");
    for (int i = 0; i < size; i++) {
      nodes.addObject().put("id", "_:n" + i).put("friend", "_:n" + (i + 1) % size);
    }
    return document;
  }

  private static void addClique(ArrayNode nodes, String name, int size) {
    for (int i = 0; i < size; i++) {
      ArrayNode friends = nodes.addObject().put("id", "_:" + name + i).putArray("friend");
      for (int j = 0; j < size; j++) {
        if (j != i) {
          friends.add("_:" + name + j);
        }
      }
    }
  }

  private void assertTooMuchWork(ObjectNode document) {
    Violation first = refusal(() -> canonicalize(document)).failure().violations().getFirst();
    assertEquals("limit", first.rule(), first.toString());
  }

  private List<Violation> violations(ObjectNode document) {
    return refusal(() -> canonicalize(document)).failure().violations();
  }

  private static FailureException refusal(Executable work) {
    AtomicReference<FailureException> refusal = new AtomicReference<>();
    Cost.atMost(
        COARSE,
        () -> {
          try {
            work.execute();
          } catch (FailureException e) {
            refusal.set(e);
          }
        });
    assertNotNull(refusal.get(), "was not refused");
    return refusal.get();
  }

  private long lines(ObjectNode document) {
    return canonicalize(document).nQuads().lines().count();
  }

  private CanonicalForm canonicalize(ObjectNode document) {
    Budget budget = Budgets.ofACall();
    return canonicalizer.read(document, Map.of(), Rules.VERIFY, budget).form();
  }
}
