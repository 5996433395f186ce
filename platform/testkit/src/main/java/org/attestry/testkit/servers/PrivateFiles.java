package org.attestry.testkit.servers;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Properties;

/** Files that only this user can read, and the secrets in them. */
public final class PrivateFiles {

  private static final int SECRET_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private PrivateFiles() {}

  /**
   * Returns a secret, 256 random bits in base64url, which is generated at first use and stored in a
   * file of the folder.
   */
  public static synchronized String secret(Path folder, String name) {
    Path file = folder.resolve("secrets.properties");
    try {
      Folders.createPassable(folder.toAbsolutePath());
      Properties secrets = new Properties();
      if (Files.exists(file)) {
        try (Reader in = Files.newBufferedReader(file)) {
          secrets.load(in);
        }
      }
      if (!secrets.containsKey(name)) {
        secrets.setProperty(name, randomText());
        StringWriter text = new StringWriter();
        secrets.store(text, null);
        write(file, text.toString());
      }
      return secrets.getProperty(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a file atomically. */
  public static void write(Path file, String text) {
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

  private static String randomText() {
    byte[] bytes = new byte[SECRET_BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
