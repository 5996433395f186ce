package org.attestry.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.testkit.Prerequisite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Each alert of {@code deploy/observability} has a runbook of its name, and a test. */
class AlertsTest {

  private static final Path FOLDER = ProjectFiles.ROOT.resolve("deploy/observability");
  private static final Path PAGES = ProjectFiles.ROOT.resolve("docs/operating");
  private static final List<String> SECTIONS =
      List.of("## Meaning", "## Impact", "## Diagnosis", "## Mitigation");
  private static final Pattern NAME = Pattern.compile("Attestry\\w+");

  @Test
  void eachAlertHasARunbookAndEachRunbookAnAlert() throws IOException {
    try (Stream<Path> pages = Files.list(PAGES.resolve("runbooks"))) {
      Set<String> named =
          pages
              .map(page -> page.getFileName().toString().replace(".md", ""))
              .collect(Collectors.toCollection(TreeSet::new));

      assertEquals(names(), named);
    }
  }

  @Test
  void aRunbookHasTheExpressionOfItsAlertAndAllSections() throws IOException {
    List<String> missing = new ArrayList<>();
    for (Map<?, ?> alert : alerts()) {
      String page = Files.readString(PAGES.resolve("runbooks/" + alert.get("alert") + ".md"));
      List<String> expected = new ArrayList<>(SECTIONS);
      ((String) alert.get("expr"))
          .strip()
          .lines()
          .map(line -> "    " + line)
          .forEach(expected::add);
      expected.add("# " + alert.get("alert"));
      expected.stream()
          .filter(part -> page.lines().noneMatch(part::equals))
          .forEach(part -> missing.add(alert.get("alert") + ": " + part));
    }

    assertEquals(List.of(), missing);
  }

  @Test
  void eachAlertIsTestedAndListed() throws IOException {
    assertEquals(names(), namesIn(FOLDER.resolve("tests.yml"), NAME));
    assertEquals(
        names(),
        namesIn(PAGES.resolve("observability.md"), Pattern.compile("(?<=\\| \\[)Attestry\\w+")));
  }

  @Test
  void theTestsOfTheAlertsPass(@TempDir Path folder) throws Exception {
    Path output = folder.resolve("output");
    for (List<String> command :
        List.of(
            List.of("promtool", "check", "config", "prometheus.yml"),
            List.of("promtool", "test", "rules", "tests.yml"))) {
      assertEquals(0, run(command, output), () -> read(output));
    }
  }

  private static int run(List<String> command, Path output) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(FOLDER.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      return process.waitFor(1, TimeUnit.MINUTES) ? process.exitValue() : -1;
    } catch (IOException e) {
      Prerequisite.require(false, "The tests of the alerts do not run: promtool is missing.");
      return -1;
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static Set<String> names() throws IOException {
    return alerts().stream()
        .map(alert -> (String) alert.get("alert"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> namesIn(Path file, Pattern pattern) throws IOException {
    return pattern
        .matcher(Files.readString(file))
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<Map<?, ?>> alerts() throws IOException {
    Map<String, List<Map<String, List<Map<?, ?>>>>> file =
        new Yaml(new SafeConstructor(new LoaderOptions()))
            .load(Files.readString(FOLDER.resolve("rules.yml")));
    return file.get("groups").stream().flatMap(group -> group.get("rules").stream()).toList();
  }
}
