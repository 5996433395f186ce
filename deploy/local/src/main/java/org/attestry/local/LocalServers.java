package org.attestry.local;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.attestry.testkit.servers.Database;
import org.attestry.testkit.servers.KafkaServer;
import org.attestry.testkit.servers.KeycloakServer;
import org.attestry.testkit.servers.Port;
import org.attestry.testkit.servers.PostgresServer;
import org.attestry.testkit.servers.S3Server;
import org.attestry.testkit.servers.Server;
import org.attestry.testkit.servers.ServerFiles;

/**
 * The servers that the services need, started beside each other. Their addresses are known before
 * they answer, so the services start meanwhile: they wait for their dependencies by themselves.
 */
final class LocalServers {

  static final List<String> SERVICES_WITH_DATABASE =
      List.of("schema", "registry", "claims", "credential", "file");

  private final Addresses addresses;
  private final KeycloakServer.Client identityClient;
  private final CompletableFuture<PostgresServer> postgres;
  private final CompletableFuture<Map<String, Database>> databases;
  private final CompletableFuture<KafkaServer> kafka;
  private final CompletableFuture<S3Server> s3;
  private final CompletableFuture<KeycloakServer> keycloak;

  private LocalServers(LocalConfig.Attestry config, LocalSecrets secrets, Steps steps) {
    ServerFiles files = ServerFiles.ofThisUser();
    Path data = config.run().toAbsolutePath().resolve("data");
    Port postgresPort = Port.of(config.postgresPort(), "ATTESTRY_POSTGRES_PORT").settled();
    Port kafkaPort = Port.of(config.kafkaPort(), "ATTESTRY_KAFKA_PORT").settled();
    Port s3Port = Port.of(config.s3Port(), "ATTESTRY_S3_PORT").settled();
    Port keycloakPort = Port.of(config.keycloakPort(), "ATTESTRY_KEYCLOAK_PORT").settled();
    addresses =
        new Addresses(
            "127.0.0.1:" + kafkaPort.number(),
            "http://127.0.0.1:" + s3Port.number(),
            "http://127.0.0.1:" + keycloakPort.number());
    identityClient = KeycloakServer.adminClient(data.resolve("keycloak"));
    keycloak =
        steps.begin(
            "Keycloak", () -> KeycloakServer.start(files, data.resolve("keycloak"), keycloakPort));
    postgres =
        steps.begin(
            "PostgreSQL",
            () -> PostgresServer.start(files, data.resolve("postgres"), postgresPort));
    databases = postgres.thenApply(server -> databases(server, secrets));
    kafka = steps.begin("Kafka", () -> KafkaServer.start(files, data.resolve("kafka"), kafkaPort));
    s3 = steps.begin("S3", () -> S3Server.start(files, data.resolve("s3"), s3Port));
  }

  /** Where servers will answer. */
  record Addresses(String kafka, String s3, String keycloak) {}

  static LocalServers begin(LocalConfig.Attestry config, LocalSecrets secrets, Steps steps) {
    return new LocalServers(config, secrets, steps);
  }

  private static Map<String, Database> databases(PostgresServer server, LocalSecrets secrets) {
    Map<String, Database> databases = new TreeMap<>();
    for (String service : SERVICES_WITH_DATABASE) {
      String name = "attestry_" + service;
      databases.put(service, server.createDatabase(name, name, secrets.get("postgres." + service)));
    }
    return databases;
  }

  Addresses addresses() {
    return addresses;
  }

  /** The client by which services and scripts make users and get admin tokens. */
  KeycloakServer.Client identityClient() {
    return identityClient;
  }

  Map<String, Database> databases() {
    return Steps.result(databases);
  }

  KeycloakServer keycloak() {
    return Steps.result(keycloak);
  }

  KafkaServer kafka() {
    return Steps.result(kafka);
  }

  S3Server s3() {
    return Steps.result(s3);
  }

  /** Waits until all of them answer. */
  List<Server> all() {
    return List.of(keycloak(), kafka(), s3(), Steps.result(postgres));
  }

  /** Stops what has started, the database last; what is still starting is waited for. */
  void close() {
    CompletableFuture.allOf(stop(keycloak), stop(kafka), stop(s3)).join();
    stop(postgres).join();
  }

  private static CompletableFuture<Void> stop(CompletableFuture<? extends Server> server) {
    return server
        .handle((started, failed) -> started)
        .thenAcceptAsync(
            started -> {
              if (started != null) {
                started.close();
              }
            });
  }
}
