package org.attestry.bench.load;

/**
 * A measurement, one line of a table.
 *
 * @param what the name of the measured load
 * @param cpu microseconds per request
 */
public record Measured(String what, int connections, LoadResult outcome, CpuTimes cpu) {

  /**
   * Returns the same measurement without processor times, for a load that ran concurrently with
   * another one, because the processor time cannot be attributed to either.
   */
  public Measured besideAnother() {
    return new Measured(
        what, connections, outcome, new CpuTimes(Double.NaN, Double.NaN, Double.NaN));
  }
}
