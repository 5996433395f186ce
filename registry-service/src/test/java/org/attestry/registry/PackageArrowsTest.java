package org.attestry.registry;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

@AnalyzeClasses(
    packages = "org.attestry.registry",
    importOptions = ImportOption.DoNotIncludeTests.class)
class PackageArrowsTest {

  @ArchTest
  static final ArchRule domainKnowsNothingOfWhatIsAroundIt =
      classes()
          .that()
          .resideInAPackage("..registry.domain..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.attestry.registry.domain..",
              "org.attestry.contracts..",
              "org.attestry.runtime.json",
              "org.attestry.runtime.facts",
              "org.attestry.runtime.service",
              "io.vertx.core",
              "com.fasterxml.jackson..",
              "com.networknt.schema..",
              "com.google.re2j",
              "org.slf4j..");

  @ArchTest
  static final ArchRule validatorStaysWhereItIsUsed =
      noClasses()
          .that()
          .resideOutsideOfPackage("..registry.domain.validation..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.networknt..", "com.google.re2j..");

  @ArchTest
  static final ArchRule adaptersDoNotKnowEachOther =
      SlicesRuleDefinition.slices()
          .matching("org.attestry.registry.(bus|store|events|identity|signing)..")
          .should()
          .notDependOnEachOther();

  @ArchTest
  static final ArchRule servicesDoNotKnowEachOther =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.attestry.schema..",
              "org.attestry.claims..",
              "org.attestry.credential..",
              "org.attestry.file..",
              "org.attestry.gateway..");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      SlicesRuleDefinition.slices()
          .matching("org.attestry.registry.(**)")
          .should()
          .beFreeOfCycles();
}
