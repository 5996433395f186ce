package org.attestry.testkit.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Creates folders once for several processes, copies them, opens them to other users, and deletes
 * them.
 */
public final class Folders {

  /** Fills an empty folder. */
  public interface Filler {
    void fill(Path emptyFolder) throws IOException;
  }

  private Folders() {}

  /**
   * Creates a folder that several processes may create at the same time: it is filled under another
   * name in the same parent folder and then renamed in one step, so that it is always complete.
   * Within this JVM the creation is synchronized, because a file lock does not exclude threads of
   * the same JVM.
   */
  public static void makeOnce(Path target, Filler filler) throws IOException {
    if (!Files.isDirectory(target)) {
      makeNow(target, filler);
    }
  }

  private static synchronized void makeNow(Path target, Filler filler) throws IOException {
    createPassable(target.getParent());
    Path lockFile = target.resolveSibling("." + target.getFileName() + ".lock");
    try (FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      if (lock.isValid() && !Files.isDirectory(target)) {
        Path unfinished = target.resolveSibling("." + target.getFileName() + ".unfinished");
        delete(unfinished);
        createPassable(unfinished);
        filler.fill(unfinished);
        Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  /** Creates missing folders that other users can traverse, whatever the umask. */
  public static void createPassable(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    createPassable(folder.getParent());
    try {
      Files.createDirectory(folder);
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (FileAlreadyExistsException madeByAnother) {
      // the folder exists, as wanted
    }
  }

  /** Lets every user read the files, and execute those that their owner may execute. */
  public static void openToReaders(Path folder) throws IOException {
    for (Path file : walk(folder, file -> !Files.isSymbolicLink(file))) {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      permissions.add(PosixFilePermission.GROUP_READ);
      permissions.add(PosixFilePermission.OTHERS_READ);
      if (permissions.contains(PosixFilePermission.OWNER_EXECUTE)) {
        permissions.add(PosixFilePermission.GROUP_EXECUTE);
        permissions.add(PosixFilePermission.OTHERS_EXECUTE);
      }
      Files.setPosixFilePermissions(file, permissions);
    }
  }

  /** Copies the selected files with their permissions to a new folder; links stay links. */
  public static void copy(Path from, Path to, Predicate<Path> wanted) throws IOException {
    createPassable(to.toAbsolutePath().getParent());
    for (Path file : walk(from, wanted)) {
      Path target = to.resolve(from.relativize(file).toString());
      Files.copy(file, target, LinkOption.NOFOLLOW_LINKS, StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  public static void delete(Path folder) throws IOException {
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      for (Path file :
          walk(folder, file -> true).stream().sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static List<Path> walk(Path folder, Predicate<Path> wanted) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(wanted).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
