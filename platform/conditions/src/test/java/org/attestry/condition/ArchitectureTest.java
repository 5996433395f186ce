package org.attestry.condition;

import org.attestry.testkit.Architecture;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  @Test
  void isAModuleLikeTheOthers() {
    Architecture.checkModule("org.attestry.condition");
  }
}
