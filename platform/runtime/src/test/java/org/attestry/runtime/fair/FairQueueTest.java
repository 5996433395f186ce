package org.attestry.runtime.fair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.fair.FairQueue.Limits;
import org.attestry.runtime.fair.FairQueue.Refusals;
import org.junit.jupiter.api.Test;

class FairQueueTest {

  private static final CallerKey ANNA = CallerKey.user("anna");
  private static final CallerKey BERT = CallerKey.user("bert");
  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

  private final ManualTiming time = new ManualTiming();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final List<String> begun = new ArrayList<>();
  private final Map<String, Promise<String>> running = new LinkedHashMap<>();

  @Test
  void callersTakeTurnsHoweverMuchOneOfThemHasSentBefore() {
    FairQueue queue = queue(Limits.of(2, 64));
    send(queue, ANNA, 5);
    send(queue, BERT, 3);
    send(queue, CallerKey.user("carl"), 1);
    assertEquals(List.of("anna1", "bert1"), begun);

    endInOrder();
    assertEquals(
        List.of("anna1", "bert1", "carl1", "anna2", "bert2", "anna3", "bert3", "anna4", "anna5"),
        begun);
    assertEquals(0, queue.callers());
  }

  @Test
  void aCallerLeavesHalfOfThePlacesToOthers() {
    FairQueue queue = queue(Limits.of(4, 64));
    send(queue, ANNA, 4);
    assertEquals(List.of("anna1", "anna2"), begun);
    send(queue, BERT, 1);
    assertTrue(begun.contains("bert1"));
  }

  @Test
  void allAddressesTogetherHaveTheTurnOfOneUser() {
    FairQueue queue = queue(Limits.of(2, 800));
    send(queue, ANNA, 4);
    for (int n = 0; n < 30; n++) {
      send(queue, CallerKey.address("a" + n + "-"), 2);
    }
    assertEquals(List.of("anna1", "a0-1"), begun);
    send(queue, BERT, 3);

    for (int n = 0; n < 8; n++) {
      end(begun.get(n));
    }
    assertEquals(
        List.of("anna1", "a0-1", "bert1", "anna2", "a1-1", "bert2", "anna3", "a2-1", "bert3"),
        begun.subList(0, 9));
  }

  @Test
  void eachAddressHasAQueueOfItsOwn() {
    FairQueue queue = queue(Limits.of(1, 800));
    send(queue, CallerKey.address("flood"), 50);
    send(queue, CallerKey.address("honest"), 1);
    end("flood1");
    assertEquals(List.of("flood1", "honest1"), begun);
  }

  @Test
  void moreThanACallerMayHaveWaitingIsRefusedWhileOthersMayStillWait() {
    FairQueue queue = queue(Limits.of(2, 8));
    assertEquals(List.of(), kinds(send(queue, ANNA, 5)));
    assertEquals(List.of(FailureKind.RATE_LIMITED), kinds(send(queue, ANNA, 1)));
    send(queue, CallerKey.user("first"), 1);
    assertEquals(List.of(), kinds(send(queue, BERT, 4)));
    List<Future<String>> carl = send(queue, CallerKey.user("carl"), 1);
    assertEquals(List.of(FailureKind.UNAVAILABLE), kinds(carl));
    assertEquals(2, meters.get("attestry.pool.refused").tag("pool", "test").counter().count());
  }

  @Test
  void theSuiteIsToldToTryAgainWhereACallerHasSentTooMuch() {
    FairQueue queue = queue(Limits.of(1, 2));
    List<Future<String>> late = send(queue, CallerKey.SUITE, 3);
    assertEquals(List.of(FailureKind.UNAVAILABLE), kinds(send(queue, CallerKey.SUITE, 1)));
    time.pass(TEN_SECONDS);
    assertEquals(
        List.of(FailureKind.UNAVAILABLE, FailureKind.UNAVAILABLE), kinds(late.subList(1, 3)));
  }

  @Test
  void addressesTogetherMayLetOnlyAQuarterWait() {
    FairQueue queue = queue(Limits.of(1, 16));
    send(queue, ANNA, 1);
    for (int n = 0; n < 4; n++) {
      assertEquals(List.of(), kinds(send(queue, CallerKey.address("a" + n), 1)));
    }
    List<Future<String>> fifth = send(queue, CallerKey.address("fifth"), 1);
    assertEquals(List.of(FailureKind.UNAVAILABLE), kinds(fifth));
    assertEquals(List.of(), kinds(send(queue, BERT, 1)));
  }

