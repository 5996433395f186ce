package org.attestry.local;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.attestry.testkit.servers.ServerFailure;

/** Begins servers and services in a random order, with random pauses in between. */
final class StartOrder {

  private static final int LONGEST_PAUSE_MILLIS = 800;

  private final Random chance;

  /**
   * @param number the seed: the same number leads to the same order
   */
  StartOrder(long number) {
    this.chance = new Random(number);
  }

  /** Begins all, and returns their names in the order of their starts. */
  List<String> begin(List<Start> servers, List<Start> services) throws Exception {
    List<Start> all = new ArrayList<>(servers);
    all.addAll(services);
    Collections.shuffle(all, chance);
    for (Start start : all) {
      pause(chance.nextInt(LONGEST_PAUSE_MILLIS));
      start.begin().run();
    }
    return all.stream().map(Start::name).toList();
  }

  private static void pause(long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerFailure("The start was interrupted.", e);
    }
  }
}
