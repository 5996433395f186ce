package org.attestry.adopt;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.servers.TestDatabase;

/** The dump of a Sunbird RC 2.0.3, in which all people are invented. */
public final class SunbirdDump {

  private SunbirdDump() {}

  /** Restores the dump into a database of its own. */
  public static TestDatabase restore() {
    TestDatabase database = TestServers.freshDatabase("sunbird");
    String commands =
        text("registry.sql")
            .lines()
            .filter(line -> !line.startsWith("\\"))
            .collect(Collectors.joining("\n"));
    database.execute(commands);
    return database;
  }

  public static String text(String name) {
    try (InputStream in = SunbirdDump.class.getResourceAsStream("/sunbird/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static JsonNode json(String name) {
    return Json.read(JsonBytes.of(text(name)));
  }
}
