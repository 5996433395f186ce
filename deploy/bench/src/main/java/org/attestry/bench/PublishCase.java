package org.attestry.bench;

import java.util.Optional;

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
    Measured alone = bench.measure("read, nothing else", read, connections);
    Measured beside;
    try (Publisher publisher = new Publisher(bench.gateway())) {
      beside = bench.measure("read, a new type every 200 ms", read, connections);
      Optional<String> failure = publisher.failure();
      failure.ifPresent(found::fail);
      found.remark(
          "%d types were published, each in %.0f ms at the median.",
          publisher.published(), publisher.medianMillis());
    }
    found.add(alone);
    found.add(beside);
    found.add(Ratios.p99("with / without publishing", "publish", beside, alone));
  }
}
