package org.attestry.registry;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import org.attestry.testkit.Architecture;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  private static final String ROOT = "org.attestry.registry";
  private static final String[] VALIDATOR = {"com.networknt..", "com.google.re2j"};

  @Test
  void featuresAreWiredByTheRootAlone() {
    Architecture.checkFeatures(ROOT, "credential.EntityCredentials", "stored.FactNotifier");
  }

  @Test
  void validatorStaysWhereItIsUsed() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..registry.validation..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(VALIDATOR)
        .check(Architecture.code(ROOT));
  }
}
