package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.attestry.acceptance.HostileOperations.Described;
import org.attestry.acceptance.SteadyCalls.Call;
import org.attestry.local.Endpoints;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Whatever is sent to whichever operation: no answer blames the suite for it, none takes long, none
 * is long, the memory is free afterwards, and everybody else is served as before. Inputs are made
 * from a seed, which is always the same in a build; the profile {@code hostile} takes another each
 * time and sends eighty times as many. {@code -Dhostile.seed=… -Dhostile.from=… -Dhostile.inputs=1}
 * sends one again.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileInputAcceptanceTest {

  private static final long SEED = Long.getLong("hostile.seed", 14);
  private static final long FROM = Long.getLong("hostile.from", 1_000);
  private static final long INPUTS = Long.getLong("hostile.inputs", 2_500);
  private static final long WARM_UP = 1_000;
  private static final boolean MEASURED = Boolean.getBoolean("hostile.measured");
  private static final double MEMORY_GROWTH = 1.1;
  private static final Duration SLACK = Duration.ofSeconds(2);

  private final Endpoints suite = RunningSuite.shared();

  @Test
  void noOperationIsWithoutGenerators() {
    assertEquals(
        HostileOperations.described(suite).stream()
            .map(Described::operation)
            .collect(Collectors.toCollection(TreeSet::new)),
        new TreeSet<>(HostileOperations.known()));
  }

  @Test
  void hostileInputHarmsNobody() throws Exception {
    HostileWorld world = new HostileWorld(suite);
    try (HostileRun run = new HostileRun(suite, world, SEED)) {
      run.send(0, Math.min(INPUTS, WARM_UP));
      if (MEASURED) {
        InterfaceStory.tell(suite);
      }
      Duration storyBefore = InterfaceStory.tell(suite);
      Heap heap = new Heap(suite);
      long before = heap.used();

      SteadyCalls honest = SteadyCalls.of(HonestCalls.of(suite, world));
      run.send(FROM, INPUTS);
      List<Call> calls = honest.stop();

      System.out.printf("hostile inputs: seed %d, answers %s%n", SEED, run.statuses());
      keepReport(run);
      assertAll(
          () -> assertEquals("", run.wrong()),
          () -> assertEquals(List.of(), calls.stream().filter(call -> !call.succeeded()).toList()),
          () -> heap.awaitAtMost((long) (before * MEMORY_GROWTH)),
          () -> assertTrue(storyTakesAtMost(storyBefore.multipliedBy(2).plus(SLACK))));
    }
  }

  /** All that was wrong, and what the suite wrote meanwhile, for those who look for the cause. */
  private void keepReport(HostileRun run) throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "hostile"));
    run.report(folder.resolve("wrong.txt"));
    if (suite.data() == null) {
      return;
    }
    Path log = Path.of(suite.data()).resolveSibling("suite.log");
    Files.copy(log, folder.resolve("suite.log"), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Tells the story once more, and again where it took long and that is measured. */
  private boolean storyTakesAtMost(Duration most) throws Exception {
    for (int times = 0; times < 3; times++) {
      if (InterfaceStory.tell(suite).compareTo(most) <= 0 || !MEASURED) {
        return true;
      }
    }
    return false;
  }
}
