package org.attestry.gateway.http;

import java.util.HashMap;
import java.util.Map;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/**
 * How many expensive requests a caller has under way: one that sends many at once waits for itself,
 * and not others for it. Used on the event loop of one verticle.
 */
final class CostlyCalls {

  private final int most;
  private final Map<String, Integer> underWay = new HashMap<>();

  CostlyCalls(int most) {
    this.most = most;
  }

  /**
   * One more of the caller begins; who sends no token may have a quarter of what others may.
   *
   * @throws FailureException of kind RATE_LIMITED when it is one too many
   */
  void begin(String caller, boolean known) {
    int now = underWay.getOrDefault(caller, 0);
    int allowed = known ? most : Math.max(1, most / 4);
    if (now >= allowed) {
      throw Failure.of(
              FailureKind.RATE_LIMITED,
              "gateway.too-many-at-once",
              "You have %d requests of this kind under way; wait for one to end."
                  .formatted(allowed))
          .exception();
    }
    underWay.put(caller, now + 1);
  }

  /** One that had begun has ended. */
  void end(String caller) {
    underWay.computeIfPresent(caller, (same, now) -> now == 1 ? null : now - 1);
  }
}
