package org.attestry.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WrkTest {

  private static final String PRINTED =
      """
      Running 10s test @ http://127.0.0.1:8081
        1 threads and 16 connections
        13559 requests in 10.01s, 6.37MB read
      Requests/sec:   1354.48
      measured {"requests":13559,"micros":10010000,"p50":10130,"p95":60000,"p99":110340,\
      "max":296620,"refused":%d,"connection":%d,"timeout":%d}
      """;

  @Test
  void readsTheLineOfTheScript() {
    LoadResult outcome = Wrk.parse(PRINTED.formatted(0, 0, 0));
    assertEquals(new LoadResult(13_559, 10.01, 10.13, 60.0, 110.34, 0, ""), outcome);
    assertEquals(1_354.5, outcome.perSecond(), 0.1);
  }

  @Test
  void countsRefusedRequestsBrokenConnectionsAndTimeoutsAsErrors() {
    assertEquals(321, Wrk.parse(PRINTED.formatted(1, 20, 300)).errors());
  }

  @Test
  void reportsTheReasonOfTheFirstRefusedRequest() {
    String printed = "refused 401 {\"a\":1}\nrefused 500 x\n" + PRINTED.formatted(2, 0, 0);
    assertEquals("401 {\"a\":1}", Wrk.parse(printed).reason());
  }

  @Test
  void repeatsTheOutputOfWrkWhenThereIsNoResult() {
    BenchFailure failure = assertThrows(BenchFailure.class, () -> Wrk.parse("unable to connect\n"));
    assertTrue(failure.getMessage().contains("unable to connect"));
  }
}
