package org.attestry.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * No test of a usual build depends on the time, on how fast the machine is, or on chance. What
 * needs real time has the tag {@code resilience}.
 */
class TestSourcesTest {

  /** What is not used, and what is used in its place. */
  private static final Map<Pattern, String> REMEDIES = remedies();

  /** What may use it, with the reason. */
  private static final Map<String, String> EXCEPTIONS =
      Map.ofEntries(
          Map.entry("ChangingCalls", "only tests of the tag use it"),
          Map.entry("Kills", "only tests of the tag use it"),
          Map.entry("SlowClients", "only tests of the tag use it"),
          Map.entry("SteadyCalls", "only tests of the tag judge the times"),
          Map.entry("TaskStreams", "only tests of the tag use it"),
          Map.entry("RawHttp", "the times are judged by the profile hostile"),
          Map.entry("InterfaceStory", "the times are judged by the profile hostile"),
          Map.entry("HostileWorld", "its tokens expire"),
          Map.entry("TokenListInteroperabilityIT", "the peer reads the time"),
          Map.entry("WalletKey", "its proofs have the present time"),
          Map.entry("InboxIT", "measures where a property asks for it"),
          Map.entry("EventuallyTest", "tests the durations"),
          Map.entry("StartAllServers", "is no test"));

  private static Map<Pattern, String> remedies() {
    Map<Pattern, String> remedies = new LinkedHashMap<>();
    remedies.put(
        Pattern.compile(
            "System\\.(nanoTime|currentTimeMillis)|(Instant|Local\\w+|OffsetDateTime|ZonedDateTime)"
                + "\\.now\\(\\)|Clock\\.(system|tick)|new Date\\(\\)|LocalDate\\.now"),
        "a fixed clock");
    remedies.put(
        Pattern.compile("Thread\\.sleep|parkNanos"), "Eventually, which waits for a condition");
    remedies.put(
        Pattern.compile("assertTimeout|@Timeout|\\.(await|get|poll)\\(\\d+, TimeUnit"),
        "Cost, which bounds processor time, or Futures.await");
    remedies.put(
        Pattern.compile("Eventually\\.\\w+\\(\\s*([A-Z_]{2,}|Duration\\.|java\\.time)"),
        "Eventually without a duration");
    remedies.put(
        Pattern.compile("new (Splittable)?Random\\(\\)|ThreadLocalRandom|Math\\.random"),
        "a fixed seed, or one of Seeds");
    remedies.put(
        Pattern.compile("(Locale|TimeZone)\\.(get|set)Default|ZoneId\\.systemDefault"),
        "a zone and a locale that the test names");
    return remedies;
  }

  @Test
  void noTestDependsOnTimeOrChance() throws IOException {
    List<String> found = new ArrayList<>();
    TreeSet<String> unused = new TreeSet<>(EXCEPTIONS.keySet());
    for (Path file : sources()) {
      String text = Files.readString(file);
      String name = file.getFileName().toString().replace(".java", "");
      if (isTagged(text)) {
        continue;
      }
      List<String> here = violations(ProjectFiles.ROOT.relativize(file), text);
      if (!here.isEmpty() && !unused.remove(name)) {
        found.addAll(here);
      }
    }
    assertEquals("", String.join("\n", found));
    assertEquals(new TreeSet<>(), unused, "exceptions that nothing needs");
  }

  @Test
  void modulesWithTestsOfTheTagRunThemByItsProfile() throws IOException {
    TreeSet<Path> silent = new TreeSet<>();
    for (Path file : sources()) {
      if (isTagged(Files.readString(file))) {
        Path module = module(file);
        if (!Files.readString(module.resolve("pom.xml")).contains("<skipITs>false</skipITs>")) {
          silent.add(module);
        }
      }
    }
    assertEquals(new TreeSet<>(), silent, "skipITs must be false there");
  }

  private static boolean isTagged(String text) {
    return text.contains("@Tag(\"resilience\")");
  }

  private static Path module(Path file) {
    Path folder = file;
    while (!Files.exists(folder.resolve("pom.xml"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  private static List<String> violations(Path file, String text) {
    List<String> found = new ArrayList<>();
    REMEDIES.forEach(
        (pattern, remedy) ->
            pattern
                .matcher(text)
                .results()
                .forEach(
                    match ->
                        found.add(
                            "%s:%d uses %s; use %s"
                                .formatted(
                                    file,
                                    text.substring(0, match.start()).lines().count(),
                                    match.group().strip(),
                                    remedy))));
    return found;
  }

  /** The sources of all tests but this one, which names what is not used. */
  private static List<Path> sources() throws IOException {
    return ProjectFiles.ending(".java").stream()
        .filter(file -> file.toString().contains("/src/test/java/"))
        .filter(file -> !file.getFileName().toString().startsWith("TestSources"))
        .sorted()
        .toList();
  }
}
