package org.attestry.gateway.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.attestry.contracts.FailureException;
import org.attestry.gateway.http.StaticDocument;
import org.attestry.runtime.config.ClassPathFile;
import org.attestry.runtime.identifier.Sha256;

/**
 * The console's files: ours, and those of its libraries below {@code lib/}. All have one version, a
 * digest of their contents, which is part of their addresses: a change of one changes them all.
 */
final class ConsoleFiles {

  private static final String OURS = "/console";
  private static final String MODULES = "/META-INF/resources/_static/";
  private static final String SCRIPT = "text/javascript; charset=utf-8";
  private static final int VERSION_DIGITS = 16;

  /** Resource of a library by file name. */
  private static final Map<String, String> LIBRARIES =
      Map.of(
          "lib/lit/index.js", MODULES + "lit/3.3.3/index.js",
          "lib/lit-html/lit-html.js", MODULES + "lit-html/3.3.3/lit-html.js",
          "lib/lit-html/is-server.js", MODULES + "lit-html/3.3.3/is-server.js",
          "lib/lit-element/lit-element.js", MODULES + "lit-element/4.2.2/lit-element.js",
          "lib/reactive-element/reactive-element.js",
              MODULES + "reactive-element/2.1.2/reactive-element.js",
          "lib/reactive-element/css-tag.js", MODULES + "reactive-element/2.1.2/css-tag.js",
          "lib/pico.css",
              "/META-INF/resources/webjars/picocss__pico/2.1.1/css/pico.classless.min.css");

  private static final Map<String, String> MEDIA_TYPES =
      Map.of(
          "js", SCRIPT,
          "css", "text/css; charset=utf-8",
          "json", "application/json",
          "svg", "image/svg+xml");

  private final Map<String, StaticDocument> files = new TreeMap<>();
  private final String version;

  ConsoleFiles() {
    ours().forEach((name, bytes) -> files.put(name, document(name, bytes)));
    LIBRARIES.forEach(
        (name, resource) ->
            files.put(name, document(name, ClassPathFile.bytes(ConsoleFiles.class, resource))));
    StringBuilder contents = new StringBuilder();
    files.forEach((name, file) -> contents.append(name).append(' ').append(file.etag()));
    version = Sha256.hex(contents.toString()).substring(0, VERSION_DIGITS);
  }

  /** The version of all files. */
  String version() {
    return version;
  }

  StaticDocument find(String name) {
    StaticDocument file = files.get(name);
    if (file == null) {
      throw FailureException.notFound(
          "gateway.page.unknown", "The console has no such file; begin at /console/.");
    }
    return file;
  }

  private static StaticDocument document(String name, byte[] content) {
    String ending = name.substring(name.lastIndexOf('.') + 1);
    return StaticDocument.of(MEDIA_TYPES.get(ending), content);
  }

  /** Our files by name. */
  private static Map<String, byte[]> ours() {
    try {
      URI file = ConsoleFiles.class.getResource(OURS + "/app.js").toURI();
      if (!"jar".equals(file.getScheme())) {
        return contents(Path.of(file).getParent());
      }
      URI jar = URI.create(file.getRawSchemeSpecificPart().split("!")[0]);
      try (FileSystem entries = FileSystems.newFileSystem(Path.of(jar))) {
        return contents(entries.getPath(OURS));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, byte[]> contents(Path folder) throws IOException {
    Map<String, byte[]> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        contents.put(
            folder.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
      }
    }
    return contents;
  }
}
