package org.attestry.gateway.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.NodePackages;
import org.junit.jupiter.api.Test;

/** The console's scripts and texts, without a browser. */
class ConsoleScriptsIT {

  private static final Path CONSOLE = Path.of("src/main/resources/console").toAbsolutePath();
  private static final int MOST_LINES = 250;
  private static final Pattern TEXT = Pattern.compile("\\bt\\('([^']+)'");

  @Test
  void theTypesOfTheScriptsFit() throws IOException {
    NodePackages packages =
        NodePackages.install(
                Path.of("src/test/console"),
                Path.of("target/console"),
                "The types of the console's scripts are not checked")
            .with("tsconfig.json");

    assertEquals(
        new NodePackages.Ended(0, ""), packages.run("types.mjs", List.of(CONSOLE.toString())));
  }

  @Test
  void aFileIsReadAtOnce() throws IOException {
    for (Path script : scripts()) {
      long lines = Files.readString(script).lines().count();
      assertTrue(lines < MOST_LINES, script + " has " + lines + " lines");
    }
  }

  @Test
  void eachTextIsThereInEachLanguage() throws IOException {
    Map<?, ?> english = texts("en");
    assertEquals(english.keySet(), texts("hi").keySet());
    Set<String> missing = new TreeSet<>();
    for (Path script : scripts()) {
      Matcher text = TEXT.matcher(Files.readString(script));
      while (text.find()) {
        if (!english.containsKey(text.group(1))) {
          missing.add(text.group(1));
        }
      }
    }
    assertEquals(Set.of(), missing);
  }

  private static List<Path> scripts() throws IOException {
    try (Stream<Path> files = Files.walk(CONSOLE)) {
      return files.filter(file -> file.toString().endsWith(".js")).toList();
    }
  }

  private static Map<?, ?> texts(String language) throws IOException {
    byte[] file = Files.readAllBytes(CONSOLE.resolve("texts/%s.json".formatted(language)));
    return Json.read(JsonBytes.of(file), Map.class);
  }
}
