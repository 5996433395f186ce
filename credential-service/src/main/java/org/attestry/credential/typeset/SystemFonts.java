package org.attestry.credential.typeset;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Lets the JDK load bundled fonts on a Linux without fonts, as images of containers often are. Its
 * font manager starts where fontconfig finds a font, or where the system property {@code
 * sun.awt.fontconfig} names a configuration; it needs one even if it names no font. It prefers what
 * fontconfig finds. Closing takes the property and its file away.
 */
final class SystemFonts implements AutoCloseable {

  private static final String PROPERTY = "sun.awt.fontconfig";
  private static final String NONE = "version=1\nsequence.allfonts=default\n";

  private final Path file;

  private SystemFonts(Path file) {
    this.file = file;
  }

  /** Until it is closed, the font manager may start without fonts of the system. */
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
