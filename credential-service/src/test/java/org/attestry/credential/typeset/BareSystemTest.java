package org.attestry.credential.typeset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bundled fonts need none of the system's: a container's image may have no fonts at all. */
class BareSystemTest {

  private static final String TAMIL = "பெயர்";

  @Test
  void textIsShapedWhereTheSystemHasNoFonts(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path none = Files.writeString(folder.resolve("fonts.conf"), "<fontconfig/>");
    ProcessBuilder shaping =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Duser.home=" + folder,
            "-Djava.io.tmpdir=" + Files.createDirectory(folder.resolve("tmp")),
            "-cp",
            System.getProperty("java.class.path"),
            Shaping.class.getName());
    shaping.environment().put("FONTCONFIG_FILE", none.toString());
    Process process = shaping.redirectErrorStream(true).start();

    String printed = new String(process.getInputStream().readAllBytes());
    assertEquals(0, process.waitFor(), printed);
    assertEquals(
        new Scripts(new Fonts(null)).shape(TAMIL, false, "SC").width(), Float.parseFloat(printed));
    try (var left = Files.list(folder.resolve("tmp"))) {
      assertTrue(left.findAny().isEmpty(), "temporary files are left");
    }
  }

  /** Prints how wide a text is. */
  static final class Shaping {
    public static void main(String[] arguments) {
      System.out.print(new Scripts(new Fonts(null)).shape(TAMIL, false, "SC").width());
    }
  }
}
