package org.attestry.gateway.connection;

import static org.attestry.gateway.connection.WaitingRequests.IN_A_ROUND;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;
import org.attestry.gateway.connection.WaitingRequests.Waiting;
import org.junit.jupiter.api.Test;

class WaitingRequestsTest {

  private final WaitingRequests requests = new WaitingRequests();
  private final Queue<Runnable> rounds = new ArrayDeque<>();
  private final List<Integer> passedOn = new ArrayList<>();

  @Test
  void nothingIsPassedOnBeforeTheNextRound() {
    add(1);
    assertEquals(List.of(), passedOn);
    round();
    assertEquals(List.of(1), passedOn);
  }

  @Test
  void aRoundPassesOnSomeAndLeavesTheOthersToTheNext() {
    IntStream.range(0, 2 * IN_A_ROUND + 1).forEach(this::add);
    assertEquals(1, rounds.size());
    round();
    assertEquals(IN_A_ROUND, passedOn.size());
    round();
    round();
    assertEquals(IntStream.range(0, 2 * IN_A_ROUND + 1).boxed().toList(), passedOn);
    assertEquals(0, rounds.size());
  }

  @Test
  void aConnectionThatWaitsAgainIsBehindAllThatWait() {
    Waiting[] first = new Waiting[1];
    first[0] =
        () -> {
          passedOn.add(-1);
          if (passedOn.size() == 1) {
            requests.add(first[0], rounds::add);
          }
        };
    requests.add(first[0], rounds::add);
    IntStream.range(0, IN_A_ROUND).forEach(this::add);
    round();
    round();
    assertEquals(-1, passedOn.getFirst());
    assertEquals(-1, passedOn.getLast());
    assertEquals(IN_A_ROUND + 2, passedOn.size());
  }

  @Test
  void aConnectionWaitsOnce() {
    Waiting connection = () -> passedOn.add(1);
    requests.add(connection, rounds::add);
    requests.add(connection, rounds::add);
    round();
    assertEquals(List.of(1), passedOn);
    assertEquals(0, rounds.size());
  }

  private void add(int number) {
    requests.add(() -> passedOn.add(number), rounds::add);
  }

  private void round() {
    rounds.remove().run();
  }
}
