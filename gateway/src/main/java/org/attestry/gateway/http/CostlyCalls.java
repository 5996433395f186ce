package org.attestry.gateway.http;

import java.util.HashMap;
import java.util.Map;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/**
 * Limits how many costly requests a caller has in flight, so that a caller that sends many does not
 * delay the others. Used on the event loop of one verticle.
 */
final class CostlyCalls {

  private final int most;
  private final Map<String, Integer> inFlight = new HashMap<>();

  CostlyCalls(int most) {
    this.most = most;
  }

  /**
   * Counts one more costly request of the caller. A caller without a token may have a quarter of
   * the limit.
   *
   * @throws FailureException of kind RATE_LIMITED when the limit is reached
   */
  void begin(String caller, boolean known) {
    int now = inFlight.getOrDefault(caller, 0);
    int allowed = known ? most : Math.max(1, most / 4);
    if (now >= allowed) {
      throw FailureException.of(
          FailureKind.RATE_LIMITED,
          "gateway.too-many-at-once",
          "You have %d requests of this kind under way; wait for one to end.".formatted(allowed));
    }
    inFlight.put(caller, now + 1);
  }

  /** Counts one costly request of the caller less. */
  void end(String caller) {
    inFlight.computeIfPresent(caller, (same, now) -> now == 1 ? null : now - 1);
  }
}
