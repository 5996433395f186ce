package org.attestry.testkit.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Properties;
import java.util.UUID;

/**
 * The folders of the unpacked server programs. All clones on a machine share a cache folder, which
 * the build fills: {@code ATTESTRY_CACHE} if set, else {@code /var/cache/attestry} for root (the
 * database runs as another user, who cannot access root's home), else {@code ~/.cache/attestry}.
 *
 * @param root the folder with a subfolder for each program and version
 * @param recordsStarts whether servers record their start for later starts
 */
public record ServerFiles(
    Path root,
    String postgresVersion,
    String kafkaVersion,
    String s3ProxyVersion,
    String keycloakVersion,
    boolean recordsStarts) {

  /** Returns the files of the versions that belong to this build, in this user's cache folder. */
  public static ServerFiles ofThisUser() {
    Properties versions = new Properties();
    try (InputStream in = ServerFiles.class.getResourceAsStream("versions.properties")) {
      versions.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new ServerFiles(
        cacheFolder().resolve("servers"),
        versions.getProperty("postgres"),
        versions.getProperty("kafka"),
        versions.getProperty("s3proxy"),
        versions.getProperty("keycloak"),
        false);
  }

  /**
   * Returns the same files; a server that is started with them records its start for {@link
   * JavaProgram}.
   */
  public ServerFiles recordingStarts() {
    return new ServerFiles(
        root, postgresVersion, kafkaVersion, s3ProxyVersion, keycloakVersion, true);
  }

  /** Returns the folder with {@code bin}, {@code lib} and {@code share} of PostgreSQL. */
  public Path postgres() {
    return root.resolve("postgres-" + postgresVersion + "-" + platform());
  }

  /**
   * Returns the folder with the broker's jars and, in {@code formatted}, an empty formatted log
   * folder.
   */
  public Path kafka() {
    return root.resolve("kafka-" + kafkaVersion);
  }

  /** Returns the folder with {@code s3proxy.jar}. */
  public Path s3Proxy() {
    return root.resolve("s3proxy-" + s3ProxyVersion);
  }

  /**
   * Returns the folder of the Keycloak distribution, already built for the options with which it is
   * started.
   */
  public Path keycloak() {
    return root.resolve("keycloak-" + keycloakVersion);
  }

  /** Returns the folder for the npm packages of a lock file. */
  public Path nodePackages(String lock) {
    UUID name = UUID.nameUUIDFromBytes(lock.getBytes(StandardCharsets.UTF_8));
    return root.resolveSibling("npm").resolve(name.toString());
  }

  /** Returns the operating system and processor as in the names of PostgreSQL's packages. */
  public static String platform() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    String arch = processor.equals("aarch64") ? "arm64v8" : "amd64";
    return (system.contains("mac") ? "darwin-" : "linux-") + arch;
  }

  static Path require(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new ServerFailure(
          "%s is missing: run `mvn -pl platform/testkit -am process-classes` once, which fills it."
              .formatted(folder));
    }
    return folder;
  }

  private static Path cacheFolder() {
    String given = System.getenv("ATTESTRY_CACHE");
    if (given != null && !given.isBlank()) {
      return Path.of(given).toAbsolutePath();
    }
    return ProcessUser.isRoot()
        ? Path.of("/var/cache/attestry")
        : Path.of(System.getProperty("user.home"), ".cache", "attestry");
  }
}
