package org.attestry.runtime.config;

import io.vertx.config.ConfigRetriever;
import io.vertx.config.ConfigRetrieverOptions;
import io.vertx.config.ConfigStoreOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The settings of one deployable, read into a record of records. The component {@code
 * postgres.host} is the environment variable {@code POSTGRES_HOST}, the file named by {@code
 * POSTGRES_HOST_FILE}, or {@code host} below {@code postgres} in the YAML file named by {@code
 * CONFIG_FILE}; in this order of precedence, the component's default last.
 */
public final class Settings {

  private final Map<String, String> environment;
  private final JsonObject file;

  private Settings(Map<String, String> environment, JsonObject file) {
    this.environment = environment;
    this.file = file;
  }

  /** Returns the settings of the process's environment, if {@code CONFIG_FILE} is not set. */
  public static Optional<Settings> ofEnvironmentAlone() {
    Map<String, String> environment = System.getenv();
    return environment.containsKey("CONFIG_FILE") ? Optional.empty() : Optional.of(of(environment));
  }

  /**
   * Loads the settings of the process's environment and of the YAML file named by {@code
   * CONFIG_FILE}, if that is set.
   */
  public static Future<Settings> load(Vertx vertx) {
    Map<String, String> environment = System.getenv();
    ConfigRetrieverOptions options = new ConfigRetrieverOptions().setIncludeDefaultStores(false);
    String path = environment.get("CONFIG_FILE");
    if (path != null) {
      options.addStore(
          new ConfigStoreOptions()
              .setType("file")
              .setFormat("yaml")
              .setConfig(new JsonObject().put("path", path)));
    }
    ConfigRetriever retriever = ConfigRetriever.create(vertx, options);
    return retriever
        .getConfig()
        .map(file -> new Settings(environment, file))
        .onComplete(done -> retriever.close());
  }

  /**
   * Creates settings from values by environment name, for a process that hosts several services.
   */
  public static Settings of(Map<String, String> environment) {
    return new Settings(Map.copyOf(environment), new JsonObject());
  }

  /**
   * Reads a record.
   *
   * @throws SettingsException with a message that lists all missing and wrong settings
   */
  public <R extends Record> R read(Class<R> type) {
    List<String> problems = new ArrayList<>();
    Object[] values = values(type, "", problems);
    if (!problems.isEmpty()) {
      throw new SettingsException(problems);
    }
    return type.cast(construct(type, values, problems));
  }

  /** Lists the settings that {@link #read} reads for the record, in the order of its components. */
  public static List<Described> describe(Class<? extends Record> type) {
    List<Described> described = new ArrayList<>();
    describe(type, "", described);
    return described;
  }

  private static void describe(Class<?> type, String prefix, List<Described> described) {
    for (RecordComponent component : type.getRecordComponents()) {
      String path = prefix + component.getName();
      Setting setting = component.getAnnotation(Setting.class);
      if (setting == null) {
        describe(component.getType(), path + ".", described);
      } else {
        described.add(new Described(environmentName(path), setting));
      }
    }
  }

  /** A setting by its environment name. */
  public record Described(String name, Setting setting) {}

  /**
   * Returns the environment name of a setting: {@code POSTGRES_POOL_SIZE} for {@code
   * postgres.poolSize}.
   */
  public static String environmentName(String path) {
    return path.replace('.', '_').replaceAll("([a-z0-9])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
  }

  private Object[] values(Class<?> type, String prefix, List<String> problems) {
    return Arrays.stream(type.getRecordComponents())
        .map(component -> value(component, prefix + component.getName(), problems))
        .toArray();
  }

  private Object value(RecordComponent component, String path, List<String> problems) {
    Class<?> type = component.getType();
    if (type.isRecord() && type != Secret.class) {
      int before = problems.size();
      Object[] values = values(type, path + ".", problems);
      return problems.size() > before ? null : construct(type, values, problems);
    }
    String text = text(component, path, problems);
    if (text == null) {
      return null;
    }
    try {
      return convert(text, type);
    } catch (IllegalArgumentException | DateTimeParseException e) {
      String shown = type == Secret.class ? "its value" : "'" + text + "'";
      problems.add(
          "%s: %s is not a usable %s. It %s"
              .formatted(environmentName(path), shown, named(type), description(component)));
      return null;
    }
  }

  private String text(RecordComponent component, String path, List<String> problems) {
    String name = environmentName(path);
    String given = environment.get(name);
    if (given == null && environment.containsKey(name + "_FILE")) {
      given = contents(environment.get(name + "_FILE"), name, problems);
    }
    if (given == null) {
      given = fromFile(path);
    }
    Setting setting = component.getAnnotation(Setting.class);
    if (given != null) {
      return given;
    }
    if (setting == null || setting.byDefault().equals(Setting.MANDATORY)) {
      problems.add("%s is not set. It %s".formatted(name, description(component)));
      return null;
    }
    return setting.byDefault();
  }

  private static String contents(String path, String name, List<String> problems) {
    try {
      return Files.readString(Path.of(path)).strip();
    } catch (IOException e) {
      problems.add("%s_FILE names a file that cannot be read: %s".formatted(name, path));
      return "";
    }
  }

  private String fromFile(String path) {
    Object at = file;
    for (String step : path.split("\\.")) {
      at = at instanceof JsonObject object ? object.getValue(step) : null;
    }
    return switch (at) {
      case null -> null;
      case JsonArray list -> list.stream().map(String::valueOf).collect(Collectors.joining(","));
      default -> String.valueOf(at);
    };
  }

  private static Object convert(String text, Class<?> type) {
    return switch (type.getName()) {
      case "java.lang.String" -> text;
      case "int" -> Integer.parseInt(text);
      case "long" -> Long.parseLong(text);
      case "boolean" -> truth(text);
      case "java.time.Duration" -> Duration.parse(text);
      case "java.net.URI" -> URI.create(text);
      case "java.nio.file.Path" -> Path.of(text);
      case "java.util.List" -> words(text);
      case "org.attestry.runtime.config.Secret" -> new Secret(text);
      default -> constant(text, type);
    };
  }

  private static boolean truth(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(text);
    }
    return text.equals("true");
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split(",")).map(String::strip).filter(w -> !w.isEmpty()).toList();
  }

  private static Object constant(String text, Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .filter(c -> ((Enum<?>) c).name().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(text));
  }

  private static String named(Class<?> type) {
    return switch (type.getSimpleName()) {
      case "int", "long" -> "whole number";
      case "boolean" -> "true or false";
      case "Duration" -> "ISO 8601 duration such as PT30S";
      default -> type.isEnum() ? "choice of " + Arrays.toString(type.getEnumConstants()) : "value";
    };
  }

  private static String description(RecordComponent component) {
    Setting setting = component.getAnnotation(Setting.class);
    return setting == null ? "has no description." : setting.description();
  }

  private static Object construct(Class<?> type, Object[] values, List<String> problems) {
    Class<?>[] parameters =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      return type.getDeclaredConstructor(parameters).newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException rule) {
        problems.add(rule.getMessage());
        throw new SettingsException(problems);
      }
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("A settings record must be public: " + type.getName(), e);
    }
  }
}
