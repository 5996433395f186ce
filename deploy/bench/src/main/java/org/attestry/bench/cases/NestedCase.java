package org.attestry.bench.cases;

import org.attestry.bench.load.Bench;
import org.attestry.bench.load.BenchTypes;
import org.attestry.bench.load.Load;
import org.attestry.bench.load.Section;

/** Measures the creation of entities with an object and an array of three objects. */
public final class NestedCase implements BenchCase {

  private static final String TYPE = "Nested";

  @Override
  public void run(Bench bench, Section found) {
    bench.types().publish(BenchTypes.nested(TYPE));
    Load create = Load.of("POST", "/api/v1/" + TYPE, BenchTypes.nestedEntity("{n}"));
    bench.warmUp("nested create", create);
    for (int connections : bench.connections()) {
      found.add(bench.measure("nested create", create, connections));
    }
  }
}
