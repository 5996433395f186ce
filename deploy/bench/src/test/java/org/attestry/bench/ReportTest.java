package org.attestry.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.attestry.bench.load.BenchOptions;
import org.attestry.bench.load.CpuTimes;
import org.attestry.bench.load.LoadResult;
import org.attestry.bench.load.Machine;
import org.attestry.bench.load.Measured;
import org.attestry.bench.load.Ratio;
import org.attestry.bench.load.Section;
import org.junit.jupiter.api.Test;

class ReportTest {

  private static final CpuTimes CPU = new CpuTimes(90, 30, Double.NaN);

  private final Section section = new Section("create");

  @Test
  void showsEachMeasurementAsARow() {
    section.add(new Measured("create", 16, new LoadResult(100, 2, 1.5, 2.5, 3.5, 0, ""), CPU));
    assertTrue(
        markdown().contains("| create | 16 | 50 | 1.50 | 2.50 | 3.50 | 0 | 90 | 30 | – |"),
        markdown());
  }

  @Test
  void marksACaseWithErrorsAsFailed() {
    section.add(new Measured("create", 16, new LoadResult(9, 1, 1, 1, 1, 3, "503 x"), CPU));
    assertTrue(
        markdown().contains("**FAILED**: create at 16 connections had 3 errors. 503 x"),
        markdown());
  }

  @Test
  void putsEachRatioBesideItsBar() {
    section.add(new Ratio("low", "create", 0.01));
    section.add(new Ratio("high", "create", 0.99));
    section.add(new Ratio("free", "no such bar", 1.0));
    assertTrue(
        markdown().matches("(?s).*\\| low \\| 0.01 \\| at least [0-9.]+ \\| \\*\\*not met.*"));
    assertTrue(markdown().matches("(?s).*\\| high \\| 0.99 \\| at least [0-9.]+ \\| met .*"));
    assertTrue(markdown().contains("| free | 1.00 | – | – |"), markdown());
  }

  private String markdown() {
    Machine machine = new Machine("a processor", 2, "1 kB", "Linux", "0.1", 900);
    Versions versions = new Versions("abc", "25", "18.6", "4.3.1", "wrk", "pgbench");
    return new Report("today", BenchOptions.of(), machine, versions, List.of(section)).markdown();
  }
}
