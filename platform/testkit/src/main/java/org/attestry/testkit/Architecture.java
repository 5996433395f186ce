package org.attestry.testkit;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.INTERFACES;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import java.beans.Introspector;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The architecture rules of modules and services. Modules that use this class need ArchUnit on the
 * class path.
 *
 * <p>A package of a service is a feature: it has its use cases, its rules and its SQL. A class
 * named {@code …Module} makes the objects of a feature and binds its operations; the service's root
 * package lists the modules. Nothing else depends on either.
 *
 * <p>Classes named {@code Pg…} execute SQL, {@code events.<Service>FactHandlers} handles facts,
 * {@code Bus…} classes call other services, and a verticle stops with a {@code Shutdown}. The
 * method of a use case with one operation is {@code handle(request, context)}; with several, each
 * method has the name of its operation.
 */
public final class Architecture {

  private static final String PLATFORM_CONTRACTS = "org.attestry.contracts..";
  private static final String PLATFORM_RUNTIME = "org.attestry.runtime..";
  private static final String PLATFORM_CONDITIONS = "org.attestry.condition..";

  private static final String BUS_SERVER = "org.attestry.runtime.bus.BusServer";
  private static final String BUS_CLIENT = "org.attestry.runtime.bus.BusClient";
  private static final String DATABASE = "org.attestry.runtime.postgres.Database";
  private static final String FACT_HANDLERS = "org.attestry.runtime.facts.FactHandlers";
  private static final int REQUEST = "Request".length();
  private static final String SHUTDOWN = "org.attestry.runtime.service.Shutdown";

  private static final Map<String, JavaClasses> READ = new ConcurrentHashMap<>();

  private Architecture() {}

  /**
   * Checks a module: it uses no other service and no internals of libraries, its packages have
   * specific names and no cycles, and only {@code runtime.config} reads the environment.
   *
   * @param root the module's package
   */
  public static void checkModule(String root) {
    check(root, packagesHaveNoCycles(root));
  }

  private static void check(String root, ArchRule packages) {
    JavaClasses code = code(root);
    Stream.of(
            usesNoOtherService(root),
            packagesHaveTellingNames(),
            packages,
            usesNoInternalsOfLibraries(),
            environmentIsReadInOnePlace(),
            verticlesStopWithAShutdown())
        .forEach(rule -> rule.check(code));
  }

  /**
   * Checks a service whose packages are features: each holds its use cases, its rules and its SQL.
   * Only the root package and the modules, which wire the features, depend on any of them.
   *
   * @param root the service's package
   * @param callers the classes that call other services, beside those named {@code Bus…}
   */
  public static void checkFeatures(String root, String... callers) {
    check(root, featuresHaveNoCycles(root));
    JavaClasses code = code(root);
    Stream.of(
            nothingKnowsTheWiring(root),
            operationsAreBoundByTheWiring(root),
            factsAreHandledInOneClass(root),
            otherServicesAreCalledByBusClasses(root, callers),
            statementsAreExecutedByPgClasses(root),
            handlersHaveTheNameOfTheirOperation(root))
        .forEach(rule -> rule.check(code));
  }

  /** Returns the classes of a package and its subpackages, without tests; they are read once. */
  public static JavaClasses code(String root) {
    return READ.computeIfAbsent(root, Architecture::read);
  }

  private static JavaClasses read(String root) {
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages(root);
  }

