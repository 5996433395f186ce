package org.attestry.local;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.facts.FactCommands;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.service.ServiceLauncher.DatabaseConfig;

/**
 * The main class of {@code deploy/local/facts}: runs the services' command {@code facts} for a
 * local suite.
 */
final class FactsCommand {

  private static final long TIMEOUT_SECONDS = 60;

  private FactsCommand() {}

  /**
   * @param arguments the endpoints file, a service or {@code all}, and the arguments of the command
   */
  public static void main(String[] arguments) throws IOException, TimeoutException {
    Endpoints endpoints =
        Json.read(JsonBytes.of(Files.readAllBytes(Path.of(arguments[0]))), Endpoints.class);
    String service = arguments[1];
    List<String> command = Arrays.asList(arguments).subList(2, arguments.length);
    boolean succeeded = true;
    for (Map.Entry<String, Endpoints.DatabaseAccess> known : endpoints.databases().entrySet()) {
      if (service.equals("all") || service.equals(known.getKey())) {
        FactCommands.Output output = run(known.getValue(), command);
        System.out.println(known.getKey() + ": " + output.text());
        succeeded &= output.succeeded();
      }
    }
    System.exit(succeeded ? 0 : 1);
  }

  private static FactCommands.Output run(Endpoints.DatabaseAccess access, List<String> command)
      throws TimeoutException {
    Settings settings =
        Settings.of(
            Map.of(
                "POSTGRES_HOST", access.host(),
                "POSTGRES_PORT", Integer.toString(access.port()),
                "POSTGRES_DATABASE", access.database(),
                "POSTGRES_USER", access.user(),
                "POSTGRES_PASSWORD", access.password()));
    Vertx vertx = Vertx.vertx();
    try {
      Database database = Database.open(vertx, settings.read(DatabaseConfig.class).postgres());
      return new FactCommands(database).run(command).await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } finally {
      vertx.close().await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }
  }
}
