package org.attestry.bench.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PgbenchTest {

  private static final String PRINTED =
      """
      pgbench (15.18 (Debian 15.18-0+deb12u1), server 18.6)
      transaction type: create.sql
      number of clients: 16
      duration: 3 s
      number of transactions actually processed: 6503
      number of failed transactions: 7 (0.108%)
      latency average = 6.252 ms
      initial connection time = 477.070 ms
      tps = 2559.191385 (without initial connection time)
      """;

  @Test
  void readsRateTransactionsAndFailures() {
    LoadResult outcome = Pgbench.parse(PRINTED, new long[] {1_000});
    assertEquals(6_503, outcome.requests());
    assertEquals(2_559.19, outcome.perSecond(), 0.01);
    assertEquals(7, outcome.errors());
  }

  @Test
  void takesPercentilesFromTheDurationsOfAllTransactions() {
    LoadResult outcome =
        Pgbench.parse(PRINTED, LongStream.rangeClosed(1, 200).map(i -> i * 1_000).toArray());
    assertEquals(100.0, outcome.p50());
    assertEquals(190.0, outcome.p95());
    assertEquals(198.0, outcome.p99());
  }

  @Test
  void sortsTheDurationsOfItsLog() {
    assertArrayEquals(
        new long[] {412, 1_203},
        Pgbench.durations(
            Stream.of("0 1 1203 0 1795236000 100200", "3 1 412 0 1795236000 100300")));
  }

  @Test
  void repeatsTheOutputOfPgbenchWhenThereIsNoResult() {
    assertThrows(BenchFailure.class, () -> Pgbench.parse("connection refused", new long[0]));
  }
}
