package org.attestry.runtime.postgres;

import org.attestry.contracts.FailureException;

/** Whether a failed write may have been committed. */
public final class WriteOutcome {

  private WriteOutcome() {}

  /**
   * Whether nothing was stored for certain: the store then fails with a {@link FailureException}.
   * After any other failure, such as a lost connection, the write may have been committed, so its
   * side effects must not be undone.
   */
  public static boolean isRolledBack(Throwable cause) {
    return cause instanceof FailureException;
  }
}
