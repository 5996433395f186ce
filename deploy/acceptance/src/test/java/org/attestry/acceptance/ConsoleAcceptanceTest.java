package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.attestry.local.Endpoints;
import org.attestry.testkit.Browser;
import org.attestry.testkit.NodePackages;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The console of a running suite in Chromium. With the system property {@code pictures} it makes
 * the documentation's pictures in that folder, too.
 */
class ConsoleAcceptanceTest {

  private static final String UNTESTED = "The console is not tested in a browser";
  private static final String PICTURES = System.getProperty("pictures");
  private static final Path GATEWAY = Path.of("../../gateway/src").toAbsolutePath().normalize();

  private static RunningSuite suite;
  private static Path chromium;
  private static NodePackages packages;

  @BeforeAll
  static void start() throws IOException {
    chromium = Browser.require(UNTESTED);
    packages =
        NodePackages.install(GATEWAY.resolve("test/console"), Path.of("target/console"), UNTESTED)
            .with("browser.mjs")
            .with("world.mjs");
    suite = RunningSuite.startOwn();
  }

  @AfterAll
  static void stop() {
    if (suite != null) {
      suite.discard();
    }
  }

  /** An administrator, a teacher, a student and a visitor do what the README tells. */
  @ParameterizedTest
  @ValueSource(strings = {"en", "hi"})
  void theStoryIsToldInTheBrowser(String language) throws IOException {
    Endpoints endpoints = suite.endpoints();
    List<String> arguments = arguments();
    arguments.addAll(List.of(language, adminPassword(), endpoints.defaultPassword()));

    assertEquals(new NodePackages.Ended(0, "\n"), packages.run("story.mjs", arguments));
  }

  @Test
  void eachScreenIsFitForEverybody() throws IOException {
    Endpoints endpoints = suite.endpoints();
    List<String> arguments = arguments();
    arguments.addAll(
        List.of(
            endpoints.identity().tokenEndpoint(), adminPassword(), endpoints.defaultPassword()));
    if (PICTURES != null) {
      Path folder = Files.createDirectories(Path.of(PICTURES, "console"));
      arguments.add(folder.toAbsolutePath().toString());
    }

    assertEquals(new NodePackages.Ended(0, "\n"), packages.run("screens.mjs", arguments));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hostile.mjs", "faults.mjs"})
  void hostileDataAndFormerFaultsDoNoHarm(String script) throws IOException {
    Endpoints endpoints = suite.endpoints();
    List<String> arguments = arguments();
    arguments.addAll(
        List.of(
            endpoints.identity().tokenEndpoint(), adminPassword(), endpoints.defaultPassword()));

    assertEquals(new NodePackages.Ended(0, "\n"), packages.run(script, arguments));
  }

  private static List<String> arguments() {
    return new ArrayList<>(
        List.of(
            suite.endpoints().gateway(),
            chromium.toString(),
            GATEWAY.resolve("main/resources/console/texts").toString()));
  }

  private static String adminPassword() {
    return suite.endpoints().identity().users().get(0).password();
  }
}
