package org.attestry.testkit;

/**
 * Seeds of tests that choose their inputs at random: the same ones in each build. The profile
 * {@code random} gives each build others; {@code -Drandom.seed=N} gives those of an earlier build
 * again.
 */
public final class Seeds {

  /** Zero in a usual build. */
  private static final long BUILD = Long.getLong("random.seed", 0);

  static {
    if (BUILD != 0) {
      System.out.println("random.seed=" + BUILD);
    }
  }

  private Seeds() {}

  /**
   * Returns the seed of a test in this build.
   *
   * @param usual the seed in a usual build
   */
  public static long of(long usual) {
    return usual + BUILD;
  }
}
