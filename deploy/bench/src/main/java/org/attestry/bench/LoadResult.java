package org.attestry.bench;

/**
 * How one run of a load generator went.
 *
 * @param requests how many were answered
 * @param seconds how long it took
 * @param p50 milliseconds, as the other percentiles
 * @param errors answers that were no success, broken connections and timeouts
 * @param reason what one error was, or empty
 */
record LoadResult(
    long requests, double seconds, double p50, double p95, double p99, long errors, String reason) {

  double perSecond() {
    return requests / seconds;
  }
}
