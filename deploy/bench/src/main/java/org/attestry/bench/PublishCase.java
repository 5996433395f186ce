package org.attestry.bench;

/** Reads while types are published, beside reads while nothing else happens. */
final class PublishCase implements BenchCase {

  private static final String TYPE = "Item";
  private static final int ROWS = 10_000;

  @Override
  public void run(Bench bench, Section found) {
    bench.types().publishFilled(TYPE, ROWS);
    Load read = Load.of("GET", "/api/v1/" + TYPE + "/{id}", "").rows(ROWS);
    int connections = bench.options().usualConnections();
    bench.warmUp("read", read);
    Measured before = bench.measure("read, nothing else, before", read, connections);
    found.add(before);
    Measured beside;
    try (Publisher publisher = new Publisher(bench.gateway())) {
      beside = bench.measure("read, a new type every 200 ms", read, connections);
      publisher.failure().ifPresent(found::fail);
      found.remark(
          "%d types were published, each in %.0f ms at the median.",
          publisher.published(), publisher.medianMillis());
    }
    found.add(beside);
    Measured after = bench.measure("read, nothing else, after", read, connections);
    found.add(after);
    found.add(Ratios.p99("with publishing / before", "publish", beside, before));
    found.add(Ratios.p99("with publishing / after", "publish", beside, after));
  }
}
