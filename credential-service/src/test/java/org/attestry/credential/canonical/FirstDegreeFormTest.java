package org.attestry.credential.canonical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apicatalog.rdf.api.RdfConsumerException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.attestry.credential.Budgets;
import org.attestry.credential.canonical.RdfStatements.Statement;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.Test;

class FirstDegreeFormTest {

  private static final String STRING = "http://www.w3.org/2001/XMLSchema#string";
  private static final String DATE = "http://www.w3.org/2001/XMLSchema#date";
  private static final String P = "https://example.org/p";

  private static final List<String> NODES =
      List.of("_:b0", "_:b1", "_:b2", "_:b10", "https://example.org/a", "urn:uuid:a-b");
  private static final List<String> PREDICATES = List.of(P, P + "#q", P + "/q");
  private static final List<String> TEXTS = List.of("", "a", "b", "_:b0", "ümläut", "<a> .", "a b");

  private final Random random = new Random(Seeds.of(44));

  @Test
  void isWhatTheLibraryMakesOfRandomGraphs() throws Exception {
    int formed = 0;
    for (int round = 0; round < 5_000; round++) {
      Set<Statement> graph = randomGraph();
      Optional<CanonicalForm> form = FirstDegreeForm.of(graph);
      if (form.isPresent()) {
        assertEquals(library(graph), form.get());
        formed++;
      }
    }
    assertTrue(formed > 2_500, "formed: " + formed);
  }

  @Test
  void leavesBlankNodesThatLookAlikeToTheLibrary() {
    List<Statement> ring = List.of(link("_:x", "_:y"), link("_:y", "_:x"));
    assertEquals(Optional.empty(), FirstDegreeForm.of(ring));
  }

  @Test
  void leavesWhatIsEscapedOrOrderedOtherwiseToTheLibrary() {
    for (String text : List.of("a\"b", "a\\b", "a\nb", "\u007f", "\ue000", "\ud83d\ude00")) {
      Statement one = new Statement("urn:a", P, text, STRING, null);
      assertEquals(Optional.empty(), FirstDegreeForm.of(List.of(one)), text);
    }
    for (String iri : List.of("urn:a b", "urn:<a>", "urn:ä", "urn:\\u0041")) {
      assertEquals(Optional.empty(), FirstDegreeForm.of(List.of(link("urn:a", iri))), iri);
    }
    Statement german = new Statement("urn:a", P, "Hallo", STRING, "de");
    assertEquals(Optional.empty(), FirstDegreeForm.of(List.of(german)));
  }

  private Set<Statement> randomGraph() {
    Set<Statement> graph = new LinkedHashSet<>();
    int size = 1 + random.nextInt(12);
    for (int number = 0; number < size; number++) {
      String subject = any(NODES);
      String predicate = any(PREDICATES);
      graph.add(
          random.nextBoolean()
              ? new Statement(subject, predicate, any(NODES), null, null)
              : new Statement(subject, predicate, any(TEXTS), any(List.of(STRING, DATE)), null));
    }
    return graph;
  }

  private String any(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  private static Statement link(String from, String to) {
    return new Statement(from, P, to, null, null);
  }

  private static CanonicalForm library(Set<Statement> statements) throws RdfConsumerException {
    CountedGraph graph = new CountedGraph(Budgets.ofACall());
    for (Statement one : statements) {
      graph.add(one, null);
    }
    return graph.canonicalForm();
  }
}
