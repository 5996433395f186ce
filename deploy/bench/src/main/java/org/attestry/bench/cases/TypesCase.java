package org.attestry.bench.cases;

import java.util.LinkedHashMap;
import java.util.Map;
import org.attestry.bench.load.Bench;
import org.attestry.bench.load.BenchTypes;
import org.attestry.bench.load.Load;
import org.attestry.bench.load.Measured;
import org.attestry.bench.load.Ratio;
import org.attestry.bench.load.Ratios;
import org.attestry.bench.load.Section;

/** Compares the same load spread over a thousand types and over ten types. */
public final class TypesCase implements BenchCase {

  private static final int FEW = 10;
  private static final int MANY = 1_000;
  private static final int ROWS = 100;

  /**
   * Creates are last, because afterwards the server scans all tables that have grown for a while.
   */
  private static final Map<String, Load> LOADS = new LinkedHashMap<>();

  static {
    LOADS.put("read", Load.of("GET", "/api/v1/Kind{t}/{id}", ""));
    LOADS.put("search", Load.of("POST", "/api/v1/Kind{t}/search", Question.SINGLE.body()));
    LOADS.put(
        "create", Load.of("POST", "/api/v1/Kind{t}", BenchTypes.flatEntity("{n}", "Name {n}")));
  }

  @Override
  public void run(Bench bench, Section found) {
    publish(bench, 1, FEW);
    Map<String, Measured> few = measure(bench, found, FEW);
    double fewMegabytes = bench.residentMegabytes();
    long begin = System.nanoTime();
    publish(bench, FEW + 1, MANY);
    long seconds = (System.nanoTime() - begin) / 1_000_000_000;
    found.remark("Publishing and filling %d types took %d s.", MANY - FEW, seconds);
    Map<String, Measured> many = measure(bench, found, MANY);
    double manyMegabytes = bench.residentMegabytes();
    many.forEach(
        (name, line) ->
            found.add(
                Ratios.p95(name + ", 1,000 types / 10", "types.latency", line, few.get(name))));
    found.add(
        new Ratio(
            "resident memory, 1,000 types / 10", "types.memory", manyMegabytes / fewMegabytes));
    found.remark(
        "The services had %.0f MB with 10 types, %.0f MB with 1,000.", fewMegabytes, manyMegabytes);
  }

  private static void publish(Bench bench, int from, int to) {
    for (int i = from; i <= to; i++) {
      bench.types().publishFilled("Kind" + i, ROWS);
    }
  }

  private static Map<String, Measured> measure(Bench bench, Section found, int types) {
    Map<String, Measured> lines = new LinkedHashMap<>();
    LOADS.forEach(
        (name, template) -> {
          String what = "%s, %,d types".formatted(name, types);
          Load load = template.rows(ROWS).types(types);
          bench.warmUp(what, load);
          Measured line = bench.measure(what, load, bench.options().usualConnections());
          found.add(line);
          lines.put(name, line);
        });
    return lines;
  }
}
