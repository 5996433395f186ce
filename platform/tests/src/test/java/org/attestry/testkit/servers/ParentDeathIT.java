package org.attestry.testkit.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.Test;

class ParentDeathIT {

  @Test
  void noServerOutlivesAKilledParent() throws Exception {
    Path data = Files.createTempDirectory("attestry-parent-");
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
    KeycloakServer.copyFreshRealm(ServerFiles.ofThisUser(), data.resolve("keycloak"));
    Process parent = startParent(data);
    List<ProcessHandle> servers = awaitServers(parent);
    assertEquals(4, servers.size());

    parent.destroyForcibly().waitFor();

    Eventually.until(() -> servers.stream().filter(Processes::runs).toList(), List::isEmpty);
    Folders.delete(data);
  }

  private static Process startParent(Path data) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            StartAllServers.class.getName(),
            data.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static List<ProcessHandle> awaitServers(Process parent) throws Exception {
    List<ProcessHandle> servers = new ArrayList<>();
    BufferedReader output = parent.inputReader();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith("ready")) {
        break;
      }
      ProcessHandle.of(Long.parseLong(line.split(" ")[0])).ifPresent(servers::add);
    }
    return servers;
  }
}
