package org.attestry.bench;

/** Something to measure, on a suite that nothing else has been done to. */
interface BenchCase {

  void run(Bench bench, Section found);
}
