package org.attestry.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CpuTimesTest {

  @Test
  void readsTheTicksOfAProcessWhoseNameHoldsBracketsAndSpaces() {
    String stat =
        "4711 (post (gres) x) S 1 4711 4711 0 -1 4194560 100 200 3 4 "
            + "50 25 1000 300 20 0 1 0 12345 228000000 7000 18446744073709551615";
    assertEquals(new CpuTimes.Ticks(75, 1_375), CpuTimes.Ticks.parse(stat));
  }

  @Test
  void dividesWhatWasUsedByTheRequests() {
    CpuTimes before = new CpuTimes(1_000, 2_000, 3_000);
    CpuTimes after = new CpuTimes(2_000, 4_000, 6_000);
    assertEquals(new CpuTimes(10, 20, 30), after.since(before).per(100));
  }
}
