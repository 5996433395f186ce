package org.attestry.testkit.servers;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How to start a server written in Java.
 *
 * @param options options of the JVM
 * @param classPath the server's own jars; nothing of ours but {@link ParentWatch} is added
 * @param environment variables to add
 */
record JavaCommand(
    List<String> options,
    List<Path> classPath,
    String mainClass,
    List<String> arguments,
    Map<String, String> environment) {

  List<String> words() {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(options);
    words.add("-cp");
    words.add(
        Stream.concat(classPath.stream(), Stream.of(ours()))
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator)));
    words.add(ParentWatch.class.getName());
    words.add(mainClass);
    words.addAll(arguments);
    return words;
  }

  private static Path ours() {
    try {
      return Path.of(ParentWatch.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
