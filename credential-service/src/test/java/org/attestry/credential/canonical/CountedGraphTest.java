package org.attestry.credential.canonical;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apicatalog.rdf.api.RdfConsumerException;
import org.attestry.contracts.FailureException;
import org.attestry.credential.Budgets;
import org.attestry.credential.canonical.RdfStatements.Statement;
import org.attestry.runtime.fair.Budget;
import org.junit.jupiter.api.Test;

/** The cost of canonicalization in a call's budget. */
class CountedGraphTest {

  private static final String NEXT = "urn:next";
  private static final int MOST = 8_000_000;

  /** Statements about other nodes once paid for the comparison of those that look alike. */
  @Test
  void comparingNodesThatLookAlikeCostsTheSameBesideManyOtherStatements() {
    long alone = steps(130, 0);
    long beside = steps(130, 15_000);

    assertTrue(alone > 130 * 130, alone + " steps: nothing is compared");
    assertTrue(beside >= alone, "%d steps, %d alone".formatted(beside, alone));
  }

  /** Each has the same number of statements about it, so that all orders are compared. */
  @Test
  void eightNodesThatAreAllLinkedAreRefused() throws Exception {
    CountedGraph graph = new CountedGraph(Budgets.ofACallWithoutToken());
    for (int i = 0; i < 64; i++) {
      graph.add(new Statement("_:n" + i / 8, NEXT, "_:n" + i % 8, null, null), null);
    }
    assertThrows(FailureException.class, graph::canonicalForm);
  }

  /** Returns the steps for a ring of blank nodes: the whole budget less its rest. */
  private static long steps(int ring, int others) {
    Budget budget = Budgets.of(MOST);
    canonicalize(new CountedGraph(budget), ring, others);
    long left = 0;
    while (canSpend(budget)) {
      left++;
    }
    return MOST - left;
  }

  private static boolean canSpend(Budget budget) {
    try {
      budget.spend();
      return true;
    } catch (FailureException spent) {
      return false;
    }
  }

  private static void canonicalize(CountedGraph graph, int ring, int others) {
    try {
      for (int i = 0; i < ring; i++) {
        graph.add(new Statement("_:n" + i, NEXT, "_:n" + (i + 1) % ring, null, null), null);
      }
      for (int i = 0; i < others; i++) {
        graph.add(new Statement("urn:other:" + i, NEXT, "urn:value", null, null), null);
      }
      graph.canonicalForm();
    } catch (RdfConsumerException e) {
      throw new IllegalStateException(e);
    }
  }
}
