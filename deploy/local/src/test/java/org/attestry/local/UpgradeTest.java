package org.attestry.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of {@code deploy/upgrade}; a script stands in place of {@code docker}. */
class UpgradeTest {

  @TempDir private Path folder;
  private int containers;

  @BeforeEach
  void prepare() throws IOException {
    Path deploy = Files.createDirectories(folder.resolve("deploy"));
    Files.copy(Path.of("../upgrade"), deploy.resolve("upgrade"));
    Path programs = Files.createDirectories(folder.resolve("bin"));
    Path docker = programs.resolve("docker");
    Files.copy(Path.of("src/test/resources/docker-stand-in"), docker);
    Files.setPosixFilePermissions(docker, PosixFilePermissions.fromString("rwx------"));
    Files.createDirectories(folder.resolve("containers"));
    Files.writeString(folder.resolve(".env"), "COMPOSE_PROFILES=full,edge\nATTESTRY_VERSION=1\n");
  }

  @Test
  void migratesAllBeforeItReplacesAny() throws Exception {
    runs("edge", "gateway", "schema-service", "registry-service", "claims-service");
    runs("credential-service", "file-service");

    assertEquals(0, upgrade(Map.of(), "2"));

    List<String> changes = changes();
    assertEquals(
        List.of(
            "run schema-migration 2",
            "run credential-migration 2",
            "run registry-migration 2",
            "run claims-migration 2",
            "run file-migration 2"),
        changes.subList(0, 5));
    assertEquals(
        List.of(
            "schema-service",
            "credential-service",
            "registry-service",
            "claims-service",
            "file-service",
            "gateway"),
        starts(changes));
    assertEquals(
        "COMPOSE_PROFILES=full,edge\nATTESTRY_VERSION=2\n",
        Files.readString(folder.resolve(".env")));
  }

  @Test
  void replacesOneReplicaAfterTheOtherAndKeepsTheirNumber() throws Exception {
    runs("registry-service", "registry-service");

    assertEquals(0, upgrade(Map.of(), "2"));

    assertEquals(
        List.of(
            "run registry-migration 2",
            "start registry-service c3 2",
            "stop registry-service c1",
            "start registry-service c4 2",
            "stop registry-service c2"),
        changes());
    assertEquals(List.of("registry-service 2 healthy", "registry-service 2 healthy"), running());
  }

  @Test
  void leavesTheOldReplicasWhereANewOneIsNotHealthy() throws Exception {
    runs("schema-service", "registry-service", "registry-service");

    assertNotEquals(0, upgrade(Map.of("UNHEALTHY", "registry-service"), "2"));

    assertEquals(
        List.of(
            "registry-service 1 healthy", "registry-service 1 healthy", "schema-service 2 healthy"),
        running());
    assertTrue(Files.readString(folder.resolve(".env")).contains("ATTESTRY_VERSION=1"));
  }

  @Test
  void rollsBackInTheOppositeOrderWithoutMigrations() throws Exception {
    runs("edge", "gateway", "gateway", "registry-service", "credential-service");

    assertEquals(0, upgrade(Map.of(), "--rollback", "1"));

    assertEquals(
        List.of("gateway", "gateway", "registry-service", "credential-service"), starts(changes()));
    assertTrue(changes().stream().noneMatch(change -> change.startsWith("run ")));
  }

  @Test
  void replacesAGatewayWithoutTheEdgeInPlace() throws Exception {
    runs("gateway");

    assertEquals(0, upgrade(Map.of(), "2"));

    assertEquals(List.of("recreate gateway", "start gateway c2 2"), changes());
  }

  @Test
  void restartsTheNamedServicesAlone() throws Exception {
    runs("registry-service", "registry-service", "claims-service");

    assertEquals(0, upgrade(Map.of(), "--restart", "registry-service"));

    assertEquals(List.of("registry-service", "registry-service"), starts(changes()));
    assertTrue(Files.readString(folder.resolve(".env")).contains("ATTESTRY_VERSION=1"));
  }

  @Test
  void changesNothingWithoutTheImages() throws Exception {
    runs("registry-service");

    assertNotEquals(0, upgrade(Map.of(), "absent"));

    assertEquals(List.of(), changes());
  }

  private void runs(String... services) throws IOException {
    for (String service : services) {
      containers++;
      Path container = folder.resolve("containers/c" + containers);
      Files.writeString(container, service + " 1 healthy\n");
    }
    Files.writeString(folder.resolve("containers.number"), containers + "\n");
  }

  private int upgrade(Map<String, String> environment, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("sh", "deploy/upgrade"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile());
    builder.environment().putAll(environment);
    builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
    builder.environment().put("CONTAINERS", folder.resolve("containers").toString());
    builder.environment().put("CHANGES", folder.resolve("changes").toString());
    builder.environment().put("ATTESTRY_EDGE_SECONDS", "0");
    return builder.start().waitFor();
  }

  private List<String> changes() throws IOException {
    Path changes = folder.resolve("changes");
    return Files.exists(changes) ? Files.readAllLines(changes) : List.of();
  }

  private static List<String> starts(List<String> changes) {
    return changes.stream()
        .filter(change -> change.startsWith("start "))
        .map(change -> change.split(" ")[1])
        .toList();
  }

  private List<String> running() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("containers"))) {
      List<String> lines = new ArrayList<>();
      for (Path file : files.toList()) {
        lines.add(Files.readString(file).strip());
      }
      return lines.stream().sorted().toList();
    }
  }
}
