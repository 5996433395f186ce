package org.attestry.acceptance;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** What is left to chance in one input: the same numbers for the same seed and input. */
final class Chance {

  private final SplittableRandom random;

  private Chance(SplittableRandom random) {
    this.random = random;
  }

  /** The randomness of one of the inputs of a seed. */
  static Chance of(long seed, long input) {
    return new Chance(new SplittableRandom(seed * 1_000_003 + input));
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  long number() {
    return random.nextLong();
  }

  boolean percent(int percent) {
    return random.nextInt(100) < percent;
  }

  <T> T of(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  @SafeVarargs
  final <T> T of(Supplier<T>... all) {
    return all[random.nextInt(all.length)].get();
  }

  byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }
}
