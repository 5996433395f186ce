package org.attestry.testkit;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchitectureTest {

  /** The testkit needs the contracts, so that they cannot use it themselves. */
  @ParameterizedTest
  @ValueSource(strings = {"org.attestry.testkit", "org.attestry.contracts"})
  void isAModuleLikeTheOthers(String root) {
    Architecture.checkModule(root);
  }
}
