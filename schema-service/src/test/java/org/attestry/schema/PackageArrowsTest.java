package org.attestry.schema;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

@AnalyzeClasses(
    packages = "org.attestry.schema",
    importOptions = ImportOption.DoNotIncludeTests.class)
class PackageArrowsTest {

  @ArchTest
  static final ArchRule domainKnowsNothingOfWhatIsAroundIt =
      classes()
          .that()
          .resideInAPackage("..schema.domain..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.attestry.schema.domain..",
              "org.attestry.contracts..",
              "org.attestry.runtime.json",
              "org.attestry.runtime.facts",
              "org.attestry.runtime.service",
              "io.vertx.core",
              "com.fasterxml.jackson..",
              "com.google.re2j");

  @ArchTest
  static final ArchRule adaptersDoNotKnowEachOther =
      SlicesRuleDefinition.slices()
          .matching("org.attestry.schema.(bus|store|metaschema)..")
          .should()
          .notDependOnEachOther();

  @ArchTest
  static final ArchRule servicesDoNotKnowEachOther =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.attestry.registry..",
              "org.attestry.claims..",
              "org.attestry.credential..",
              "org.attestry.file..",
              "org.attestry.gateway..");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      SlicesRuleDefinition.slices().matching("org.attestry.schema.(**)").should().beFreeOfCycles();
}
