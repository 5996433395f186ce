package org.attestry.bench.cases;

import org.attestry.bench.load.Bench;
import org.attestry.bench.load.BenchTypes;
import org.attestry.bench.load.Load;
import org.attestry.bench.load.Measured;
import org.attestry.bench.load.Ratios;
import org.attestry.bench.load.Section;

/** Measures the creation of flat entities, compared with the SQL statement that stores them. */
public final class CreateCase implements BenchCase {

  private static final String TYPE = "Item";

  @Override
  public void run(Bench bench, Section found) {
    int number = bench.types().publish(BenchTypes.flat(TYPE));
    Load create = Load.of("POST", "/api/v1/" + TYPE, BenchTypes.flatEntity("{n}", "Name {n}"));
    bench.warmUp("create", create);
    for (int connections : bench.connections()) {
      PgbenchTables.copy(bench.database(), number);
      Measured service = bench.measure("create", create, connections);
      Measured bare =
          bench.measureBare(
              "pgbench, the same INSERT",
              run -> PgbenchScripts.create(number, TYPE, run),
              PgbenchTables.SCHEMAS,
              connections);
      found.add(service);
      found.add(bare);
      found.add(Ratios.rate("create / pgbench", "create", service, bare));
    }
  }
}
