package org.attestry.gateway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "org.attestry.gateway",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule packagesPointOneWay =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("wiring")
          .definedBy("org.attestry.gateway")
          .layer("docs")
          .definedBy("org.attestry.gateway.docs")
          .layer("http")
          .definedBy("org.attestry.gateway.http")
          .layer("access")
          .definedBy("org.attestry.gateway.access")
          .whereLayer("wiring")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("docs")
          .mayOnlyBeAccessedByLayers("wiring")
          .whereLayer("http")
          .mayOnlyBeAccessedByLayers("wiring", "docs");

  @ArchTest
  static final ArchRule nothingOfOtherServicesIsUsed =
      classes()
          .that()
          .resideInAPackage("org.attestry.gateway..")
          .should()
          .onlyDependOnClassesThat()
          .resideOutsideOfPackages(
              "org.attestry.registry..",
              "org.attestry.claims..",
              "org.attestry.credential..",
              "org.attestry.file..",
              "org.attestry.schema..");

  @ArchTest
  static final ArchRule nothingIsStored =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.attestry.runtime.postgres..", "org.attestry.runtime.facts..");

  @ArchTest
  static final ArchRule onlyAccessLooksIntoTokens =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.attestry.gateway.access")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.vertx.ext.auth..");
}
