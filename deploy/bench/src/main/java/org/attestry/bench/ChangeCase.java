package org.attestry.bench;

/** Changes a property, and replaces the whole, of random entities. */
final class ChangeCase implements BenchCase {

  private static final String TYPE = "Item";
  private static final int ROWS = 10_000;

  @Override
  public void run(Bench bench, Section found) {
    bench.types().publishFilled(TYPE, ROWS);
    String entity = "/api/v1/" + TYPE + "/{id}";
    measure(bench, found, "change a property", Load.of("PUT", entity + "/city", "\"City {n}\""));
    String whole = BenchTypes.flatEntity("C{i}", "Person {i} of town {n}");
    measure(bench, found, "replace the whole", Load.of("PUT", entity, whole));
  }

  private static void measure(Bench bench, Section found, String what, Load load) {
    bench.warmUp(what, load.rows(ROWS));
    for (int connections : bench.connections()) {
      found.add(bench.measure(what, load.rows(ROWS), connections));
    }
  }
}
