package org.attestry.bench.load;

/**
 * The result of one run of a load generator.
 *
 * @param requests the number of requests with a response
 * @param seconds the duration of the run
 * @param p50 milliseconds, like the other percentiles
 * @param errors the number of error responses, broken connections and timeouts
 * @param reason a description of one of the errors, or empty
 */
public record LoadResult(
    long requests, double seconds, double p50, double p95, double p99, long errors, String reason) {

  public double perSecond() {
    return requests / seconds;
  }
}