  private static ArchRule usesNoOtherService(String root) {
    return noClasses()
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.attestry..")
                .and(
                    not(
                        resideInAnyPackage(
                            root + "..",
                            PLATFORM_CONTRACTS,
                            PLATFORM_RUNTIME,
                            PLATFORM_CONDITIONS))));
  }

  private static ArchRule packagesHaveTellingNames() {
    return noClasses()
        .should()
        .resideInAnyPackage("..util..", "..helper..", "..manager..", "..impl..", "..common..")
        .because("a name says what is inside");
  }

  private static ArchRule packagesHaveNoCycles(String root) {
    return slices().matching(root + ".(**)").should().beFreeOfCycles().allowEmptyShould(true);
  }

  private static ArchRule featuresHaveNoCycles(String root) {
    return slices()
        .matching(root + ".(**)")
        .should()
        .beFreeOfCycles()
        .ignoreDependency(isWiring(root), alwaysTrue());
  }

  private static ArchRule usesNoInternalsOfLibraries() {
    return noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..impl..", "..internal..")
        .because("a library may change its internals in every release")
        .allowEmptyShould(true);
  }

  private static ArchRule environmentIsReadInOnePlace() {
    return noClasses()
        .that()
        .resideOutsideOfPackages("org.attestry.runtime.config", "org.attestry.testkit..")
        .should()
        .callMethod(System.class, "getenv")
        .orShould()
        .callMethod(System.class, "getenv", String.class)
        .because("settings are read once, into checked records")
        .allowEmptyShould(true);
  }

  private static ArchRule nothingKnowsTheWiring(String root) {
    return noClasses().that(not(isWiring(root))).should().dependOnClassesThat(isWiring(root));
  }

  private static ArchRule operationsAreBoundByTheWiring(String root) {
    return noClasses().that(not(isWiring(root))).should().dependOnClassesThat(name(BUS_SERVER));
  }

  /** Classes with parts of statements are visible in their package alone, or hold no connection. */
  private static ArchRule statementsAreExecutedByPgClasses(String root) {
    return noClasses()
        .that(not(isWiring(root)))
        .and()
        .arePublic()
        .and()
        .haveNameNotMatching(".*\\.Pg[A-Z]\\w*(\\$.*)?")
        .should()
        .dependOnClassesThat(name(DATABASE))
        .because("SQL is executed by classes that are named for it");
  }

  private static ArchRule factsAreHandledInOneClass(String root) {
    return noClasses()
        .that(areOutsideOf(root, "events." + service(root) + "FactHandlers"))
        .should()
        .dependOnClassesThat(name(FACT_HANDLERS));
  }

  private static ArchRule otherServicesAreCalledByBusClasses(String root, String... callers) {
    return noClasses()
        .that(areOutsideOf(root, callers))
        .and(areOutsideOf(root, "events." + service(root) + "FactHandlers"))
        .and()
        .haveNameNotMatching(".*\\.Bus[A-Z]\\w*(\\$.*)?")
        .should()
        .dependOnClassesThat(name(BUS_CLIENT));
  }

  private static ArchRule handlersHaveTheNameOfTheirOperation(String root) {
    return methods()
        .that()
        .areDeclaredInClassesThat(resideInAPackage(root + "..").and(not(INTERFACES)))
        .and()
        .arePublic()
        .and(describe("take a request and its context", Architecture::takesARequest))
        .should(
            ArchCondition.from(
                describe("be handle, or have its operation's name", Architecture::isNamedSo)));
  }

  private static boolean isNamedSo(JavaMethod method) {
    String request = method.getRawParameterTypes().getFirst().getSimpleName();
    String operation = Introspector.decapitalize(request.substring(0, request.length() - REQUEST));
    long operations =
        method.getOwner().getMethods().stream()
            .filter(other -> other.getModifiers().contains(JavaModifier.PUBLIC))
            .filter(Architecture::takesARequest)
            .count();
    return method.getName().equals(operation)
        || method.getName().equals("handle") && operations == 1;
  }

  private static ArchRule verticlesStopWithAShutdown() {
    return classes()
        .that()
        .areAssignableTo("io.vertx.core.VerticleBase")
        .should()
        .dependOnClassesThat(name(SHUTDOWN))
        .allowEmptyShould(true);
  }

  private static boolean takesARequest(JavaMethod method) {
    List<JavaClass> parameters = method.getRawParameterTypes();
    return parameters.size() == 2
        && parameters.getFirst().getName().matches("org\\.attestry\\.contracts\\..*Request")
        && parameters.getLast().getName().equals("org.attestry.contracts.CallContext");
  }

  /** Returns a predicate for classes that neither wire features nor are among the named ones. */
  private static DescribedPredicate<JavaClass> areOutsideOf(String root, String... names) {
    List<String> allowed = Stream.of(names).map(name -> root + "." + name).toList();
    return not(isWiring(root))
        .and(describe("are not of " + allowed, code -> !allowed.contains(code.getName())));
  }

  /** Returns a predicate for the classes of the root package and the modules of the features. */
  private static DescribedPredicate<JavaClass> isWiring(String root) {
    return describe(
        "wire features",
        code ->
            code.getPackageName().equals(root)
                || code.getName().startsWith(root + ".")
                    && code.getName().matches(".*[a-z]Module(\\$.*)?"));
  }

  /** Returns the service's name as in class names, such as {@code Registry}. */
  private static String service(String root) {
    String name = root.substring(root.lastIndexOf('.') + 1);
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }
}
