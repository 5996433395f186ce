package org.attestry.gateway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import org.attestry.testkit.Architecture;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  private static final String ROOT = "org.attestry.gateway";
  private static final JavaClasses CODE = Architecture.code(ROOT);

  @Test
  void isAModuleLikeTheOthers() {
    Architecture.checkModule(ROOT);
  }

  @Test
  void packagesPointOneWay() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("wiring")
        .definedBy(ROOT)
        .layer("docs")
        .definedBy(ROOT + ".docs")
        .layer("page")
        .definedBy(ROOT + ".page")
        .layer("console")
        .definedBy(ROOT + ".console")
        .layer("serve")
        .definedBy(ROOT + ".serve")
        .layer("routes")
        .definedBy(ROOT + ".routes")
        .layer("wallet")
        .definedBy(ROOT + ".wallet")
        .layer("bulk")
        .definedBy(ROOT + ".bulk")
        .layer("http")
        .definedBy(ROOT + ".http")
        .layer("access")
        .definedBy(ROOT + ".access")
        .layer("header")
        .definedBy(ROOT + ".header")
        .layer("connection")
        .definedBy(ROOT + ".connection")
        .whereLayer("wiring")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("docs")
        .mayOnlyBeAccessedByLayers("wiring")
        .whereLayer("page")
        .mayOnlyBeAccessedByLayers("wiring")
        .whereLayer("console")
        .mayOnlyBeAccessedByLayers("wiring")
        .whereLayer("routes")
        .mayOnlyBeAccessedByLayers("wiring")
        .whereLayer("wallet")
        .mayOnlyBeAccessedByLayers("wiring")
        .whereLayer("bulk")
        .mayOnlyBeAccessedByLayers("wiring", "routes")
        .whereLayer("serve")
        .mayOnlyBeAccessedByLayers("wiring", "page")
        .whereLayer("access")
        .mayOnlyBeAccessedByLayers("wiring", "console", "serve")
        .whereLayer("header")
        .mayOnlyBeAccessedByLayers("access", "http")
        .whereLayer("connection")
        .mayOnlyBeAccessedByLayers("wiring", "serve")
        .whereLayer("http")
        .mayOnlyBeAccessedByLayers(
            "wiring", "console", "docs", "page", "routes", "wallet", "bulk", "serve")
        .check(CODE);
  }

  @Test
  void nothingIsStored() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.attestry.runtime.postgres..", "org.attestry.runtime.facts..")
        .check(CODE);
  }

  @Test
  void onlyAccessLooksIntoTokens() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".access")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.vertx.ext.auth..")
        .check(CODE);
  }
}
