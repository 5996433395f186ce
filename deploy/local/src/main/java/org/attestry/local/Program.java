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
 * The build output of a service.
 *
 * @param service the service's name in settings and options
 * @param folder the folder of its module
 * @param main its main class
 */
record Program(String service, String folder, Class<?> main) {

  /** Returns the thin jar; its libraries are in the folder {@code lib} beside it. */
  Path jar() {
    return root().resolve(folder).resolve("target").resolve("attestry-" + folder + ".jar");
  }

  /** Returns the thin jar and its libraries. */
  List<Path> jars() {
    try (Stream<Path> libraries = Files.list(jar().resolveSibling("lib"))) {
      return Stream.concat(Stream.of(jar()), libraries).toList();
    } catch (IOException e) {
      throw new ServerFailure(jar() + " has no libraries beside it: build it again.", e);
    }
  }

  /**
   * Returns the path of the recorded start (ahead-of-time cache), which {@link Recording} makes.
   */
  Path recording() {
    return jar().resolveSibling("attestry-" + folder + ".aot");
  }

  /** Returns the file of the options that every service's JVM has in every deployment. */
  static Path jvmOptions() {
    return root().resolve("deploy").resolve("jvm.options");
  }

  /**
   * Returns the command that runs the service; the service ends when the process that started it
   * ends.
   *
   * @param options JVM options, in addition to {@link #jvmOptions()}
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
