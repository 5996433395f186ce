package org.attestry.runtime.fair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.runtime.fair.FairQueue.Limits;
import org.attestry.runtime.fair.FairQueue.Refusals;
import org.junit.jupiter.api.Test;

class SlowLaneTest {

  private static final CallerKey ANNA = CallerKey.user("anna");
  private static final CallerKey BERT = CallerKey.user("bert");
  private static final CallerKey CARL = CallerKey.user("carl");
  private static final Duration SLICE = Duration.ofMillis(250);
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private final ManualTiming time = new ManualTiming();
  private final FairQueue quick = queue(Limits.of(4, 64));
  private final FairQueue places = queue(Limits.of(2, 64));
  private final SlowLane lane =
      new SlowLane(places, SLICE, LONGEST, OutOfTime.class::isInstance, time.clock());
  private final List<String> begun = new ArrayList<>();
  private final Map<String, Promise<String>> running = new HashMap<>();

  private static final class OutOfTime extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void aTaskThatEndsWithinItsSliceNeverEntersTheSlowLane() {
    Future<String> quickly = send(ANNA, "a");
    running.get("a").complete("found");
    assertEquals("found", quickly.result());
    assertEquals(List.of("a quick PT0.25S"), begun);
  }

  @Test
  void aTaskThatIsNotQuickLeavesItsPlaceToOthersAndBeginsAnew() {
    Future<String> task = send(ANNA, "a");
    useUp("a", SLICE);
    assertEquals(List.of("a quick PT0.25S", "a slow PT5S"), begun);
    assertTrue(quick.isIdle());
    running.get("a").complete("found");
    assertEquals("found", task.result());
  }

  @Test
  void anyOtherFailureIsTheTasksOwn() {
    Future<String> task = send(ANNA, "a");
    running.get("a").fail("broken");
    assertEquals("broken", task.cause().getMessage());
    assertEquals(1, begun.size());
  }

  @Test
  void howeverManySlowTasksThereAreQuickOnesFindAPlace() {
    for (int n = 0; n < 20; n++) {
      slow(n % 2 == 0 ? ANNA : BERT, "s" + n);
    }
    assertTrue(quick.isIdle());
    begun.clear();
    send(CARL, "c");
    assertEquals(List.of("c quick PT0.25S"), begun);
  }

  @Test
  void aCallerHasHalfOfThePlacesForSlowTasks() {
    slow(ANNA, "a1");
    slow(ANNA, "a2");
    slow(BERT, "b1");
    assertEquals(
        List.of("a1 slow PT5S", "b1 slow PT5S"),
        begun.stream().filter(task -> task.contains("slow")).toList());
  }

  @Test
  void aCallerWhoseTaskWasSlowBeginsTasksOfItsKindThereUntilItHasPaid() {
    slow(ANNA, "a1");
    end("a1", Duration.ofSeconds(3));
    begun.clear();
    time.pass(Duration.ofMillis(2_000));
    send(ANNA, "a2");
    lane.run(quick, in(Duration.ofHours(1), ANNA), 2, attempt("other"));
    end("a2", Duration.ofMillis(500));
    time.pass(Duration.ofMillis(999));
    send(ANNA, "a3");
    end("a3", Duration.ofMillis(500));
    time.pass(Duration.ofMillis(501));
    send(ANNA, "a4");
    assertEquals(
        List.of("a2 slow PT5S", "other quick PT0.25S", "a3 slow PT5S", "a4 quick PT0.25S"), begun);
  }

  @Test
  void aTaskThatHasBecomeQuickEndsTheDebt() {
    slow(ANNA, "a1");
    end("a1", Duration.ofSeconds(3));
    begun.clear();
    send(ANNA, "a2");
    end("a2", Duration.ofMillis(10));
    send(ANNA, "a3");
    assertEquals(List.of("a2 slow PT5S", "a3 quick PT0.25S"), begun);
  }

  @Test
  void aCallerThatOwesHasLessTimeWhileOthersWait() {
    slow(ANNA, "a1");
    slow(BERT, "b1");
    slow(ANNA, "a2");
    slow(CARL, "c1");
    begun.clear();
    end("a1", Duration.ofSeconds(4));
    end("c1", Duration.ofSeconds(3));
    assertEquals(List.of("c1 slow PT5S", "a2 slow PT5S"), begun);

    slow(CARL, "c2");
    send(ANNA, "a3");
    begun.clear();
    end("a2", Duration.ofSeconds(1));
    end("c2", Duration.ofSeconds(1));
    assertEquals(List.of("c2 slow PT1S", "a3 slow PT5S"), begun);
  }

  @Test
  void aTaskLeavesItsCallerTimeToReadTheReply() {
    lane.run(quick, in(Duration.ofMillis(100), ANNA), 1, attempt("a"));
    assertEquals(List.of("a quick PT0.08S"), begun);
  }

  @Test
  void withoutAShorterSliceThereIsNoSlowLane() {
    SlowLane none =
        new SlowLane(places, LONGEST, LONGEST, OutOfTime.class::isInstance, time.clock());
    Future<String> task = none.run(quick, in(Duration.ofSeconds(10), ANNA), 1, attempt("a"));
    useUp("a", LONGEST);
    assertTrue(task.failed());
    assertEquals(List.of("a quick PT5S"), begun);
  }

  private FairQueue queue(Limits limits) {
    return new FairQueue(time, "test", limits, Refusals.USUAL, new SimpleMeterRegistry());
  }

  /** Sends a task that does not end within its slice. */
  private void slow(CallerKey caller, String name) {
    send(caller, name);
    if (begun.contains(name + " quick " + SLICE)) {
      useUp(name, Duration.ZERO);
    }
  }

  private Future<String> send(CallerKey caller, String name) {
    return lane.run(quick, in(Duration.ofHours(1), caller), 1, attempt(name));
  }

  private SlowLane.Attempt<String> attempt(String name) {
    return (limit, slowly) -> {
      begun.add("%s %s %s".formatted(name, slowly ? "slow" : "quick", limit));
      Promise<String> promise = Promise.promise();
      running.put(name, promise);
      return promise.future();
    };
  }

  private void useUp(String name, Duration took) {
    time.pass(took);
    running.get(name).fail(new OutOfTime());
  }

  private void end(String name, Duration took) {
    time.pass(took);
    running.get(name).complete(name);
  }

  private Deadline in(Duration timeout, CallerKey caller) {
    return new Deadline(time.clock().getAsLong() + timeout.toNanos(), caller);
  }
}
