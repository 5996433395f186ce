package org.attestry.bench.cases;

import org.attestry.bench.load.Bench;
import org.attestry.bench.load.Section;

/** A measurement, on a suite that nothing else has used. */
public interface BenchCase {

  void run(Bench bench, Section found);
}
