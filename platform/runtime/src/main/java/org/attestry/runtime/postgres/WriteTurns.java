package org.attestry.runtime.postgres;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeSet;
import org.attestry.contracts.CallerKey;

/**
 * What waits to be written, in the order in which callers take turns. It is start-time fair
 * queueing (Goyal, Vin and Cheng, 1996): a caller's next write begins as many rounds after the
 * previous one as that one cost, and a caller that comes new joins the current round. All addresses
 * without a token together have the turns of one user: each joins after those that have writes that
 * wait, and its writes cost as many times as much. Unlike in {@link
 * org.attestry.runtime.fair.FairQueue}, what has the turn may be passed over, because its type is
 * locked, and keeps it. Not thread-safe.
 */
final class WriteTurns<T> implements Iterable<T> {

  private final TreeSet<Turn<T>> turns =
      new TreeSet<>(Comparator.<Turn<T>>comparingLong(Turn::round).thenComparingLong(Turn::number));
  private final Map<CallerKey, Queue> callers = new HashMap<>();
  private long round;
  private long numbers;
  private int addresses;

  private record Turn<T>(long round, long number, Queue queue, T item) {}

  /** The writes of one caller. */
  private static final class Queue {
    private final CallerKey caller;
    private long next;
    private int waiting;

    private Queue(CallerKey caller) {
      this.caller = caller;
    }
  }

  boolean isEmpty() {
    return turns.isEmpty();
  }

  int size() {
    return turns.size();
  }

  /** Returns how many writes of a caller wait. */
  int of(CallerKey caller) {
    Queue queue = callers.get(caller);
    return queue == null ? 0 : queue.waiting;
  }

  void add(T item, CallerKey caller, int cost) {
    Queue queue = callers.computeIfAbsent(caller, Queue::new);
    if (queue.waiting++ == 0 && caller.isAnonymous()) {
      addresses++;
    }
    long others = caller.isAnonymous() ? addresses - 1 : 0;
    long begin = Math.max(queue.next, round + others * cost);
    queue.next = begin + (1 + others) * cost;
    turns.add(new Turn<>(begin, numbers++, queue, item));
  }

  /** Iterates in order; what is removed has had its turn. */
  @Override
  public Iterator<T> iterator() {
    Iterator<Turn<T>> inOrder = turns.iterator();
    return new Iterator<>() {

      private Turn<T> last;

      @Override
      public boolean hasNext() {
        return inOrder.hasNext();
      }

      @Override
      public T next() {
        last = inOrder.next();
        return last.item;
      }

      @Override
      public void remove() {
        inOrder.remove();
        passed(last);
      }
    };
  }

  private void passed(Turn<T> turn) {
    round = Math.max(round, turn.round);
    if (--turn.queue.waiting > 0) {
      return;
    }
    addresses -= turn.queue.caller.isAnonymous() ? 1 : 0;
    if (turns.isEmpty()) {
      callers.clear();
    } else {
      callers.values().removeIf(queue -> queue.waiting == 0 && queue.next <= round);
    }
  }
}