  @Test
  void withoutAQueueWhatCannotBeginIsRefusedAtOnce() {
    FairQueue queue = queue(Limits.of(4, 0));
    assertEquals(List.of(FailureKind.RATE_LIMITED), kinds(send(queue, ANNA, 3)));
    send(queue, BERT, 2);
    List<Future<String>> carl = send(queue, CallerKey.user("carl"), 1);
    assertEquals(List.of(FailureKind.UNAVAILABLE), kinds(carl));
    end("anna1");
    assertEquals(List.of(), kinds(send(queue, CallerKey.user("carl"), 1)));
  }

  @Test
  void whatWaitsForFourFifthsOfItsTimeIsRefusedAndNotBegun() {
    FairQueue queue = queue(Limits.of(2, 64));
    send(queue, ANNA, 1);
    send(queue, BERT, 1);
    List<Future<String>> late = send(queue, CallerKey.user("carl"), 1);
    List<Future<String>> own = send(queue, ANNA, 1);
    time.pass(Duration.ofMillis(7_999));
    assertFalse(late.getFirst().isComplete());
    time.pass(Duration.ofMillis(1));
    assertEquals(List.of(FailureKind.UNAVAILABLE), kinds(late));
    assertEquals(List.of(FailureKind.RATE_LIMITED), kinds(own));

    end("anna1");
    end("bert1");
    assertEquals(List.of("anna1", "bert1"), begun);
    assertEquals(0, queue.callers());
  }

  @Test
  void whatWaitsIsRefusedAfterTheLongestWait() {
    FairQueue queue = queue(Limits.of(1, 64).longestWait(Duration.ofSeconds(1)));
    send(queue, ANNA, 1);
    List<Future<String>> late = send(queue, BERT, 1);
    time.pass(Duration.ofSeconds(1));
    assertEquals(List.of(FailureKind.UNAVAILABLE), kinds(late));
  }

  @Test
  void workWhoseCallerNoLongerWaitsIsNotBegun() {
    FairQueue queue = queue(Limits.of(1, 64));
    Deadline passed = new Deadline(time.clock().getAsLong(), ANNA);
    Future<String> late = queue.run(passed, () -> work("late"));
    assertEquals(FailureKind.TIMEOUT, ((FailureException) late.cause()).failure().kind());
    assertEquals(List.of(), begun);
    assertEquals(0, queue.callers());
  }

  @Test
  void tasksThatThrowOrFailLeaveTheirPlaces() {
    FairQueue queue = queue(Limits.of(1, 64));
    send(queue, ANNA, 1);
    Future<String> thrown =
        queue.run(
            in(TEN_SECONDS, BERT),
            () -> {
              throw new IllegalStateException("no");
            });
    send(queue, CallerKey.user("carl"), 1);
    running.get("anna1").fail("broken");
    assertTrue(thrown.failed());
    assertEquals(List.of("anna1", "carl1"), begun);
    end("carl1");
    assertEquals(0, queue.callers());
  }

  @Test
  void aPlaceIsFreedOnce() {
    FairQueue queue = queue(Limits.of(1, 64));
    List<Runnable> ends = new ArrayList<>();
    FairQueue.Task task =
        new FairQueue.Task() {
          @Override
          public void begin(Runnable end) {
            ends.add(end);
          }

          @Override
          public void refuse(FailureException failure) {
            throw failure;
          }
        };
    for (CallerKey caller : List.of(ANNA, BERT, CallerKey.user("carl"))) {
      queue.enter(in(TEN_SECONDS, caller), 1, task);
    }
    ends.getFirst().run();
    ends.getFirst().run();
    assertEquals(2, ends.size());
  }

  @Test
  void metricsShowHowManyWaitAndForHowLong() {
    FairQueue queue = queue(Limits.of(1, 64));
    send(queue, ANNA, 3);
    var waiting = meters.get("attestry.pool.waiting").tag("pool", "test").longTaskTimer();
    assertEquals(2, waiting.activeTasks());
    end("anna1");
    assertEquals(1, waiting.activeTasks());
    assertEquals(1, meters.get("attestry.pool.wait").tag("pool", "test").timer().count());
    assertTrue(meters.get("attestry.pool.wait").timer().totalTime(TimeUnit.NANOSECONDS) >= 0);
  }

