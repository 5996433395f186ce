package org.attestry.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.attestry.testkit.containers.Containers;
import org.attestry.testkit.servers.Folders;
import org.attestry.testkit.servers.Kafka;
import org.attestry.testkit.servers.KafkaServer;
import org.attestry.testkit.servers.Keycloak;
import org.attestry.testkit.servers.KeycloakServer;
import org.attestry.testkit.servers.Port;
import org.attestry.testkit.servers.Postgres;
import org.attestry.testkit.servers.PostgresServer;
import org.attestry.testkit.servers.S3;
import org.attestry.testkit.servers.S3Server;
import org.attestry.testkit.servers.Server;
import org.attestry.testkit.servers.ServerFailure;
import org.attestry.testkit.servers.ServerFiles;
import org.attestry.testkit.servers.TestDatabase;

/**
 * One real server of each kind for all tests of a JVM: child processes on free ports of 127.0.0.1
 * with their own data folders or, with {@code -Dservers=containers}, containers. Each server starts
 * at first use and ends with the JVM. Thread-safe.
 */
public final class TestServers {

  private static final String FOLDER_PREFIX = "attestry-test-";
  private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final long ROOM = 4L << 30;
  private static final boolean IN_CONTAINERS = inContainers();
  private static final Map<String, TestDatabase> MIGRATED = new ConcurrentHashMap<>();

  private TestServers() {}

  public static Postgres postgres() {
    return OnePostgres.SERVER;
  }

  /**
   * Creates a database for one test, with its own role.
   *
   * @param service first part of the name: lower-case letters, digits and underscores
   */
  public static TestDatabase freshDatabase(String service) {
    String name = uniqueName(service);
    return postgres().createDatabase(name, name, name + UUID.randomUUID());
  }

  /**
   * Creates a database with the tables of the service. The tables are made once: each further
   * database of the service is a copy of the first one, and all have the same role.
   *
   * @param migrate creates the tables in an empty database and closes its connections
   */
  public static TestDatabase migratedDatabase(String service, Consumer<TestDatabase> migrate) {
    TestDatabase original = MIGRATED.computeIfAbsent(service, first -> migrated(first, migrate));
    return postgres().copyDatabase(original, uniqueName(service));
  }

  private static TestDatabase migrated(String service, Consumer<TestDatabase> migrate) {
    TestDatabase database = freshDatabase(service);
    migrate.accept(database);
    return database;
  }

  private static String uniqueName(String service) {
    return service + "_" + UUID.randomUUID().toString().replace("-", "").substring(0, 12);
  }

  /**
   * Returns the settings of a service that uses this database and the tests' Kafka broker.
   *
   * @return a mutable map
   */
  public static Map<String, String> settings(TestDatabase database) {
    Map<String, String> settings = new HashMap<>(database.settings());
    settings.putAll(kafka().settings());
    return settings;
  }

  private static boolean inContainers() {
    String servers = System.getProperty("servers", "embedded");
    return switch (servers) {
      case "embedded" -> false;
      case "containers" -> true;
      default ->
          throw new ServerFailure(
              "-Dservers is 'embedded' or 'containers', not '%s'.".formatted(servers));
    };
  }

  private static <S extends Server> S endingWithThisJvm(S server, Consumer<S> end) {
    Runnable endAndForget =
        () -> {
          end.accept(server);
          Folder.delete(server.log().getParent());
        };
    Runtime.getRuntime().addShutdownHook(new Thread(endAndForget, server.name()));
    return server;
  }

  public static Kafka kafka() {
    return OneKafka.SERVER;
  }

  public static S3 s3() {
    return OneS3.SERVER;
  }

  public static Keycloak keycloak() {
    return OneKeycloak.SERVER;
  }

  /** Each nested class starts its server once, when the class is initialised. */
  private static final class OnePostgres {
    static final Postgres SERVER =
        IN_CONTAINERS ? Containers.postgres() : endingWithThisJvm(start(), PostgresServer::close);

    private static PostgresServer start() {
      ServerFiles files = ServerFiles.ofThisUser();
      Path data = Folder.of("postgres");
      PostgresServer.copyFreshCluster(files, data);
      return PostgresServer.start(files, data, Port.free());
    }
  }

  private static final class OneKafka {
    static final Kafka SERVER =
        IN_CONTAINERS ? Containers.kafka() : endingWithThisJvm(start(), KafkaServer::kill);

    private static KafkaServer start() {
      return KafkaServer.start(ServerFiles.ofThisUser(), Folder.of("kafka"), Port.free());
    }
  }

  private static final class OneS3 {
    static final S3 SERVER =
        IN_CONTAINERS ? Containers.s3() : endingWithThisJvm(start(), S3Server::kill);

    private static S3Server start() {
      return S3Server.start(ServerFiles.ofThisUser(), Folder.of("s3"), Port.free());
    }
  }

  private static final class OneKeycloak {
    static final Keycloak SERVER =
        IN_CONTAINERS ? Containers.keycloak() : endingWithThisJvm(start(), KeycloakServer::kill);

    private static KeycloakServer start() {
      ServerFiles files = ServerFiles.ofThisUser();
      Path data = Folder.of("keycloak");
      KeycloakServer.copyFreshRealm(files, data);
      return KeycloakServer.start(files, data, Port.free());
    }
  }

  /**
   * Creates a folder for data of this JVM, in memory if there is enough space, because a disk is
   * slow for files that are synchronized often. The caller must delete the folder; the folder of a
   * killed JVM is deleted by a later one.
   */
  public static Path newFolder() {
    try {
      boolean room = Files.isWritable(MEMORY) && MEMORY.toFile().getUsableSpace() > ROOM;
      return Folder.create(room ? MEMORY : TEMPORARY);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The data folders of this JVM's servers. */
  private static final class Folder {
    private static final Path MADE = newFolder();

    static Path of(String server) {
      return MADE.resolve(server);
    }

    static Path create(Path parent) throws IOException {
      deleteLeftBehind(parent);
      Path folder =
          Files.createTempDirectory(parent, FOLDER_PREFIX + ProcessHandle.current().pid() + "-");
      return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Deletes the folders of test JVMs that no longer run. */
    private static void deleteLeftBehind(Path parent) throws IOException {
      try (Stream<Path> files = Files.list(parent)) {
        for (Path folder : files.filter(Folder::isLeftBehind).toList()) {
          delete(folder);
        }
      }
    }

    private static boolean isLeftBehind(Path folder) {
      String name = folder.getFileName().toString();
      if (!name.startsWith(FOLDER_PREFIX) || !Files.isWritable(folder)) {
        return false;
      }
      String pid = name.substring(FOLDER_PREFIX.length()).split("-")[0];
      return pid.matches("\\d{1,9}") && ProcessHandle.of(Long.parseLong(pid)).isEmpty();
    }

    static void delete(Path folder) {
      try {
        Folders.delete(folder);
      } catch (IOException beingDeletedByAnotherTest) {
        // a later caller tries again
      }
    }
  }
}
