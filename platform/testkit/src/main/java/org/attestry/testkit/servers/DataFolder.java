package org.attestry.testkit.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.function.Function;

/**
 * A server's folder with its data, log and secrets. It is locked while open, so that two JVMs never
 * run two servers on the same data; the lock is released when the JVM ends, for whatever reason.
 */
final class DataFolder implements AutoCloseable {

  private static final Duration FORMER_PROCESS_LEAVES_BY_ITSELF = Duration.ofSeconds(12);

  /** The files that belong to a single run. */
  private static final Set<String> OF_ONE_RUN =
      Set.of("lock", "server.pid", "server.log", "server.log.former");

  /**
   * The tolerance for start times of processes, which the operating system derives from its clock:
   * the clock may have been changed since.
   */
  private static final long CLOCK_TOLERANCE_MILLIS = 2_000;

  /** The start of a server, which may fail because of the disk. */
  interface Start<S> {
    S run() throws IOException;
  }

  private final Path path;
  private final String server;
  private final FileChannel lockChannel;

  private DataFolder(Path path, String server, FileChannel lockChannel) {
    this.path = path;
    this.server = server;
    this.lockChannel = lockChannel;
  }

  /**
   * Creates the folder, accessible to this user only, locks it, and waits until the server of a
   * former JVM has ended.
   */
  static DataFolder open(Path path, String server) {
    return open(path.toAbsolutePath(), server, "rwx------");
  }

  /**
   * Opens the folder for a server that runs as another user, who needs access to the data in it.
   */
  static DataFolder openPassable(Path path, String server) {
    return open(path.toAbsolutePath(), server, "rwx--x--x");
  }

  private static DataFolder open(Path path, String server, String permissions) {
    try {
      Folders.createPassable(path.getParent());
      if (!Files.isDirectory(path)) {
        Files.createDirectory(path);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
      }
      FileChannel channel =
          FileChannel.open(
              path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      DataFolder folder = new DataFolder(path, server, channel);
      folder.lock();
      folder.awaitFormerProcess();
      folder.keepFormerLog();
      return folder;
    } catch (IOException e) {
      throw unusable(path, server, e);
    }
  }

  /**
   * Creates a data folder as a copy of the folder that a first start creates. The first start is
   * done once and its folder is cached, so all copies share their secrets. The data folder must not
   * exist yet.
   *
   * @param kept the folder in the cache that is copied
   * @param firstStart starts the server with a folder that does not exist yet
   */
  static void copyFresh(Path kept, Path data, Function<Path, Server> firstStart) {
    try {
      Folders.makeOnce(kept, unfinished -> firstStart.apply(unfinished.resolve("data")).close());
      Folders.copy(
          kept.resolve("data"), data, file -> !OF_ONE_RUN.contains(file.getFileName().toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Runs a start; if it fails, releases the folder and throws an exception that states the reason.
   */
  <S> S orGiveUp(Start<S> start) {
    try {
      return start.run();
    } catch (IOException e) {
      close();
      throw unusable(path, server, e);
    } catch (UncheckedIOException e) {
      close();
      throw unusable(path, server, e.getCause());
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  Path path() {
    return path;
  }

  Path resolve(String child) {
    return path.resolve(child);
  }

  Path log() {
    return path.resolve("server.log");
  }

  /** Returns a secret of this folder. */
  String secret(String name) {
    return PrivateFiles.secret(path, name);
  }

  /** Records the process that uses this folder, for the next JVM that opens it. */
  void remember(ProcessHandle process) {
    try {
      Files.writeString(path.resolve("server.pid"), process.pid() + " " + started(process));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a file that only this user can read. */
  void writePrivate(String child, String content) {
    PrivateFiles.write(path.resolve(child), content);
  }

  @Override
  public void close() {
    try {
      lockChannel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ServerFailure unusable(Path path, String server, IOException cause) {
    return new ServerFailure(
        "The data folder %s of %s cannot be used: %s".formatted(path, server, cause), cause);
  }

  private void lock() throws IOException {
    try {
      FileLock lock = lockChannel.tryLock();
      if (lock != null) {
        return;
      }
    } catch (OverlappingFileLockException heldByThisJvm) {
      // the message below fits this case too
    }
    lockChannel.close();
    throw new ServerFailure(
        "The data folder %s of %s is in use by another running suite: stop that one or choose another folder."
            .formatted(path, server));
  }

  private void awaitFormerProcess() throws IOException {
    Path file = path.resolve("server.pid");
    if (!Files.exists(file)) {
      return;
    }
    String[] words = Files.readString(file).strip().split(" ");
    if (words.length == 2) {
      long started = Long.parseLong(words[1]);
      ProcessHandle.of(Long.parseLong(words[0]))
          .filter(process -> Math.abs(started(process) - started) < CLOCK_TOLERANCE_MILLIS)
          .ifPresent(DataFolder::end);
    }
    Files.delete(file);
  }

  private static void end(ProcessHandle former) {
    if (!Processes.awaitExit(former, FORMER_PROCESS_LEAVES_BY_ITSELF)) {
      former.destroy();
      if (!Processes.awaitExit(former, Duration.ofSeconds(5))) {
        former.destroyForcibly();
        Processes.awaitExit(former, Duration.ofSeconds(5));
      }
    }
  }

  private void keepFormerLog() throws IOException {
    if (Files.exists(log())) {
      Files.move(log(), path.resolve("server.log.former"), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static long started(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }
}
