package org.attestry.testkit.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Keycloak on 127.0.0.1 with the realm of {@code deploy/keycloak/attestry-realm.json}, which is
 * imported at first start; its secrets are generated for each data folder. Users and keys are in a
 * file database there, which is flushed at every commit.
 */
public final class KeycloakServer extends ChildServer implements Keycloak {

  private static final String NAME = "Keycloak";

  private static final String REALM_FILE = "attestry-realm.json";
  private static final Duration START_TIMEOUT = Duration.ofSeconds(180);
  private static final int HTTP_MILLIS = 5_000;

  /** The parts of the program folder to which a data folder has links. */
  private static final List<String> SHARED = List.of("lib", "providers", "themes", "version.txt");

  /**
   * Lets one user log in several times at once. Without it, Keycloak refuses the right password
   * while another login of the user is in progress, because the realm limits wrong passwords.
   */
  public static final String CONCURRENT_LOGINS =
      "--spi-brute-force-protector--default-brute-force-detector--allow-concurrent-requests=true";

  private static final String RUNNER_MAIN = "io.quarkus.bootstrap.runner.QuarkusEntryPoint";

  private static final List<String> JVM_OPTIONS =
      JavaProgram.jvmOptions(
          List.of("-Xms64m", "-Xmx256m", "-XX:MaxMetaspaceSize=256m"),
          "-Dfile.encoding=UTF-8",
          "--sun-misc-unsafe-memory-access=allow",
          "--enable-native-access=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
          "--add-opens=java.base/java.security=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "-Djava.util.concurrent.ForkJoinPool.common.threadFactory="
              + "io.quarkus.bootstrap.forkjoin.QuarkusForkJoinWorkerThreadFactory",
          "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
          "-Dpicocli.disable.closures=true",
          "-Dquarkus-log-max-startup-records=10000");

  private final int port;

  private KeycloakServer(ServerProcess process, DataFolder folder, int port) {
    super(NAME, process, folder);
    this.port = port;
  }

  /**
   * Starts the server with the realm in the folder; if the folder is absent, it is created and the
   * realm is imported.
   *
   * @throws ServerFailure if the port is in use, the folder is in use, or the server does not start
   */
  public static KeycloakServer start(ServerFiles files, Path data, Port wanted) {
    return start(files, data, wanted, "");
  }

  /**
   * Starts the server behind a proxy that sends the headers {@code X-Forwarded-*}.
   *
   * @param publicUrl the proxy's address with the path {@code /auth}, which tokens name as their
   *     issuer; empty without a proxy
   */
  public static KeycloakServer start(ServerFiles files, Path data, Port wanted, String publicUrl) {
    ServerFiles.require(files.keycloak());
    DataFolder folder = DataFolder.open(data, NAME);
    return folder.orGiveUp(() -> start(files, folder, wanted.claim(NAME), publicUrl));
  }

  private static KeycloakServer start(
      ServerFiles files, DataFolder folder, int port, String publicUrl) throws IOException {
    prepareHome(files.keycloak(), folder.resolve("home"));
    ServerProcess process =
        ServerProcess.startJava(
            NAME,
            folder,
            startCommand(files, folder.resolve("home"), port, publicUrl),
            secrets(folder));
    KeycloakServer server = new KeycloakServer(process, folder, port);
    process.awaitReady(START_TIMEOUT, server::answers);
    return server;
  }

  /**
   * Creates a data folder as a copy of one with a freshly imported realm, which is made once for
   * each version of the realm file and cached. The data folder must not exist yet. For tests: a
   * start with such a copy takes a third of the time, but all copies on a machine share their
   * secrets and signing keys.
   */
  public static void copyFreshRealm(ServerFiles files, Path data) {
    Path fresh =
        files
            .keycloak()
            .resolveSibling(
                files.keycloak().getFileName() + "-realm-" + JavaProgram.hash(realmFile()));
    DataFolder.copyFresh(fresh, data, first -> start(files, first, Port.free(), ""));
  }

