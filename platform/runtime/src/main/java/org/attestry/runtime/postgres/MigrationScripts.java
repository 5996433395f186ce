package org.attestry.runtime.postgres;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.attestry.runtime.work.ClassPathFile;

/** The migration scripts on the class path, with the checksums that Flyway computes. */
final class MigrationScripts {

  private static final String SUFFIX = ".sql";

  private MigrationScripts() {}

  /**
   * @param folders folders on the class path, such as {@code db/runtime}; an absent folder counts
   *     as empty
   * @return file name to checksum
   */
  static Map<String, Integer> checksums(List<String> folders) {
    Map<String, Integer> all = new TreeMap<>();
    for (String folder : folders) {
      for (String name : names(folder)) {
        all.put(name, checksum(folder + "/" + name));
      }
    }
    return all;
  }

  private static List<String> names(String folder) {
    URL at = MigrationScripts.class.getClassLoader().getResource(folder);
    try {
      if (at == null) {
        return List.of();
      }
      return at.openConnection() instanceof JarURLConnection jar
          ? inJar(jar)
          : inFolder(at.toURI());
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> inJar(JarURLConnection folder) throws IOException {
    folder.setUseCaches(false);
    try (JarFile jar = folder.getJarFile()) {
      String prefix = folder.getEntryName().replaceFirst("/*$", "/");
      return jar.stream()
          .map(JarEntry::getName)
          .filter(name -> name.startsWith(prefix) && name.endsWith(SUFFIX))
          .map(name -> name.substring(prefix.length()))
          .toList();
    }
  }

  private static List<String> inFolder(URI folder) throws IOException {
    try (Stream<Path> files = Files.list(Path.of(folder))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(SUFFIX))
          .toList();
    }
  }

  /** Computes the CRC-32 of the lines without line endings. */
  private static int checksum(String script) {
    CRC32 sum = new CRC32();
    ClassPathFile.text(MigrationScripts.class, "/" + script)
        .lines()
        .forEach(line -> sum.update(line.getBytes(StandardCharsets.UTF_8)));
    return (int) sum.getValue();
  }
}
