package org.attestry.schema;

import org.attestry.testkit.Architecture;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  @Test
  void packagesPointToTheDomain() {
    Architecture.checkService("org.attestry.schema", "com.google.re2j");
  }
}
