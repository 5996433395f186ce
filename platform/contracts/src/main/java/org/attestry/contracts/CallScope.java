package org.attestry.contracts;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What one call holds in this process until it has ended. Thread-safe. */
public final class CallScope {

  private final boolean fromOutside;
  private final Map<Object, Object> held = new HashMap<>();
  private List<Runnable> atEnd = new ArrayList<>();

  /**
   * @param fromOutside whether the call was passed on for a client, by a process that works on no
   *     call for it
   */
  public CallScope(boolean fromOutside) {
    this.fromOutside = fromOutside;
  }

  public boolean isFromOutside() {
    return fromOutside;
  }

  /**
   * Returns what the call holds of a resource, so that it takes it once.
   *
   * @param take takes it at the first time
   */
  @SuppressWarnings("unchecked")
  public synchronized <T> T hold(Object resource, Supplier<T> take) {
    return (T) held.computeIfAbsent(resource, first -> take.get());
  }

  /** Whether the call has taken something of a resource. */
  public synchronized boolean holds(Object resource) {
    return held.containsKey(resource);
  }

  /** Runs an action when the call ends; at once if it has ended. */
  public void atEnd(Runnable action) {
    synchronized (this) {
      if (atEnd != null) {
        atEnd.add(action);
        return;
      }
    }
    action.run();
  }

  /** Ends the call, once. */
  public void end() {
    List<Runnable> actions;
    synchronized (this) {
      actions = atEnd == null ? List.of() : atEnd;
      atEnd = null;
    }
    actions.forEach(Runnable::run);
  }
}
