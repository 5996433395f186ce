package org.attestry.file.transfer;

import java.util.HashMap;
import java.util.Map;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/**
 * Limits how many transfers run at once. One caller may have at most half of them; all callers
 * without a token count as one. Used on one event loop.
 */
final class Slots {

  private final int most;
  private final Map<String, Integer> taken = new HashMap<>();
  private int all;

  Slots(int most) {
    this.most = most;
  }

  /**
   * Takes a slot, which must be released once.
   *
   * @return an action that releases the slot
   * @throws FailureException RATE_LIMITED when the caller has half of all slots, UNAVAILABLE when
   *     all slots are taken
   */
  Runnable take(Caller caller) {
    String user = caller.known() ? caller.userId() : "";
    if (taken.getOrDefault(user, 0) >= Math.max(1, most / 2)) {
      throw failure(FailureKind.RATE_LIMITED, "Too many of your transfers run; end one first.");
    }
    if (all >= most) {
      throw failure(FailureKind.UNAVAILABLE, "Too many transfers run; try again shortly.");
    }
    all++;
    taken.merge(user, 1, Integer::sum);
    return () -> release(user);
  }

  private void release(String user) {
    all--;
    taken.computeIfPresent(user, (caller, count) -> count == 1 ? null : count - 1);
  }

  private static FailureException failure(FailureKind kind, String message) {
    return FailureException.of(kind, "file.transfers", message);
  }
}
