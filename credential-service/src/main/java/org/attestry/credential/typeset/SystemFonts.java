package org.attestry.credential.typeset;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Lets the JDK load bundled fonts on a Linux without fonts, such as images of containers. Its font
 * manager starts only if fontconfig finds a font, or if the system property {@code
 * sun.awt.fontconfig} names a configuration, even one without fonts. It prefers the fonts of
 * fontconfig. Closing removes the property and its file.
 */
final class SystemFonts implements AutoCloseable {

  private static final String PROPERTY = "sun.awt.fontconfig";
  private static final String NONE = "version=1\nsequence.allfonts=default\n";

  private final Path file;

  private SystemFonts(Path file) {
    this.file = file;
  }

  /** Allows the font manager to start without fonts of the system, until it is closed. */
  static SystemFonts optional() {
    if (!System.getProperty("os.name").equals("Linux") || System.getProperty(PROPERTY) != null) {
      return new SystemFonts(null);
    }
    try {
      Path file = Files.createTempFile("fonts", ".properties");
      Files.writeString(file, NONE);
      System.setProperty(PROPERTY, file.toString());
      return new SystemFonts(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (file == null) {
      return;
    }
    System.clearProperty(PROPERTY);
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
