package org.attestry.bench.cases;

import java.util.List;
import org.attestry.bench.load.Bench;
import org.attestry.bench.load.BenchTypes;
import org.attestry.bench.load.Load;
import org.attestry.bench.load.Measured;
import org.attestry.bench.load.Ratios;
import org.attestry.bench.load.Section;

/** Measures changes of a property and replacements of random entities, compared with creates. */
public final class ChangeCase implements BenchCase {

  private static final String TYPE = "Item";
  private static final int ROWS = 10_000;

  @Override
  public void run(Bench bench, Section found) {
    bench.types().publishFilled(TYPE, ROWS);
    String type = "/api/v1/" + TYPE;
    String entity = type + "/{id}";
    Load creating = Load.of("POST", type, BenchTypes.flatEntity("N{n}", "Name {n}"));
    List<Measured> creates = measure(bench, found, "create", creating);
    List<Measured> changes =
        measure(
            bench, found, "change a property", Load.of("PUT", entity + "/city", "\"City {n}\""));
    for (int i = 0; i < changes.size(); i++) {
      Measured change = changes.get(i);
      found.add(Ratios.work("change a property / create", "change.work", change, creates.get(i)));
      found.add(Ratios.tail("change.tail", change));
    }
    String whole = BenchTypes.flatEntity("C{i}", "Person {i} of town {n}");
    measure(bench, found, "replace the whole", Load.of("PUT", entity, whole));
  }

  private static List<Measured> measure(Bench bench, Section found, String what, Load load) {
    bench.warmUp(what, load.rows(ROWS));
    List<Measured> lines =
        bench.connections().stream()
            .map(connections -> bench.measure(what, load.rows(ROWS), connections))
            .toList();
    lines.forEach(found::add);
    return lines;
  }
}
