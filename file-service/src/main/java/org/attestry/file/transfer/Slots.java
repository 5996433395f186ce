package org.attestry.file.transfer;

import java.util.HashMap;
import java.util.Map;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/**
 * How many transfers run at once, and how many of them are one caller's: half at the most, so that
 * nobody keeps all others out. Callers without a token count as one. Used on one event loop.
 */
final class Slots {

  private final int most;
  private final Map<String, Integer> taken = new HashMap<>();
  private int all;

  Slots(int most) {
    this.most = most;
  }

  /**
   * Takes a slot; it must be given back once.
   *
   * @return gives the slot back
   * @throws FailureException RATE_LIMITED when the caller has half of all, UNAVAILABLE when all are
   *     taken
   */
  Runnable take(Caller caller) {
    String whose = caller.known() ? caller.userId() : "";
    if (taken.getOrDefault(whose, 0) >= Math.max(1, most / 2)) {
      throw failure(FailureKind.RATE_LIMITED, "Too many of your transfers run; end one first.");
    }
    if (all >= most) {
      throw failure(FailureKind.UNAVAILABLE, "Too many transfers run; try again shortly.");
    }
    all++;
    taken.merge(whose, 1, Integer::sum);
    return () -> giveBack(whose);
  }

  private void giveBack(String whose) {
    all--;
    taken.computeIfPresent(whose, (caller, count) -> count == 1 ? null : count - 1);
  }

  private static FailureException failure(FailureKind kind, String message) {
    return Failure.of(kind, "file.transfers", message).exception();
  }
}
