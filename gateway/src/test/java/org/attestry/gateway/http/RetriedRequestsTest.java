package org.attestry.gateway.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.registry.BulkOperations;
import org.attestry.contracts.registry.EntityOperations;
import org.junit.jupiter.api.Test;

class RetriedRequestsTest {

  @Test
  void aSearchThatTookTooLongByItselfIsNotSentAgain() {
    assertFalse(isRetried(FailureKind.TIMEOUT, EntityOperations.SEARCH_TOO_SLOW));
  }

  @Test
  void aServiceThatIsAwayOrSlowIsAskedAgain() {
    assertTrue(isRetried(FailureKind.TIMEOUT, "bus.timeout"));
    assertTrue(isRetried(FailureKind.TIMEOUT, "suite.timeout"));
    assertTrue(isRetried(FailureKind.UNAVAILABLE, "bus.unavailable"));
    assertFalse(isRetried(FailureKind.INVALID, "registry.search.invalid"));
  }

  private static boolean isRetried(FailureKind kind, String code) {
    return RetriedRequests.isRetried(
        BulkOperations.EXPORT_ENTITIES, FailureException.of(kind, code, "it failed"));
  }
}
