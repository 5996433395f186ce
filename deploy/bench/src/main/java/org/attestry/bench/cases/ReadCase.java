package org.attestry.bench.cases;

import org.attestry.bench.load.Bench;
import org.attestry.bench.load.Load;
import org.attestry.bench.load.Measured;
import org.attestry.bench.load.Ratios;
import org.attestry.bench.load.Section;

/** Measures reads of entities by id, compared with the SQL statement that finds them. */
public final class ReadCase implements BenchCase {

  private static final String TYPE = "Item";
  private static final int ROWS = 10_000;

  @Override
  public void run(Bench bench, Section found) {
    int number = bench.types().publishFilled(TYPE, ROWS);
    Load read = Load.of("GET", "/api/v1/" + TYPE + "/{id}", "").rows(ROWS);
    bench.warmUp("read", read);
    for (int connections : bench.connections()) {
      Measured service = bench.measure("read", read, connections);
      Measured bare =
          bench.measureBare(
              "pgbench, the same SELECT",
              run -> PgbenchScripts.read(number, ROWS),
              "public",
              connections);
      found.add(service);
      found.add(bare);
      found.add(Ratios.rate("read / pgbench", "read", service, bare));
    }
  }
}
