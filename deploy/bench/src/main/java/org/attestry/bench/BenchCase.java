package org.attestry.bench;

/** A measurement, on a suite that nothing else has used. */
interface BenchCase {

  void run(Bench bench, Section found);
}
