package org.attestry.testkit.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A data folder that the database's user can reach, inside a private temporary one. */
final class ReadableFolder {

  private ReadableFolder() {}

  static Path in(Path temporary) {
    try {
      Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
      return temporary.resolve("data");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
