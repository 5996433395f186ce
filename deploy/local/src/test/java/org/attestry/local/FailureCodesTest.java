package org.attestry.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/api/interface.md} lists the codes of failures (2.3) and the reasons of checks (7.5)
 * that the services give, and no others.
 */
class FailureCodesTest {

  private static final Path ROOT = ProjectFiles.ROOT;

  private static final Pattern CODE =
      Pattern.compile(
          "[\"`]((?:gateway|registry|claims|schema|credential|file|json|bus|suite)(?:\\.[a-z-]+)+)[\"`]");

  /** Texts of the sources that have the form of a code: operations in envelopes, names. */
  private static final Set<String> NO_CODES =
      Set.of(
          "credential.evidence",
          "credential.json",
          "credential.proof",
          "registry.attest",
          "registry.create",
          "registry.delete",
          "registry.export",
          "registry.health",
          "registry.import",
          "registry.invite",
          "registry.read",
          "registry.search",
          "registry.send",
          "registry.store",
          "registry.update");

  /** Failures between services, or inside one: what a client is given has another code. */
  private static final Set<String> INSIDE =
      Set.of(
          "claims.adoption.line",
          "claims.find.limit",
          "claims.raise.entity-changed",
          "claims.raise.too-slow",
          "claims.refresh.registry-behind",
          "credential.adoption.too-many",
          "credential.withdrawn.invalid",
          "registry.adoption.line",
          "registry.caller.page",
          "registry.credentials.many",
          "registry.entity.exists",
          "registry.export.page",
          "registry.import.conflict",
          "registry.import.gap",
          "registry.import.page",
          "registry.store.moved-on");

  /** Made by {@code Failures} and {@code KeyedRequests}, which all services share. */
  private static final Set<String> SHARED =
      Set.of(
          "suite.internal",
          "suite.unavailable",
          "registry.request.in-flight",
          "registry.request.key-reused",
          "claims.request.in-flight",
          "claims.request.key-reused");

  private static final Pattern ADMINS = Pattern.compile("Admins\\.require\\(\\w+, \"(\\w+)\"\\)");

  private static final Pattern REASON =
      Pattern.compile(
          "[\"`]((?:proof|key|created|expires|jws|context|signature|suite|form|issuer|did|status|date"
              + "|document|jwt|sd-jwt|holder|envelope)\\.[a-z-]+):?(?:\\{[^}`]*})?[\"`]");

  /** Rules of violations, which stand behind {@code document.} in a reason. */
  private static final Set<String> RULES = Set.of("context.alias", "context.nested");

  @Test
  void thePageListsEachCodeThatAClientIsGiven() throws IOException {
    Predicate<Path> services = file -> !ROOT.relativize(file).startsWith("deploy");
    Set<String> codes = found(CODE, services);
    for (String subject : found(ADMINS, services)) {
      codes.add("credential." + subject + ".unauthenticated");
      codes.add("credential." + subject + ".forbidden");
    }
    assertEquals(Set.of(), without(NO_CODES, codes), "no longer in the sources");
    assertEquals(Set.of(), without(INSIDE, codes), "no longer in the sources");
    codes.addAll(SHARED);
    codes.removeAll(NO_CODES);
    codes.removeAll(INSIDE);

    assertEquals(String.join("\n", codes), String.join("\n", listed(CODE, "### 2.3", "### 2.4")));
  }

  @Test
  void thePageListsEachReasonOfACheck() throws IOException {
    Set<String> reasons =
        found(REASON, file -> ROOT.relativize(file).startsWith("credential-service"));
    reasons.removeAll(RULES);

    assertEquals(
        String.join("\n", reasons), String.join("\n", listed(REASON, "### 7.5", "### 7.6")));
  }

  /** A code that is put together from parts would be missed. */
  @Test
  void codesStandInTheSourcesAsAWhole() throws IOException {
    Pattern part =
        Pattern.compile(
            "\"(?:gateway|registry|claims|schema|credential|file|json|bus|suite)\\.(?:[a-z.-]*\\.)?\""
                + " \\+");
    Set<String> composed = new TreeSet<>();
    for (Path source : sources(file -> !ROOT.relativize(file).startsWith("deploy"))) {
      if (!matches(part, Files.readString(source)).isEmpty()) {
        composed.add(source.getFileName().toString());
      }
    }

    assertEquals(Set.of("Admins.java", "Failures.java"), composed);
  }

  private static Set<String> without(Set<String> some, Set<String> all) {
    return some.stream().filter(one -> !all.contains(one)).collect(Collectors.toSet());
  }

  private static Set<String> listed(Pattern text, String from, String to) throws IOException {
    String page = Files.readString(ROOT.resolve("docs/api/interface.md"));
    return matches(text, page.substring(page.indexOf(from), page.indexOf(to)));
  }

  private static Set<String> found(Pattern text, Predicate<Path> wanted) throws IOException {
    Set<String> found = new TreeSet<>();
    for (Path source : sources(wanted)) {
      found.addAll(matches(text, Files.readString(source)));
    }
    return found;
  }

  private static Set<String> matches(Pattern text, String in) {
    return text.matcher(in)
        .results()
        .map(one -> one.group(one.groupCount()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<Path> sources(Predicate<Path> wanted) throws IOException {
    return ProjectFiles.ending(".java").stream()
        .filter(file -> ROOT.relativize(file).toString().matches("(.*/)?src/main/java/.*"))
        .filter(wanted)
        .toList();
  }
}
