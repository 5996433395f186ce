package org.attestry.gateway.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.attestry.testkit.Prerequisite;

/** Public validators from npm, installed by their lock file below {@code target}. */
final class Validators {

  private static final Path SOURCES = Path.of("src/test/validators").toAbsolutePath();
  private static final Path INSTALL = Path.of("target/validators").toAbsolutePath();
  private static final long MINUTES = 5;

  private Validators() {}

  /** Without Node or the packages the test is skipped, in CI it fails. */
  static Validators install() throws IOException {
    Prerequisite.require(
        run(List.of("node", "--version"), Path.of(".")).code() == 0,
        "The descriptions are not shown to public tools: Node is not installed here.");
    Path lock = INSTALL.resolve("package-lock.json");
    Path done = INSTALL.resolve("installed");
    if (Files.exists(done) && Files.mismatch(lock, SOURCES.resolve("package-lock.json")) < 0) {
      return new Validators();
    }
    Files.createDirectories(INSTALL);
    for (String file : List.of("package.json", "package-lock.json", "validate.mjs")) {
      Files.copy(SOURCES.resolve(file), INSTALL.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    List<String> npm =
        List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
    Prerequisite.require(
        run(npm, INSTALL).code() == 0,
        "The descriptions are not shown to public tools: npm cannot install them.");
    Files.createFile(done);
    return new Validators();
  }

  /** What they complain about, empty for nothing. */
  String complaints(List<Path> documents) throws IOException {
    Files.copy(
        SOURCES.resolve("validate.mjs"),
        INSTALL.resolve("validate.mjs"),
        StandardCopyOption.REPLACE_EXISTING);
    List<String> command = new ArrayList<>(List.of("node", "validate.mjs"));
    documents.forEach(document -> command.add(document.toAbsolutePath().toString()));
    Ended ended = run(command, INSTALL);
    return ended.code() == 0 ? "" : ended.output();
  }

  private record Ended(int code, String output) {}

  private static Ended run(List<String> command, Path folder) {
    try {
      Path output = Files.createDirectories(INSTALL).resolve("output.txt");
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
      if (!ended) {
        process.destroyForcibly();
      }
      return new Ended(ended ? process.exitValue() : -1, Files.readString(output));
    } catch (IOException e) {
      return new Ended(-1, e.toString());
    } catch (InterruptedException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }
}
