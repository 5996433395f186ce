package org.attestry.runtime.work;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import org.attestry.contracts.CallerKey;

/**
 * The tasks of one caller, or of a group of callers that take turns. It is start-time fair queueing
 * (Goyal, Vin and Cheng, 1996) in which each task counts the same: the next task of a caller begins
 * in the round after that of its previous one, and a caller that comes new joins the current round,
 * before those that have had their turn in it. Not thread-safe: {@link FairQueue} guards it.
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

  /** Takes the task whose turn it is, and counts it as running; null if none may run. */
  abstract FairQueue.Waiting next();

  /** Whether another task may run within all limits that hold. */
  final boolean mayBegin() {
    return running < mostRunning && (group == null || group.mayBegin());
  }

  /** Whether all places of the caller are taken, so that its tasks wait for each other. */
  final boolean usesItsPlaces() {
    return running >= mostRunning;
  }

  /** Whether no further task of the caller may wait. */
  final boolean isFull() {
    return waiting >= mostWaiting;
  }

  final boolean isGroupFull() {
    return group != null && (group.isFull() || group.isGroupFull());
  }

  final boolean isIdle() {
    return running == 0 && waiting == 0;
  }

  /** Counts a task that begins without waiting. */
  final void begin() {
    count(1, 0);
    for (CallerQueue queue = this; queue.group != null; queue = queue.group) {
      queue.round = Math.max(queue.round, queue.group.current);
      queue.passRound();
    }
  }

  /** Counts a task that has ended. */
  final void end() {
    count(-1, 0);
  }

  private void count(int begun, int added) {
    running += begun;
    waiting += added;
    if (group != null) {
      ((CallerQueue) group).count(begun, added);
    }
  }

  private void passRound() {
    group.current = round;
    round++;
  }

  private void joinRound() {
    if (group != null && !inTurn) {
      inTurn = true;
      round = Math.max(round, group.current);
      order = group.lastOrder++;
      group.members.add(this);
      ((CallerQueue) group).joinRound();
    }
  }

  private void leaveRound() {
    if (inTurn && waiting == 0) {
      inTurn = false;
      group.members.remove(this);
      ((CallerQueue) group).leaveRound();
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
      super.count(0, 1);
      super.joinRound();
    }

    /** Removes a task that waits; returns whether it was still waiting. */
    boolean remove(FairQueue.Waiting task) {
      boolean removed = tasks.remove(task);
      if (removed) {
        super.count(0, -1);
        super.leaveRound();
      }
      return removed;
    }

    @Override
    FairQueue.Waiting next() {
      if (tasks.isEmpty() || usesItsPlaces()) {
        return null;
      }
      super.count(1, -1);
      return tasks.poll();
    }
  }

  /** Callers that take turns. */
  static final class Group extends CallerQueue {

    private final Queue<CallerQueue> members = new PriorityQueue<>(BY_TURN);
    private long current;
    private long lastOrder;

    Group(Group group, int mostRunning, int mostWaiting) {
      super(group, mostRunning, mostWaiting);
    }

    @Override
    FairQueue.Waiting next() {
      if (usesItsPlaces()) {
        return null;
      }
      List<CallerQueue> atTheirLimit = new ArrayList<>();
      FairQueue.Waiting task = null;
      while (task == null && !members.isEmpty()) {
        CallerQueue member = members.poll();
        task = member.next();
        if (task == null) {
          atTheirLimit.add(member);
        } else {
          member.inTurn = false;
          member.passRound();
          if (member.waiting > 0) {
            member.joinRound();
          }
        }
      }
      members.addAll(atTheirLimit);
      return task;
    }
  }
}
