package org.attestry.credential.rendering;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The folder for a renderer's temporary files: the JDK copies each font into one. Each renderer has
 * its own folder, because a killed process deletes no files.
 */
record TemporaryFolder(Path path) implements AutoCloseable {

  static final String PROPERTY = "java.io.tmpdir";

  static TemporaryFolder create() throws IOException {
    return new TemporaryFolder(Files.createTempDirectory("attestry-renderer-"));
  }

  static TemporaryFolder ofThisProcess() {
    return new TemporaryFolder(Path.of(System.getProperty(PROPERTY)));
  }

  /** Deletes the folder and its files. */
  @Override
  public void close() {
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // The system deletes temporary files too.
    }
  }
}
