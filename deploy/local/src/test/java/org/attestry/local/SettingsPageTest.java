package org.attestry.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.attestry.claims.ClaimsConfig;
import org.attestry.credential.CredentialConfig;
import org.attestry.file.FileConfig;
import org.attestry.gateway.GatewayConfig;
import org.attestry.registry.RegistryConfig;
import org.attestry.runtime.config.Setting;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.service.ServiceLauncher;
import org.attestry.schema.SchemaConfig;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/operating/settings.md} names each setting of the code with its default and meaning,
 * and no other. {@code -Dattestry.write=true} writes it.
 */
class SettingsPageTest {

  private static final Path PAGE = Path.of("../../docs/operating/settings.md");

  static final Map<String, Class<? extends Record>> SERVICES = new LinkedHashMap<>();

  static {
    SERVICES.put("gateway", GatewayConfig.class);
    SERVICES.put("schema-service", SchemaConfig.class);
    SERVICES.put("registry-service", RegistryConfig.class);
    SERVICES.put("claims-service", ClaimsConfig.class);
    SERVICES.put("credential-service", CredentialConfig.class);
    SERVICES.put("file-service", FileConfig.class);
  }

  @Test
  void namesEverySettingOfTheCodeAndNoOther() throws IOException {
    String page = page();
    if (Boolean.getBoolean("attestry.write")) {
      Files.writeString(PAGE, page);
    }
    assertEquals(
        page,
        Files.readString(PAGE),
        "The settings have changed: mvn -pl deploy/local -am test -Dtest=SettingsPageTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dattestry.write=true");
  }

  private static String page() {
    StringBuilder page =
        new StringBuilder(
            """
            # Settings

            This page is generated from the code. A setting is an environment variable. `<NAME>_FILE` names a file that
            holds the value, for secrets. `CONFIG_FILE` names a YAML file in which `POSTGRES_HOST` is `host` below
            `postgres`; the environment takes precedence. Durations are ISO 8601 (`PT30S`); lists are separated by commas.
            A service with missing or wrong settings lists all of them and ends with exit code 2.

            Logs are JSON lines on standard output. `LOG_LEVEL` (`INFO`), `LOG_LEVEL_ACCESS` (`INFO`), `LOG_LEVEL_KAFKA`
            (`ERROR`) and `LOG_LEVEL_HAZELCAST` (`WARN`) set their levels; `WARN` switches the
            [access log](README.md#access-log) off. `-Dlogback.configurationFile=…` names a file of Logback instead.

            The common settings come first: the mandatory ones, and those that a deployment decides about. The
            [further settings](#further-settings) have defaults that fit, or belong to parts that few deployments use.
            """);
    page.append("\n## Common settings\n");
    addSection(page, SettingsPageTest::isCommon);
    page.append("\n## Further settings\n");
    addSection(page, setting -> !isCommon(setting));
    return page.toString();
  }

  private static void addSection(StringBuilder page, Predicate<Settings.Described> wanted) {
    add(page, "Every process", Settings.describe(ServiceLauncher.ProcessConfig.class), wanted);
    add(
        page,
        "Every service with a database",
        Settings.describe(SchemaConfig.class),
        wanted.and(SettingsPageTest::isShared));
    SERVICES.forEach(
        (service, config) ->
            add(
                page,
                service,
                Settings.describe(config),
                wanted.and(setting -> !isShared(setting))));
  }

  private static boolean isCommon(Settings.Described setting) {
    return setting.setting().common() || setting.setting().byDefault().equals(Setting.MANDATORY);
  }

  private static boolean isShared(Settings.Described setting) {
    return setting.name().startsWith("POSTGRES_") || setting.name().startsWith("KAFKA_");
  }

  private static void add(
      StringBuilder page,
      String title,
      List<Settings.Described> settings,
      Predicate<Settings.Described> wanted) {
    List<Settings.Described> shown = settings.stream().filter(wanted).toList();
    page.append("\n### ").append(title).append("\n");
    if (shown.isEmpty()) {
      page.append("\nNone.\n");
      return;
    }
    page.append("\n| Variable | Default | It … |\n| --- | --- | --- |\n");
    shown.forEach(
        setting ->
            page.append(
                "| `%s` | %s | %s |%n"
                    .formatted(setting.name(), shownDefault(setting), meaning(setting))));
  }

  private static String shownDefault(Settings.Described setting) {
    return switch (setting.setting().byDefault()) {
      case Setting.MANDATORY -> "mandatory";
      case "" -> "empty";
      case String value -> "`" + value + "`";
    };
  }

  private static String meaning(Settings.Described setting) {
    String sentence = setting.setting().description();
    return sentence.substring(0, sentence.length() - 1).replace("|", "\\|");
  }
}
