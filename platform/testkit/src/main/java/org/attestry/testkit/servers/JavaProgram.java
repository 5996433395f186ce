package org.attestry.testkit.servers;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * A server written in Java, and how it is started: on the JDK of this JVM, with its own class path,
 * under {@link ParentWatch}. If the build has recorded a start of the server, the JVM begins with
 * the classes already loaded (ahead-of-time cache, JEP 514), which halves the start time. The
 * programs use only the C1 compiler; with {@code -Dservers.optimized=true} they use C2 as well, as
 * for lasting load.
 *
 * @param name the name and version of the program, part of a file name
 * @param options the options of the JVM
 * @param classPath the server's own jars
 */
record JavaProgram(String name, List<String> options, List<Path> classPath, String mainClass) {

  /** Few threads, only the C1 compiler, and exit when the memory is exhausted. */
  private static final List<String> SMALL =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError");

  /**
   * A longer limit for the exit: writing the recording takes longer than a graceful exit usually
   * may.
   */
  private static final String PATIENT_EXIT = "-D" + ParentWatch.EXIT_LIMIT + "=60000";

  /**
   * Returns the options of a JVM: its memory options, those of all child servers, and further ones.
   */
  static List<String> jvmOptions(List<String> memory, String... more) {
    return Stream.of(memory, SMALL, List.of(more)).flatMap(List::stream).toList();
  }

  /** Returns the command that runs the program. */
  List<String> command(ServerFiles files, List<String> moreOptions, List<String> arguments) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(options);
    words.addAll(startOptions(files));
    words.addAll(moreOptions);
    if (Boolean.getBoolean("servers.optimized")) {
      words.add("-XX:TieredStopAtLevel=4");
    }
    words.add("-cp");
    words.add(
        Stream.concat(Stream.of(watchJar(files)), classPath.stream())
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator)));
    words.add(ParentWatch.class.getName());
    words.add(mainClass);
    words.addAll(arguments);
    return words;
  }

  /** Returns the path of the recorded start, for this JDK and exactly this program. */
  Path recordedStart(ServerFiles files) {
    String key = String.join("\n", options) + classPath + mainClass + watchJar(files);
    return files
        .root()
        .resolve(
            "%s-start-%s-%s.aot"
                .formatted(
                    name,
                    Runtime.version().toString().replaceAll("[^0-9A-Za-z.+-]", "_"),
                    hash(key.getBytes(StandardCharsets.UTF_8))));
  }

  /** Returns the path to which a recording is written until it is complete. */
  Path unfinishedRecording(ServerFiles files) {
    Path recorded = recordedStart(files);
    return recorded.resolveSibling("." + recorded.getFileName() + ".unfinished");
  }

  static String hash(byte[] content) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
      return HexFormat.of().formatHex(digest, 0, 6);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<String> startOptions(ServerFiles files) {
    if (files.recordsStarts()) {
      return List.of("-XX:AOTCacheOutput=" + unfinishedRecording(files), PATIENT_EXIT);
    }
    Path recorded = recordedStart(files);
    return Files.exists(recorded)
        ? List.of("-XX:AOTCache=" + recorded, "-Xlog:aot*=off", "-Xlog:cds*=off")
        : List.of();
  }

  /**
   * Returns a jar with {@link ParentWatch} alone, because an ahead-of-time cache is valid only for
   * the class path with which it was recorded.
   */
  private static Path watchJar(ServerFiles files) {
    String file = ParentWatch.class.getSimpleName() + ".class";
    try (InputStream in = ParentWatch.class.getResourceAsStream(file)) {
      byte[] code = in.readAllBytes();
      Path folder = files.root().resolve("parent-watch-" + hash(code));
      Folders.makeOnce(folder, unfinished -> writeJar(unfinished.resolve("watch.jar"), code));
      return folder.resolve("watch.jar");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void writeJar(Path jar, byte[] code) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      entries.putNextEntry(new ZipEntry(ParentWatch.class.getName().replace('.', '/') + ".class"));
      entries.write(code);
      entries.closeEntry();
    }
  }
}
