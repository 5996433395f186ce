package org.attestry.local;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.attestry.testkit.servers.ParentWatch;
import org.attestry.testkit.servers.ServerFailure;

/**
 * A service as it is built.
 *
 * @param service its name in settings and options
 * @param folder its module
 * @param main what starts it
 */
record Program(String service, String folder, Class<?> main) {

  /** The thin jar, with its libraries beside it. */
  Path jar() {
    return root().resolve(folder).resolve("target").resolve("attestry-" + folder + ".jar");
  }

  /** The thin jar and its libraries. */
  List<Path> jars() {
    try (Stream<Path> libraries = Files.list(jar().resolveSibling("lib"))) {
      return Stream.concat(Stream.of(jar()), libraries).toList();
    } catch (IOException e) {
      throw new ServerFailure(jar() + " has no libraries beside it: build it again.", e);
    }
  }

  /** What its starts begin with, once a {@link Recording} has made it. */
  Path recording() {
    return jar().resolveSibling("attestry-" + folder + ".aot");
  }

  /** The options that every service's JVM has, in every shape. */
  static Path jvmOptions() {
    return root().resolve("deploy").resolve("jvm.options");
  }

  /**
   * What runs it; it ends with the process that runs it.
   *
   * @param options of the JVM, after those that every service's JVM has in every shape
   */
  List<String> command(List<String> options, String... arguments) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.add("@" + jvmOptions());
    words.addAll(options);
    words.add("-cp");
    words.add(codeOf(ParentWatch.class) + File.pathSeparator + jar());
    words.add(ParentWatch.class.getName());
    words.add(main.getName());
    words.addAll(List.of(arguments));
    return words;
  }

  private static Path root() {
    return codeOf(LocalMain.class).resolve("../../../..").normalize();
  }

  private static Path codeOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
