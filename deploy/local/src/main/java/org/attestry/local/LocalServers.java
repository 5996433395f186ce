package org.attestry.local;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.attestry.testkit.servers.KafkaServer;
import org.attestry.testkit.servers.KeycloakServer;
import org.attestry.testkit.servers.Port;
import org.attestry.testkit.servers.PostgresServer;
import org.attestry.testkit.servers.PrivateFiles;
import org.attestry.testkit.servers.S3Server;
import org.attestry.testkit.servers.Server;
import org.attestry.testkit.servers.ServerFiles;
import org.attestry.testkit.servers.TestDatabase;

/**
 * The servers that the services need. Their addresses are known before they start, so that the
 * services may start first: they wait for their dependencies by themselves.
 */
final class LocalServers {

  static final List<String> SERVICES_WITH_DATABASE =
      List.of("schema", "registry", "claims", "credential", "file");

  private final Addresses addresses;
  private final KeycloakServer.Client identityClient;
  private final KeptServer<PostgresServer> postgres;
  private final CompletableFuture<Map<String, TestDatabase>> made;
  private final KeptServer<KafkaServer> kafka;
  private final KeptServer<S3Server> s3;
  private final KeptServer<KeycloakServer> keycloak;

  private LocalServers(LocalConfig.Attestry config, Steps steps) {
    ServerFiles files = ServerFiles.ofThisUser();
    Path data = config.data();
    Port postgresPort = Port.of(config.postgresPort(), "ATTESTRY_POSTGRES_PORT").settled();
    Port kafkaPort = Port.of(config.kafkaPort(), "ATTESTRY_KAFKA_PORT").settled();
    Port s3Port = Port.of(config.s3Port(), "ATTESTRY_S3_PORT").settled();
    Port keycloakPort = Port.of(config.keycloakPort(), "ATTESTRY_KEYCLOAK_PORT").settled();
    addresses =
        new Addresses(
            databases(postgresPort.number(), data),
            "127.0.0.1:" + kafkaPort.number(),
            new Endpoints.S3(
                "http://127.0.0.1:" + s3Port.number(),
                S3Server.ACCESS_KEY,
                S3Server.secretKey(data.resolve("s3"))),
            "http://127.0.0.1:" + keycloakPort.number());
    identityClient = KeycloakServer.adminClient(data.resolve("keycloak"));
    keycloak =
        new KeptServer<>(
            "Keycloak",
            steps,
            () ->
                KeycloakServer.start(
                    files, data.resolve("keycloak"), keycloakPort, config.authUrl()));
    postgres =
        new KeptServer<>(
            "PostgreSQL",
            steps,
            () -> PostgresServer.start(files, data.resolve("postgres"), postgresPort));
    made = postgres.first().thenApply(this::make);
    kafka =
        new KeptServer<>(
            "Kafka", steps, () -> KafkaServer.start(files, data.resolve("kafka"), kafkaPort));
    s3 = new KeptServer<>("S3", steps, () -> S3Server.start(files, data.resolve("s3"), s3Port));
  }

  /**
   * The addresses at which the servers will be available, and the credentials.
   *
   * @param databases service to its database
   */
  record Addresses(
      Map<String, TestDatabase> databases, String kafka, Endpoints.S3 s3, String keycloak) {}

  static LocalServers prepare(LocalConfig.Attestry config, Steps steps) {
    return new LocalServers(config, steps);
  }

  private static Map<String, TestDatabase> databases(int port, Path data) {
    Map<String, TestDatabase> databases = new TreeMap<>();
    for (String service : SERVICES_WITH_DATABASE) {
      String name = "attestry_" + service;
      String password = PrivateFiles.secret(data, "postgres." + service);
      databases.put(service, new TestDatabase("127.0.0.1", port, name, name, password));
    }
    return databases;
  }

  private Map<String, TestDatabase> make(PostgresServer server) {
    addresses
        .databases()
        .values()
        .forEach(
            database ->
                server.createDatabase(database.name(), database.role(), database.password()));
    return addresses.databases();
  }

  /** Returns the starts of the servers. */
  List<Start> starts() {
    return List.of(keycloak.start(), postgres.start(), kafka.start(), s3.start());
  }

  Addresses addresses() {
    return addresses;
  }

  /** Returns the client with which services and scripts create users and get admin tokens. */
  KeycloakServer.Client identityClient() {
    return identityClient;
  }

  /** Waits until the databases are created. */
  void awaitDatabases() {
    Steps.result(made);
  }

  KeycloakServer keycloak() {
    return keycloak.get();
  }

  /** Waits until all servers are available, and returns them. */
  List<Server> all() {
    awaitDatabases();
    return List.<Server>of(keycloak.get(), kafka.get(), s3.get(), postgres.get());
  }

  /**
   * From now on starts each server again that ends before {@link #close}.
   *
   * @param changed runs after each start
   */
  void keepRunning(Runnable changed) {
    keycloak.keepRunning(changed);
    kafka.keepRunning(changed);
    s3.keepRunning(changed);
    postgres.keepRunning(changed);
  }

  /**
   * Stops the servers that have started, the database last; waits for those that are still
   * starting.
   */
  void close() {
    CompletableFuture.allOf(keycloak.close(), kafka.close(), s3.close()).join();
    postgres.close().join();
  }
}
