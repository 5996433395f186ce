package org.attestry.registry.domain.stored;

import org.attestry.contracts.FailureException;

/** What a failed write means. */
public final class WriteOutcome {

  private WriteOutcome() {}

  /**
   * Whether nothing was stored for certain. The store says so with a {@link FailureException};
   * anything else, a lost connection for instance, may hide a commit, and then nothing may be taken
   * back.
   */
  public static boolean isRolledBack(Throwable cause) {
    return cause instanceof FailureException;
  }
}
