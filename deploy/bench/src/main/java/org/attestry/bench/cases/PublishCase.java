package org.attestry.bench.cases;

import org.attestry.bench.load.Bench;
import org.attestry.bench.load.Load;
import org.attestry.bench.load.Measured;
import org.attestry.bench.load.Ratios;
import org.attestry.bench.load.Section;

/** Measures reads while types are published, compared with reads without other load. */
public final class PublishCase implements BenchCase {

  private static final String TYPE = "Item";
  private static final int ROWS = 10_000;

  /** A period so short that two processors are busy with publishing, to measure its cost. */
  private static final long OFTEN_MILLIS = 200;

  /** A period like that of an administrator's script. */
  private static final long SELDOM_MILLIS = 2_000;

  @Override
  public void run(Bench bench, Section found) {
    bench.types().publishFilled(TYPE, ROWS);
    Load read = Load.of("GET", "/api/v1/" + TYPE + "/{id}", "").rows(ROWS);
    int connections = bench.options().usualConnections();
    bench.warmUp("read", read);
    Measured before = bench.measure("read, nothing else, before", read, connections);
    found.add(before);
    Measured many = beside(bench, found, read, "Often", OFTEN_MILLIS);
    Measured beside = beside(bench, found, read, "Seldom", SELDOM_MILLIS);
    Measured after = bench.measure("read, nothing else, after", read, connections);
    found.add(after);
    found.add(Ratios.p99("one every 200 ms / before", "publish.often", many, before));
    found.add(Ratios.p99("one every 200 ms / after", "publish.often", many, after));
    found.add(Ratios.p99("one every 2,000 ms / before", "publish.seldom", beside, before));
    found.add(Ratios.p99("one every 2,000 ms / after", "publish.seldom", beside, after));
  }

  private static Measured beside(
      Bench bench, Section found, Load read, String prefix, long periodMillis) {
    String what = "read, a new type every %,d ms".formatted(periodMillis);
    try (Publisher publisher = new Publisher(bench.gateway(), prefix, periodMillis)) {
      Measured beside = bench.measure(what, read, bench.options().usualConnections());
      publisher.failure().ifPresent(found::fail);
      found.remark(
          "%d types were published, each in %.0f ms at the median.",
          publisher.published(), publisher.medianMillis());
      found.add(beside);
      return beside;
    }
  }
}
