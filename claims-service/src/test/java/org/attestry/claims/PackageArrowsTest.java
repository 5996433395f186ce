package org.attestry.claims;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

@AnalyzeClasses(
    packages = "org.attestry.claims",
    importOptions = ImportOption.DoNotIncludeTests.class)
class PackageArrowsTest {

  @ArchTest
  static final ArchRule domainKnowsNothingOfWhatIsAroundIt =
      classes()
          .that()
          .resideInAPackage("..claims.domain..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.attestry.claims.domain..",
              "org.attestry.contracts..",
              "org.attestry.runtime.json",
              "org.attestry.runtime.facts",
              "io.vertx.core",
              "com.fasterxml.jackson..");

  @ArchTest
  static final ArchRule adaptersDoNotKnowEachOther =
      SlicesRuleDefinition.slices()
          .matching("org.attestry.claims.(bus|store|events)..")
          .should()
          .notDependOnEachOther();

  @ArchTest
  static final ArchRule servicesDoNotKnowEachOther =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.attestry.registry..",
              "org.attestry.schema..",
              "org.attestry.credential..",
              "org.attestry.file..",
              "org.attestry.gateway..");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      SlicesRuleDefinition.slices().matching("org.attestry.claims.(**)").should().beFreeOfCycles();
}
