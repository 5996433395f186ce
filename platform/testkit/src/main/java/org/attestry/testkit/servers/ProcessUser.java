package org.attestry.testkit.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The operating-system user as which PostgreSQL runs, because PostgreSQL refuses to run as root. An
 * ordinary user runs PostgreSQL as that user. Root runs it as the user {@code nobody} with setpriv,
 * runuser or su, whichever is installed, or, if {@code nobody} cannot access the folders, in a new
 * user namespace.
 *
 * @param prefix the words that are put before a command
 * @param owner the user who must own the data
 */
record ProcessUser(List<String> prefix, UserPrincipal owner) {

  private static final String PROBE =
      "test \"$(id -u)\" != 0 && test -x \"$0/bin/postgres\" && test -w \"$1\"";

  static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** Finds a user that can run PostgreSQL, and makes this user the owner of the data folder. */
  static ProcessUser of(Path programs, Path data) {
    try {
      if (!isRoot()) {
        return new ProcessUser(List.of(), Files.getOwner(data));
      }
      for (ProcessUser candidate : candidates(data)) {
        candidate.take(data);
        if (candidate.reaches(programs, data)) {
          candidate.takeContent(data);
          return candidate;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new ServerFailure(
        "PostgreSQL refuses to run as root, and no other user can reach both %s and %s: start as an ordinary user, or choose folders that everybody may pass through."
            .formatted(programs, data));
  }

  List<String> wrap(List<String> command) {
    return Stream.concat(prefix.stream(), command.stream()).toList();
  }

  /** Makes this user the owner of a file. */
  void take(Path file) throws IOException {
    Files.setOwner(file, owner);
  }

  private static List<ProcessUser> candidates(Path data) throws IOException {
    var lookup = data.getFileSystem().getUserPrincipalLookupService();
    UserPrincipal root = lookup.lookupPrincipalByName("root");
    UserPrincipal nobody = lookup.lookupPrincipalByName("nobody");
    Files.setOwner(data, nobody);
    String uid = Files.getAttribute(data, "unix:uid", LinkOption.NOFOLLOW_LINKS).toString();
    List<ProcessUser> all = new ArrayList<>();
    all.add(
        new ProcessUser(
            List.of("setpriv", "--reuid=" + uid, "--regid=" + uid, "--clear-groups"), nobody));
    all.add(new ProcessUser(List.of("runuser", "-u", "nobody", "--"), nobody));
    all.add(
        new ProcessUser(
            List.of("su", "-s", "/bin/sh", "nobody", "-c", "exec \"$0\" \"$@\"", "--"), nobody));
    all.add(new ProcessUser(List.of("unshare", "-U"), root));
    return all;
  }

  /**
   * Makes this user the owner of all files in the data folder, if the owner of one file is another
   * user: an earlier run may have used another user, who then owned all files.
   */
  private void takeContent(Path data) throws IOException {
    Path witness = data.resolve("PG_VERSION");
    if (!Files.exists(witness) || owner.equals(Files.getOwner(witness))) {
      return;
    }
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.filter(file -> !Files.isSymbolicLink(file)).toList()) {
        take(file);
      }
    }
  }

  private boolean reaches(Path programs, Path data) throws IOException {
    List<String> command =
        wrap(List.of("/bin/sh", "-c", PROBE, programs.toString(), data.toString()));
    try {
      Process probe =
          new ProcessBuilder(command)
              .directory(Path.of("/").toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      probe.getOutputStream().close();
      if (probe.waitFor(10, TimeUnit.SECONDS)) {
        return probe.exitValue() == 0;
      }
      probe.destroyForcibly();
      return false;
    } catch (IOException notInstalled) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
