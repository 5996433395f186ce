package org.attestry.runtime.fair;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.attestry.contracts.CallerKey;

/**
 * The tasks of one caller, or of a group of callers that take turns. It is start-time fair queueing
 * (Goyal, Vin and Cheng, 1996): the next task of a caller begins as many rounds after its previous
 * one as that one cost, and a caller that comes new joins the current round, before those that have
 * had their turn in it. Not thread-safe: {@link FairQueue} guards it.
 */
abstract sealed class CallerQueue {

  private static final Comparator<CallerQueue> BY_TURN =
      Comparator.<CallerQueue>comparingLong(queue -> queue.round)
          .thenComparingLong(queue -> queue.order);

  private final Group group;
  private final int mostRunning;
  private final int mostWaiting;
  private int running;
  private int waiting;

  /** The round of the next task. */
  private long round;

  /** The position among those with the same round. */
  private long order;

  private boolean inTurn;

  /**
   * @param group the group whose limits hold too, or null
   */
  private CallerQueue(Group group, int mostRunning, int mostWaiting) {
    this.group = group;
    this.mostRunning = mostRunning;
    this.mostWaiting = mostWaiting;
  }

  /** Returns the task whose turn it is, within the limits that hold here; null if there is none. */
  abstract FairQueue.Waiting head();

  /** Whether a task may run within the limit that holds here; one that is alone always may. */
  final boolean fits(int cost) {
    return running == 0 || running + cost <= mostRunning;
  }

  /** Whether a task may begin without waiting. */
  final boolean mayBegin(int cost) {
    return waiting == 0 && fitsEverywhere(cost);
  }

  /** Whether a task may run within all limits that hold. */
  final boolean fitsEverywhere(int cost) {
    return fits(cost) && (group == null || group.fitsEverywhere(cost));
  }

  /** Whether no further task of the caller may wait. */
  final boolean isFull(int cost) {
    return waiting + cost > mostWaiting && (waiting > 0 || mostWaiting == 0);
  }

  final boolean isGroupFull(int cost) {
    return group != null && (group.isFull(cost) || group.isGroupFull(cost));
  }

  final int waiting() {
    return waiting;
  }

  final boolean isIdle() {
    return running == 0 && waiting == 0;
  }

  /** Counts a task that begins without waiting. */
  final void begin(int cost) {
    count(cost, 0);
    passRounds(cost);
  }

  /** Counts a task that has ended. */
  final void end(int cost) {
    count(-cost, 0);
  }

  private void count(int begun, int added) {
    running += begun;
    waiting += added;
    if (group != null) {
      ((CallerQueue) group).count(begun, added);
    }
  }

  /** Has the turn of a task that begins, and joins a later round if more wait. */
  private void passRounds(int cost) {
    for (CallerQueue queue = this; queue.group != null; queue = queue.group) {
      queue.leave();
      queue.round = Math.max(queue.round, queue.group.current);
      queue.group.current = queue.round;
      queue.round += cost;
      queue.joinIfWaiting();
    }
  }

  private void joinRounds() {
    for (CallerQueue queue = this; queue.group != null; queue = queue.group) {
      queue.joinIfWaiting();
    }
  }

  private void leaveRounds() {
    for (CallerQueue queue = this; queue.group != null; queue = queue.group) {
      if (queue.waiting == 0) {
        queue.leave();
      }
    }
  }

  private void joinIfWaiting() {
    if (!inTurn && waiting > 0) {
      inTurn = true;
      round = Math.max(round, group.current);
      order = group.lastOrder++;
      group.members.add(this);
    }
  }

  private void leave() {
    if (inTurn) {
      group.members.remove(this);
      inTurn = false;
    }
  }

  /** The tasks of one caller, in order. */
  static final class One extends CallerQueue {

    private final CallerKey key;
    private final Deque<FairQueue.Waiting> tasks = new ArrayDeque<>();

    One(CallerKey key, Group group, int mostRunning, int mostWaiting) {
      super(group, mostRunning, mostWaiting);
      this.key = key;
    }

    CallerKey key() {
      return key;
    }

    boolean isSuite() {
      return key.kind() == CallerKey.Kind.SUITE;
    }

    void add(FairQueue.Waiting task) {
      tasks.add(task);
      super.count(0, task.cost());
      super.joinRounds();
    }

    /** Removes a task that waits; returns whether it was still waiting. */
    boolean remove(FairQueue.Waiting task) {
      boolean removed = tasks.remove(task);
      if (removed) {
        super.count(0, -task.cost());
        super.leaveRounds();
      }
      return removed;
    }

    /** Takes the first task, and counts it as running. */
    FairQueue.Waiting take() {
      FairQueue.Waiting task = tasks.remove();
      super.count(task.cost(), -task.cost());
      super.passRounds(task.cost());
      return task;
    }

    @Override
    FairQueue.Waiting head() {
      FairQueue.Waiting first = tasks.peek();
      return first != null && fits(first.cost()) ? first : null;
    }
  }

  /** Callers that take turns. */
  static final class Group extends CallerQueue {

    private final NavigableSet<CallerQueue> members = new TreeSet<>(BY_TURN);
    private long current;
    private long lastOrder;

    Group(Group group, int mostRunning, int mostWaiting) {
      super(group, mostRunning, mostWaiting);
    }

    /**
     * A task that does not fit here keeps its turn: if those behind it began, one that costs much
     * would wait for ever.
     */
    @Override
    FairQueue.Waiting head() {
      for (CallerQueue member : members) {
        FairQueue.Waiting task = member.head();
        if (task != null) {
          return fits(task.cost()) ? task : null;
        }
      }
      return null;
    }
  }
}
