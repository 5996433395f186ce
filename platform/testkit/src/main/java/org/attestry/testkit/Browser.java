package org.attestry.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Finds an installed browser of the Chromium family. */
public final class Browser {

  private Browser() {}

  /**
   * Returns the browser; skips the test if none is installed.
   *
   * @param untested a message that states what is not tested without the browser, without its final
   *     full stop
   * @return the path of the executable
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
