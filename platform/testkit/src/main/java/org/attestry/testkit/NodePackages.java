package org.attestry.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.attestry.testkit.servers.ServerFiles;

/**
 * npm packages for the tests' own scripts, installed from a lock file: once for all clones on a
 * machine, in the folder of the servers' programs.
 */
public final class NodePackages {

  private static final long MINUTES = 5;

  private static final List<String> NPM =
      List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");

  private final Path sources;
  private final Path folder;

  /** The exit code and the output of a process. */
  public record Ended(int code, String output) {}

  private NodePackages(Path sources, Path folder) {
    this.sources = sources.toAbsolutePath();
    this.folder = folder.toAbsolutePath();
  }

  /**
   * Installs the packages. If Node is missing or the installation fails, the test is skipped; in CI
   * it fails.
   *
   * @param sources where {@code package.json}, {@code package-lock.json} and the scripts are
   * @param folder where the packages are installed
   * @param untested a message that states what is not tested without the packages, without its
   *     final full stop
   */
  public static NodePackages install(Path sources, Path folder, String untested) {
    NodePackages packages = new NodePackages(sources, folder);
    try {
      Files.createDirectories(packages.folder);
      Prerequisite.require(
          packages.run(List.of("node", "--version")).code() == 0,
          untested + ": Node is not installed here.");
      packages.install(untested);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packages;
  }

  /** Test classes run in several processes, of which one installs and the others wait. */
  private void install(String untested) throws IOException {
    Path lock = sources.resolve("package-lock.json");
    Path shared = ServerFiles.ofThisUser().nodePackages(Files.readString(lock));
    synchronized (NodePackages.class) {
      Files.createDirectories(shared);
      try (FileChannel file =
              FileChannel.open(
                  shared.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock _ = file.lock()) {
        if (!Files.exists(shared.resolve("installed"))) {
          NodePackages packages = new NodePackages(sources, shared);
          packages.copy("package.json");
          packages.copy("package-lock.json");
          Prerequisite.require(
              packages.run(NPM).code() == 0, untested + ": npm cannot install the packages.");
          Files.writeString(shared.resolve("installed"), "");
        }
        link(shared.resolve("node_modules"));
      }
    }
  }

  private void link(Path modules) throws IOException {
    copy("package.json");
    Path link = folder.resolve("node_modules");
    if (!Files.exists(link) || !Files.isSameFile(link, modules)) {
      Files.deleteIfExists(link);
      Files.createSymbolicLink(link, modules);
    }
  }

  /** Returns the folder of the packages. */
  public Path folder() {
    return folder;
  }

  /** Copies another file that scripts read into the folder. */
  public NodePackages with(String file) throws IOException {
    copy(file);
    return this;
  }

  /** Runs a script. */
  public Ended run(String script, List<String> arguments) throws IOException {
    copy(script);
    List<String> command = new ArrayList<>(List.of("node", script));
    command.addAll(arguments);
    return run(command);
  }

  private void copy(String file) throws IOException {
    Files.copy(sources.resolve(file), folder.resolve(file), StandardCopyOption.REPLACE_EXISTING);
  }

  private Ended run(List<String> command) {
    try {
      Path output = folder.resolve("output.txt");
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
      if (!ended) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
      return new Ended(ended ? process.exitValue() : -1, Files.readString(output));
    } catch (IOException e) {
      return new Ended(-1, e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
