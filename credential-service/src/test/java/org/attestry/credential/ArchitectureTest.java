package org.attestry.credential;

import org.attestry.testkit.Architecture;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  @Test
  void packagesPointToTheDomain() {
    Architecture.checkService("org.attestry.credential", "com.github.benmanes.caffeine..");
  }
}
