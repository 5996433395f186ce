package org.attestry.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** An installed third-party program, such as wrk. */
public record ExternalProgram(Path path, String version) {

  private static final List<Path> POSTGRES_FOLDERS =
      List.of(Path.of("/usr/lib/postgresql"), Path.of("/usr/local/pgsql"));

  public static ExternalProgram wrk() {
    Path path =
        onPath("wrk")
            .findFirst()
            .orElseThrow(
                () ->
                    new BenchFailure(
                        "wrk was not found: install it (on Debian: apt-get install wrk), or put"
                            + " it on the PATH."));
    return new ExternalProgram(path, firstLine(path, "-v"));
  }

  static ExternalProgram openssl() {
    Path path =
        onPath("openssl")
            .findFirst()
            .orElseThrow(
                () ->
                    new BenchFailure("openssl was not found: install it, or put it on the PATH."));
    return new ExternalProgram(path, firstLine(path, "version"));
  }

  public static ExternalProgram pgbench() {
    Path path =
        Stream.concat(
                onPath("pgbench"),
                POSTGRES_FOLDERS.stream().flatMap(ExternalProgram::belowVersions))
            .findFirst()
            .orElseThrow(
                () ->
                    new BenchFailure(
                        "pgbench was not found: install PostgreSQL's programs, 15 or later (on"
                            + " Debian: apt-get install postgresql-contrib), or put pgbench on the"
                            + " PATH."));
    return new ExternalProgram(path, firstLine(path, "--version"));
  }

  /**
   * Runs the program until it ends.
   *
   * @param output the file in which everything that the program prints is stored
   * @param environment further environment variables, which may be secrets
   * @throws BenchFailure if the program fails
   */
  public String run(Path output, Map<String, String> environment, List<String> arguments) {
    int code = execute(path, output, environment, arguments);
    String printed = read(output);
    if (code != 0) {
      throw new BenchFailure(
          "%s ended with code %d: %s".formatted(path.getFileName(), code, tail(printed)));
    }
    return printed;
  }

  private static int execute(
      Path path, Path output, Map<String, String> environment, List<String> arguments) {
    ProcessBuilder builder =
        new ProcessBuilder(Stream.concat(Stream.of(path.toString()), arguments.stream()).toList())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    try {
      return builder.start().waitFor();
    } catch (IOException e) {
      throw new BenchFailure("%s cannot be run: %s".formatted(path, e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("Interrupted.", e);
    }
  }

  private static String firstLine(Path path, String option) {
    try {
      Path output = Files.createTempFile("attestry-bench", ".txt");
      execute(path, output, Map.of(), List.of(option));
      String printed = read(output);
      Files.delete(output);
      return printed.lines().findFirst().orElse("").replaceFirst(" Copyright.*", "").strip();
    } catch (IOException e) {
      throw new BenchFailure("No temporary file: " + e.getMessage(), e);
    }
  }

  private static String read(Path output) {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new BenchFailure("%s cannot be read: %s".formatted(output, e.getMessage()), e);
    }
  }

  private static String tail(String printed) {
    List<String> lines = printed.lines().toList();
    return String.join(" / ", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
  }

  private static Stream<Path> onPath(String name) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable);
  }

  /** Returns the pgbench programs of all versions, newest version first. */
  private static Stream<Path> belowVersions(Path folder) {
    String[] versions = folder.toFile().list();
    return versions == null
        ? Stream.empty()
        : Stream.of(versions)
            .filter(version -> version.matches("[0-9]+"))
            .map(Integer::valueOf)
            .sorted((a, b) -> b - a)
            .map(version -> folder.resolve(version + "/bin/pgbench"))
            .filter(Files::isExecutable);
  }
}
