package org.attestry.credential;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.attestry.credential", importOptions = DoNotIncludeTests.class)
class PackageArrowsTest {

  @ArchTest
  static final ArchRule domainNeedsNoTechnology =
      classes()
          .that()
          .resideInAPackage("..credential.domain..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "javax..",
              "com.fasterxml.jackson..",
              "io.vertx.core",
              "org.attestry.contracts..",
              "org.attestry.runtime.json",
              "org.attestry.runtime.facts",
              "org.attestry.credential.domain..");

  @ArchTest
  static final ArchRule domainKnowsNoVertx =
      noClasses()
          .that()
          .resideInAPackage("..credential.domain..")
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("io.vertx.core.Vertx");

  @ArchTest static final ArchRule busUsesTheDomain = uses("bus", "domain");

  @ArchTest static final ArchRule storeUsesTheDomain = uses("store", "domain");

  @ArchTest static final ArchRule eventsUseTheDomain = uses("events", "domain");

  @ArchTest static final ArchRule signingUsesTheDomain = uses("signing", "domain");

  @ArchTest
  static final ArchRule otherServicesAreFarAway =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.attestry.registry..",
              "org.attestry.claims..",
              "org.attestry.schema..",
              "org.attestry.file..",
              "org.attestry.gateway..");

  private static ArchRule uses(String from, String to) {
    return noClasses()
        .that()
        .resideInAPackage("org.attestry.credential." + from + "..")
        .should()
        .dependOnClassesThat(
            com.tngtech.archunit.base.DescribedPredicate.describe(
                "stand in another package of the service than " + to,
                type ->
                    type.getPackageName().startsWith("org.attestry.credential")
                        && !type.getPackageName().startsWith("org.attestry.credential." + from)
                        && !type.getPackageName().startsWith("org.attestry.credential." + to)));
  }
}