  @Test
  void noCallerWaitsForMoreThanOneTaskOfAnother() {
    for (int places : List.of(2, 4, 8)) {
      begun.clear();
      FairQueue queue = queue(Limits.of(places, 10_000));
      send(queue, CallerKey.user("flood" + places + "-"), 1_000);
      IntStream.range(0, places / 2)
          .forEach(n -> send(queue, CallerKey.user("c" + places + n + "-"), 1));
      String honest = "honest" + places + "-";
      send(queue, CallerKey.user(honest), 1);
      assertFalse(begun.contains(honest + "1"));
      end(begun.getFirst());
      assertTrue(begun.contains(honest + "1"), begun.toString());
    }
  }

  @Test
  void callersTakeTurnsByWhatTheirTasksCost() {
    FairQueue queue = queue(Limits.of(8, 800));
    send(queue, ANNA, 4, 4);
    send(queue, BERT, 4, 1);
    assertEquals(List.of("anna1", "bert1", "bert2", "bert3", "bert4"), begun);
    send(queue, CallerKey.user("carl"), 2, 1);
    assertEquals(5, begun.size());

    end("anna1");
    assertEquals(List.of("carl1"), begun.subList(5, begun.size()));
    end("bert1");
    assertEquals(List.of("anna2"), begun.subList(6, begun.size()));
    end("bert2");
    assertEquals(List.of("carl2"), begun.subList(7, begun.size()));
  }

  @Test
  void aTaskThatCostsMoreThanItsCallerMayHaveRunsAlone() {
    FairQueue queue = queue(Limits.of(8, 800));
    send(queue, ANNA, 2, 7);
    assertEquals(List.of("anna1"), begun);
    end("anna1");
    assertEquals(List.of("anna1", "anna2"), begun);
  }

  @Test
  void aTaskThatDoesNotFitYetKeepsItsTurn() {
    FairQueue queue = queue(Limits.of(8, 800));
    send(queue, ANNA, 3, 2);
    send(queue, BERT, 3, 2);
    send(queue, CallerKey.user("carl"), 1, 4);
    assertEquals(List.of("anna1", "anna2", "bert1", "bert2"), begun);
    end("anna1");
    assertEquals(List.of("anna3"), begun.subList(4, begun.size()));
    end("bert1");
    assertEquals(5, begun.size(), "carl has the turn");
    end("bert2");
    assertEquals(List.of("carl1"), begun.subList(5, begun.size()));
  }

  @Test
  void whatWaitsIsBoundedByWhatItCosts() {
    FairQueue queue = queue(Limits.of(8, 16));
    assertEquals(List.of(), kinds(send(queue, ANNA, 3, 4)));
    assertEquals(List.of(FailureKind.RATE_LIMITED), kinds(send(queue, ANNA, 1, 4)));
    assertEquals(List.of(), kinds(send(queue, BERT, 1, 4)));
  }

  private FairQueue queue(Limits limits) {
    return new FairQueue(time, "test", limits, Refusals.USUAL, meters);
  }

  private List<Future<String>> send(FairQueue queue, CallerKey caller, int tasks) {
    return send(queue, caller, tasks, 1);
  }

  private List<Future<String>> send(FairQueue queue, CallerKey caller, int tasks, int cost) {
    return IntStream.rangeClosed(1, tasks)
        .mapToObj(n -> queue.run(in(TEN_SECONDS, caller), cost, () -> work(caller.id() + n)))
        .toList();
  }

  private Deadline in(Duration timeout, CallerKey caller) {
    return new Deadline(time.clock().getAsLong() + timeout.toNanos(), caller);
  }

  private Future<String> work(String name) {
    begun.add(name);
    Promise<String> promise = Promise.promise();
    running.put(name, promise);
    return promise.future();
  }

  private void end(String name) {
    running.remove(name).complete(name);
  }

  private void endInOrder() {
    for (int n = 0; n < begun.size(); n++) {
      end(begun.get(n));
    }
  }

  private static List<FailureKind> kinds(List<Future<String>> futures) {
    return futures.stream()
        .filter(Future::failed)
        .map(future -> ((FailureException) future.cause()).failure().kind())
        .toList();
  }
}
