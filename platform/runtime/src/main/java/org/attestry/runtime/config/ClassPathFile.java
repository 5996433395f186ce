package org.attestry.runtime.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads files that are part of the program. */
public final class ClassPathFile {

  private ClassPathFile() {}

  /**
   * @param path the path, relative to the owner's package, or absolute if it begins with a slash
   */
  public static byte[] bytes(Class<?> owner, String path) {
    try (InputStream in = owner.getResourceAsStream(path)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the content, decoded as UTF-8; the path is resolved as in {@link #bytes}. */
  public static String text(Class<?> owner, String path) {
    return new String(bytes(owner, path), StandardCharsets.UTF_8);
  }
}
