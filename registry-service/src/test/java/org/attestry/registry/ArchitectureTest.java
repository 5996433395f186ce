package org.attestry.registry;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import org.attestry.testkit.Architecture;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  private static final String ROOT = "org.attestry.registry";
  private static final String[] VALIDATOR = {"com.networknt..", "com.google.re2j"};

  @Test
  void packagesPointToTheDomain() {
    Architecture.checkService(ROOT, VALIDATOR[0], VALIDATOR[1], "javax.crypto..");
  }

  @Test
  void eachClassOfTheDomainIsInAPackageOfIt() {
    noClasses().should().resideInAPackage(ROOT + ".domain").check(Architecture.code(ROOT));
  }

  @Test
  void validatorStaysWhereItIsUsed() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..registry.domain.validation..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(VALIDATOR)
        .check(Architecture.code(ROOT));
  }
}