  /**
   * Returns the command that builds an unpacked distribution for the options that {@code start}
   * uses.
   */
  public static List<String> buildCommand(Path distribution) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(JVM_OPTIONS);
    words.add("-Xmx512m");
    words.addAll(homeOptions(distribution));
    words.addAll(
        List.of("-cp", distribution.resolve("lib/quarkus-run.jar").toString(), RUNNER_MAIN));
    words.addAll(
        List.of("build", "--db=dev-file", "--http-relative-path=/auth", "--health-enabled=false"));
    return words;
  }

  @Override
  public String authUrl() {
    return ownUrl(port);
  }

  private static String ownUrl(int port) {
    return "http://127.0.0.1:" + port + "/auth";
  }

  @Override
  public Client adminClient() {
    return adminClient(folder().path());
  }

  /** Returns {@link #adminClient()} of the server that will be started with a data folder. */
  public static Client adminClient(Path data) {
    return new Client("admin-api", PrivateFiles.secret(data, "adminApiSecret"));
  }

  @Override
  public User admin() {
    return new User("admin", folder().secret("adminPassword"));
  }

  @Override
  public User consoleAdmin() {
    return consoleAdmin(folder().path());
  }

  /** Returns {@link #consoleAdmin()} of the server with a data folder. */
  public static User consoleAdmin(Path data) {
    return new User("console", PrivateFiles.secret(data, "consolePassword"));
  }

  /**
   * Returns the program that the distribution's own runner would start. The runner's class loader
   * could not use a recorded start; the class path has the same order as in the runner
   * (transformed, generated, everything else).
   */
  static JavaProgram program(ServerFiles files) {
    Path lib = files.keycloak().resolve("lib");
    try (Stream<Path> boot = Files.list(lib.resolve("lib/boot"));
        Stream<Path> main = Files.list(lib.resolve("lib/main"))) {
      Stream<Path> own =
          Stream.of(
                  "quarkus/transformed-bytecode.jar",
                  "quarkus/generated-bytecode.jar",
                  "app/keycloak.jar")
              .map(lib::resolve);
      return new JavaProgram(
          files.keycloak().getFileName().toString(),
          JVM_OPTIONS,
          Stream.of(own, boot.sorted(), main.sorted()).flatMap(jars -> jars).toList(),
          "org.keycloak.quarkus.runtime.KeycloakMain");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> startCommand(
      ServerFiles files, Path home, int port, String publicUrl) {
    boolean behindProxy = !publicUrl.isEmpty();
    String database =
        "jdbc:h2:file:%s;NON_KEYWORDS=VALUE;DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0"
            .formatted(home.resolve("data/h2/keycloakdb"));
    List<String> options = new ArrayList<>();
    options.addAll(
        List.of(
            "start",
            "--optimized",
            "--cache=local",
            "--db-url=" + database,
            "--http-enabled=true",
            "--http-host=127.0.0.1",
            "--http-port=" + port,
            "--hostname=" + (behindProxy ? publicUrl : ownUrl(port)),
            CONCURRENT_LOGINS,
            "--import-realm"));
    if (behindProxy) {
      options.add("--proxy-headers=xforwarded");
    }
    return program(files).command(files, homeOptions(home), options);
  }

  private static List<String> homeOptions(Path home) {
    return List.of("-Dkc.home.dir=" + home, "-Djboss.server.config.dir=" + home.resolve("conf"));
  }

  private static Map<String, String> secrets(DataFolder folder) {
    return Map.of(
        "ATTESTRY_ADMIN_API_SECRET", folder.secret("adminApiSecret"),
        "ATTESTRY_ADMIN_PASSWORD", folder.secret("adminPassword"),
        "KC_BOOTSTRAP_ADMIN_USERNAME", "console",
        "KC_BOOTSTRAP_ADMIN_PASSWORD", folder.secret("consolePassword"));
  }

  /**
   * Prepares a home folder in the data folder, because Keycloak writes below its home; it has links
   * to the program files.
   */
  private static void prepareHome(Path programs, Path home) throws IOException {
    Files.createDirectories(home.resolve("conf"));
    Files.createDirectories(home.resolve("data/import"));
    for (String name : SHARED) {
      Path link = home.resolve(name);
      if (Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
        Files.delete(link);
      }
      Files.createSymbolicLink(link, programs.resolve(name));
    }
    for (String name : List.of("keycloak.conf", "cache-ispn.xml")) {
      Files.copy(
          programs.resolve("conf").resolve(name),
          home.resolve("conf").resolve(name),
          StandardCopyOption.REPLACE_EXISTING);
    }
    Files.write(home.resolve("data/import").resolve(REALM_FILE), realmFile());
  }

  /** Returns the realm file that both the process and the container import. */
  public static byte[] realmFile() {
    try (InputStream in = KeycloakServer.class.getResourceAsStream(REALM_FILE)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean answers() {
    try {
      HttpURLConnection connection =
          (HttpURLConnection) URI.create(issuer()).toURL().openConnection();
      connection.setConnectTimeout(HTTP_MILLIS);
      connection.setReadTimeout(HTTP_MILLIS);
      return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
    } catch (IOException notYet) {
      return false;
    }
  }
}
