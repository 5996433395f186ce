package org.attestry.bench.load;

/** Waits between two polls. */
final class Pause {

  private Pause() {}

  static void millis(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("Interrupted.", e);
    }
  }
}
