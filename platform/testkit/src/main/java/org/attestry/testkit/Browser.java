package org.attestry.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A browser of the Chromium family, as the machine has it. */
public final class Browser {

  private Browser() {}

  /**
   * Without one the test is skipped.
   *
   * @param untested what is not tested without it, a sentence without its end
   * @return its executable
   */
  public static Path require(String untested) {
    Path browser =
        Stream.of("chromium", "chromium-browser", "google-chrome")
            .map(name -> Path.of("/usr/bin", name))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(null);
    assumeTrue(browser != null, untested + ": Chromium is not installed here.");
    return browser;
  }
}
