package org.attestry.claims;

import org.attestry.testkit.Architecture;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  @Test
  void featuresAreWiredByTheRootAlone() {
    Architecture.checkFeatures("org.attestry.claims", "decision.DecideClaim");
  }
}
