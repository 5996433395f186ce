package org.attestry.adopt;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.attestry.adopt.report.AdoptFailure;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.config.SettingsException;

/**
 * {@code adopt plan|run|check [--settings FILE] [--NAME=VALUE …]}.
 *
 * <p>It exits with 0 if nothing is left to look at, with 1 if the report has lines that somebody
 * must look at, with 2 for wrong arguments or settings, and with 3 if it could not go on and can be
 * started again.
 */
public final class AdoptMain {

  private static final int FAULTS = 1;
  private static final int USAGE = 2;
  private static final int FAILED = 3;
  private static final Set<String> COMMANDS = Set.of("plan", "run", "check");
  private static final String FILE = "--settings";

  private static final String HELP =
      """
      Brings the data of a Sunbird RC into a running suite.

        adopt plan  [options]   says what would come along, and changes nothing
        adopt run   [options]   brings it; a run that was stopped goes on when it is started again
        adopt check [options]   compares the two systems

      --settings FILE   properties, such as source.url=jdbc:postgresql://db:5432/registry
      --NAME=VALUE      a property, before the environment (SOURCE_URL) and the file

      A password may stand in a file: source.passwordFile=/run/secrets/source, or SOURCE_PASSWORD_FILE.
      Exit codes: 0 nothing is left to look at, 1 look at the report, 2 wrong settings, 3 start it again.
      The settings are described in docs/guides/moving-from-sunbird-rc.md.
      """;

  private AdoptMain() {}

  public static void main(String[] arguments) {
    System.exit(run(arguments, System.getenv(), System.out));
  }

  /** Runs the command, and returns its exit code. */
  static int run(String[] arguments, Map<String, String> environment, PrintStream out) {
    if (arguments.length == 0 || !COMMANDS.contains(arguments[0])) {
      out.print(HELP);
      return arguments.length == 1 && arguments[0].equals("--help") ? 0 : USAGE;
    }
    try {
      AdoptConfig config = Settings.of(settings(arguments, environment)).read(AdoptConfig.class);
      return new Adoption(config, out).execute(arguments[0]) == 0 ? 0 : FAULTS;
    } catch (SettingsException | IllegalArgumentException e) {
      out.println(e.getMessage());
      return USAGE;
    } catch (IOException e) {
      out.println("The settings cannot be read: " + e.getMessage());
      return USAGE;
    } catch (UncheckedIOException e) {
      out.println(e.getMessage());
      return FAILED;
    } catch (AdoptFailure e) {
      out.println(e.getMessage());
      return FAILED;
    }
  }

  /**
   * Returns the settings by environment name; an option precedes the environment, and that the
   * file.
   */
  private static Map<String, String> settings(String[] arguments, Map<String, String> environment)
      throws IOException {
    Map<String, String> options = new HashMap<>();
    Map<String, String> settings = new HashMap<>();
    for (int i = 1; i < arguments.length; i++) {
      String argument = arguments[i];
      int equals = argument.indexOf('=');
      if (argument.equals(FILE) && i + 1 < arguments.length) {
        settings.putAll(file(Path.of(arguments[++i])));
      } else if (argument.startsWith("--") && equals > 2) {
        options.put(
            Settings.environmentName(argument.substring(2, equals)),
            argument.substring(equals + 1));
      } else {
        throw new IllegalArgumentException(
            "'%s' is no option; they are --settings FILE and --NAME=VALUE.".formatted(argument));
      }
    }
    settings.putAll(environment);
    settings.putAll(options);
    return settings;
  }

  private static Map<String, String> file(Path path) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(path)) {
      properties.load(reader);
    }
    Map<String, String> settings = new HashMap<>();
    properties
        .stringPropertyNames()
        .forEach(
            name ->
                settings.put(Settings.environmentName(name), properties.getProperty(name).strip()));
    return settings;
  }
}
