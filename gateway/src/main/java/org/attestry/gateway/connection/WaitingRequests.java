package org.attestry.gateway.connection;

import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.concurrent.Executor;

/**
 * The connections whose next request may be passed on, in turn: some of them in each round of the
 * event loop, so that requests in a row delay no others. Used on one event loop.
 */
final class WaitingRequests {

  static final int IN_A_ROUND = 16;

  private final SequencedSet<Waiting> waiting = new LinkedHashSet<>();
  private boolean scheduled;

  /** A connection with a request that waits. */
  @FunctionalInterface
  interface Waiting {

    /** Passes the request on, if it still waits. */
    void passOnWaiting();
  }

  /**
   * Adds a connection, unless it is there.
   *
   * @param nextRound runs a task in the next round of the connection's event loop
   */
  void add(Waiting connection, Executor nextRound) {
    waiting.add(connection);
    schedule(nextRound);
  }

  private void schedule(Executor nextRound) {
    if (!scheduled) {
      scheduled = true;
      nextRound.execute(() -> passOn(nextRound));
    }
  }

  private void passOn(Executor nextRound) {
    scheduled = false;
    for (int left = IN_A_ROUND; left > 0 && !waiting.isEmpty(); left--) {
      waiting.removeFirst().passOnWaiting();
    }
    if (!waiting.isEmpty()) {
      schedule(nextRound);
    }
  }
}
