package org.attestry.testkit.install;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A folder that several builds may fill at once: each program is made in a folder beside its place
 * and moved there in one step, so that what stands in its place is always whole.
 */
final class CacheFolder {

  /** Fills an empty folder with a program. */
  interface Filler {
    void fill(Path emptyFolder) throws IOException, InterruptedException;
  }

  private static final String UNFINISHED = ".unfinished";

  private CacheFolder() {}

  /** Makes the folder with the given filler unless it is there. */
  static void fill(Path target, Filler filler) throws IOException, InterruptedException {
    if (Files.isDirectory(target)) {
      return;
    }
    Files.createDirectories(target.getParent());
    Path lockFile = target.resolveSibling("." + target.getFileName() + ".lock");
    try (FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      if (lock.isValid() && !Files.isDirectory(target)) {
        Path unfinished = target.resolveSibling("." + target.getFileName() + UNFINISHED);
        delete(unfinished);
        Files.createDirectory(unfinished);
        filler.fill(unfinished);
        openToReaders(unfinished);
        Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    List<Path> deepestFirst;
    try (Stream<Path> files = Files.walk(folder)) {
      deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : deepestFirst) {
      Files.delete(file);
    }
  }

  /** The database may run as a user who is not the one who builds. */
  private static void openToReaders(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(folder)) {
      all = files.filter(file -> !Files.isSymbolicLink(file)).toList();
    }
    for (Path file : all) {
      Set<PosixFilePermission> permissions = new HashSet<>(Files.getPosixFilePermissions(file));
      permissions.add(PosixFilePermission.GROUP_READ);
      permissions.add(PosixFilePermission.OTHERS_READ);
      if (permissions.contains(PosixFilePermission.OWNER_EXECUTE)) {
        permissions.add(PosixFilePermission.GROUP_EXECUTE);
        permissions.add(PosixFilePermission.OTHERS_EXECUTE);
      }
      Files.setPosixFilePermissions(file, permissions);
    }
  }
}
