package org.attestry.bench;

/**
 * One line of a table.
 *
 * @param what was measured
 * @param cpu microseconds per request
 */
record Measured(String what, int connections, LoadResult outcome, CpuTimes cpu) {

  /**
   * The same of a load beside another one: of which of them the processor's work was is unknown.
   */
  Measured besideAnother() {
    return new Measured(
        what, connections, outcome, new CpuTimes(Double.NaN, Double.NaN, Double.NaN));
  }
}
