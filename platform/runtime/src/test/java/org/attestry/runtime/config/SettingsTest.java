package org.attestry.runtime.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {

  public record Store(
      @Setting(byDefault = "localhost", description = "names the host.") String host,
      @Setting(description = "is the password.") Secret password,
      @Setting(byDefault = "4", description = "is the size.") int poolSize,
      @Setting(byDefault = "PT3S", description = "bounds a call.") Duration callTimeout) {
    public Store {
      if (poolSize < 1) {
        throw new IllegalArgumentException("STORE_POOL_SIZE must be 1 or more.");
      }
    }
  }

  public record Service(
      Store store, @Setting(byDefault = "a, b", description = "lists names.") List<String> names) {}

  @Test
  void readsDefaultsAndEnvironment() {
    Service read =
        Settings.of(Map.of("STORE_PASSWORD", "p", "STORE_POOL_SIZE", "9")).read(Service.class);

    assertEquals(new Store("localhost", new Secret("p"), 9, Duration.ofSeconds(3)), read.store());
    assertEquals(List.of("a", "b"), read.names());
  }

  @Test
  void readsASecretFromTheFileThatIsNamed(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("password"), "from-file\n");

    Service read = Settings.of(Map.of("STORE_PASSWORD_FILE", file.toString())).read(Service.class);

    assertEquals("from-file", read.store().password().value());
  }

  @Test
  void namesEverySettingThatIsMissingOrWrong() {
    SettingsException refused =
        assertThrows(
            SettingsException.class,
            () -> Settings.of(Map.of("STORE_CALL_TIMEOUT", "soon")).read(Service.class));

    assertEquals(
        """
        STORE_PASSWORD is not set. It is the password.
        STORE_CALL_TIMEOUT: 'soon' is not a usable ISO 8601 duration such as PT30S. It bounds a call.\
        """
            .lines()
            .toList(),
        refused.getMessage().lines().toList());
  }

  @Test
  void reportsARuleBetweenSettings() {
    SettingsException refused =
        assertThrows(
            SettingsException.class,
            () ->
                Settings.of(Map.of("STORE_PASSWORD", "p", "STORE_POOL_SIZE", "0"))
                    .read(Service.class));

    assertEquals("STORE_POOL_SIZE must be 1 or more.", refused.getMessage());
  }

  @Test
  void neverShowsASecret() {
    String shown = Settings.of(Map.of("STORE_PASSWORD", "hunter2")).read(Service.class).toString();

    assertFalse(shown.contains("hunter2"));
    assertTrue(shown.contains("password=***") || shown.contains("password=Secret"), shown);
  }
}
