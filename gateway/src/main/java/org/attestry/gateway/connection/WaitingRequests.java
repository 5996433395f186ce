package org.attestry.gateway.connection;

import io.netty.util.concurrent.EventExecutor;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.concurrent.TimeUnit;

/**
 * The connections whose next request may be passed on, in turn: some of them in each round of the
 * event loop, so that requests in a row delay no others. Used on one event loop.
 */
final class WaitingRequests {

  private static final int IN_A_ROUND = 16;

  private final SequencedSet<ClientConnection> waiting = new LinkedHashSet<>();
  private boolean scheduled;

  void add(ClientConnection connection, EventExecutor eventLoop) {
    waiting.add(connection);
    schedule(eventLoop);
  }

  /** With a timer: tasks that follow each other keep an event loop from its connections. */
  private void schedule(EventExecutor eventLoop) {
    if (!scheduled) {
      scheduled = true;
      eventLoop.schedule(() -> passOn(eventLoop), 0, TimeUnit.NANOSECONDS);
    }
  }

  private void passOn(EventExecutor eventLoop) {
    scheduled = false;
    for (int left = IN_A_ROUND; left > 0 && !waiting.isEmpty(); left--) {
      waiting.removeFirst().passOnWaiting();
    }
    if (!waiting.isEmpty()) {
      schedule(eventLoop);
    }
  }
}
