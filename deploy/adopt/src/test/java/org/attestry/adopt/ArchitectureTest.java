package org.attestry.adopt;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import org.attestry.testkit.Architecture;
import org.junit.jupiter.api.Test;

/** Reads the environment as the other commands do, so only the packages are checked. */
class ArchitectureTest {

  @Test
  void packagesHaveNoCycles() {
    slices()
        .matching("org.attestry.adopt.(**)")
        .should()
        .beFreeOfCycles()
        .check(Architecture.code("org.attestry.adopt"));
  }
}
