package org.attestry.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Properties;

/** The suite's own secrets: made at random once, kept in a file that only its user can read. */
final class LocalSecrets {

  private static final int BYTES = 32;

  private final Path file;
  private final Properties secrets = new Properties();

  private LocalSecrets(Path file) {
    this.file = file;
  }

  static LocalSecrets in(Path folder) {
    LocalSecrets secrets = new LocalSecrets(folder.resolve("secrets.properties"));
    if (Files.exists(secrets.file)) {
      try (var reader = Files.newBufferedReader(secrets.file)) {
        secrets.secrets.load(reader);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return secrets;
  }

  /** 256 random bits under a name, as base64url text. */
  synchronized String get(String name) {
    if (!secrets.containsKey(name)) {
      byte[] bits = new byte[BYTES];
      new SecureRandom().nextBytes(bits);
      secrets.setProperty(name, Base64.getUrlEncoder().withoutPadding().encodeToString(bits));
      write();
    }
    return secrets.getProperty(name);
  }

  private void write() {
    StringBuilder lines = new StringBuilder();
    secrets.stringPropertyNames().stream()
        .sorted()
        .forEach(n -> lines.append(n).append('=').append(secrets.getProperty(n)).append('\n'));
    writePrivate(file, lines.toString());
  }

  /** Writes a file that only this user can read, whole or not at all. */
  static void writePrivate(Path file, String text) {
    try {
      Path fresh = file.resolveSibling(file.getFileName() + ".new");
      Files.deleteIfExists(fresh);
      Files.createFile(
          fresh,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(fresh, text);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
