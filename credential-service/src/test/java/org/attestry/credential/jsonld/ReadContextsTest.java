package org.attestry.credential.jsonld;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;

class ReadContextsTest {

  private static final String ADDRESS = "https://registry.example/contexts/people";
  private static final Duration LONG = Duration.ofHours(1);
  private static final Failure SPENT =
      new Failure(FailureKind.INVALID, "test.spent", "Spent.", List.of());
  private static final int MORE_THAN_ENOUGH = 1 << 20;

  private final BundledContexts bundled = BundledContexts.load();

  @Test
  void anotherContextAtTheSameAddressIsReadAnew() {
    Canonicalizer canonicalizer = new Canonicalizer(bundled);
    String first = signed(canonicalizer, context("urn:first"), MORE_THAN_ENOUGH);
    String second = signed(canonicalizer, context("urn:second"), MORE_THAN_ENOUGH);

    assertTrue(first.contains("<urn:first>"), first);
    assertTrue(second.contains("<urn:second>"), second);
    assertEquals(first, signed(canonicalizer, context("urn:first"), MORE_THAN_ENOUGH));
  }

  @Test
  void aContextAgainstTheRulesIsRefusedEachTime() {
    Canonicalizer canonicalizer = new Canonicalizer(bundled);
    JsonNode against = Json.read("{\"@context\": {\"@base\": \"https://x.example/\"}}");
    for (int times = 0; times < 2; times++) {
      assertThrows(FailureException.class, () -> signed(canonicalizer, against, MORE_THAN_ENOUGH));
    }
  }

  @Test
  void aDocumentTakesAsManyStepsWhetherItsContextsWereReadBeforeOrNot() {
    int least = 1;
    int most = MORE_THAN_ENOUGH;
    while (least < most) {
      int middle = (least + most) / 2;
      if (isSpent(new Canonicalizer(bundled), middle)) {
        least = middle + 1;
      } else {
        most = middle;
      }
    }
    assertNotEquals(1, least);
    Canonicalizer before = new Canonicalizer(bundled);
    signed(before, context("urn:" + "x".repeat(450)), MORE_THAN_ENOUGH);
    signed(before, context("urn:first"), MORE_THAN_ENOUGH);
    assertTrue(isSpent(before, least - 1));
    assertFalse(isSpent(before, least));
  }

  private static boolean isSpent(Canonicalizer canonicalizer, int steps) {
    try {
      signed(canonicalizer, context("urn:first"), steps);
      return false;
    } catch (FailureException e) {
      assertEquals(SPENT.code(), e.failure().code(), e.toString());
      return true;
    }
  }

  private static String signed(Canonicalizer canonicalizer, JsonNode context, int steps) {
    ObjectNode document =
        (ObjectNode)
            Json.read(
                """
                {
                  "@context": ["https://www.w3.org/2018/credentials/v1", "%s", {"b": "urn:b"}],
                  "id": "urn:1", "type": ["VerifiableCredential"], "issuer": "urn:2",
                  "issuanceDate": "2026-01-02T03:04:05Z",
                  "credentialSubject": {"id": "urn:3", "home": {"id": "urn:4", "city": "x"},
                    "b": "c"}
                }
                """
                    .formatted(ADDRESS));
    Budget budget = new Budget(Deadline.in(LONG), steps, SPENT);
    return canonicalizer
        .read(document, Map.of(ADDRESS, context), Rules.ISSUE, budget)
        .form()
        .nQuads();
  }

  private static JsonNode context(String home) {
    return Json.read(
        """
        {"@context": {"home": {"@id": "%s", "@context": {"city": "urn:city"}}}}
        """
            .formatted(home));
  }
}
