package org.attestry.gateway.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.attestry.gateway.GatewayServer;
import org.attestry.testkit.Browser;
import org.attestry.testkit.NodePackages;
import org.junit.jupiter.api.Test;

/**
 * The page in Chromium. With the system property {@code pictures} it makes the documentation's
 * pictures in that folder, too.
 */
class VerificationPageBrowserIT {

  private static final String PICTURES = System.getProperty("pictures");
  private static final String UNTESTED = "The verification page is not tested in a browser";

  @Test
  void worksInABrowserForEverybody() throws IOException {
    Path chromium = Browser.require(UNTESTED);
    NodePackages packages = packages().with("browser.mjs");
    try (GatewayServer gateway = new GatewayServer()) {
      PageSamples.serve(gateway.services());
      List<String> arguments =
          new ArrayList<>(List.of("http://127.0.0.1:" + gateway.port(), chromium.toString()));
      if (PICTURES != null) {
        arguments.add(Files.createDirectories(Path.of(PICTURES)).toAbsolutePath().toString());
      }
      assertEquals(new NodePackages.Ended(0, "\n"), packages.run("checks.mjs", arguments));
    }
  }

  private static NodePackages packages() {
    return NodePackages.install(Path.of("src/test/page"), Path.of("target/page"), UNTESTED);
  }
}
