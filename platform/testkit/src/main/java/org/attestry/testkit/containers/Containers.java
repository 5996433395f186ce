package org.attestry.testkit.containers;

import java.time.Duration;
import java.util.UUID;
import org.attestry.testkit.servers.Kafka;
import org.attestry.testkit.servers.Keycloak;
import org.attestry.testkit.servers.KeycloakServer;
import org.attestry.testkit.servers.Postgres;
import org.attestry.testkit.servers.S3;
import org.attestry.testkit.servers.ServerFailure;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.MinIOContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Starts the servers of tests as containers, from the images in {@code docker-compose.yml}. Each
 * method starts a container, which ends with this JVM.
 */
public final class Containers {

  private static final String POSTGRES = "postgres:18.6";
  private static final String KAFKA = "apache/kafka:4.4.0";
  private static final String MINIO = "quay.io/minio/minio:RELEASE.2025-09-07T16-13-09Z";
  private static final String KEYCLOAK = "quay.io/keycloak/keycloak:26.7.3";
  private static final int MINIO_PORT = 9000;
  private static final int KEYCLOAK_PORT = 8080;
  private static final Duration KEYCLOAK_TIMEOUT = Duration.ofMinutes(4);

  private Containers() {}

  public static Postgres postgres() {
    PostgreSQLContainer postgres =
        started(
            new PostgreSQLContainer(image(POSTGRES))
                .withUsername("postgres")
                .withPassword(secret())
                .withCommand(
                    "postgres -c max_connections=200 -c timezone=UTC -c"
                        + " log_error_verbosity=terse"));
    record Address(String host, int port, String adminUser, String adminPassword)
        implements Postgres {}
    return new Address(
        postgres.getHost(),
        postgres.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT),
        postgres.getUsername(),
        postgres.getPassword());
  }

  public static Kafka kafka() {
    KafkaContainer kafka =
        started(
            new KafkaContainer(image(KAFKA))
                .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
                .waitingFor(Wait.forLogMessage(".*Kafka Server started.*\\n", 1)));
    return kafka::getBootstrapServers;
  }

  public static S3 s3() {
    MinIOContainer minio =
        started(
            new MinIOContainer(image(MINIO).asCompatibleSubstituteFor("minio/minio"))
                .withUserName("attestry")
                .withPassword(secret())
                .waitingFor(Wait.forListeningPorts(MINIO_PORT)));
    record Address(String endpoint, String accessKey, String secretKey) implements S3 {}
    return new Address(minio.getS3URL(), minio.getUserName(), minio.getPassword());
  }

  public static Keycloak keycloak() {
    Keycloak.Client adminClient = new Keycloak.Client("admin-api", secret());
    Keycloak.User admin = new Keycloak.User("admin", secret());
    Keycloak.User consoleAdmin = new Keycloak.User("console", secret());
    GenericContainer<?> keycloak =
        started(
            new GenericContainer<>(image(KEYCLOAK))
                .withCommand(
                    "start-dev",
                    "--import-realm",
                    KeycloakServer.CONCURRENT_LOGINS,
                    "--http-host=0.0.0.0",
                    "--http-relative-path=/auth")
                .withEnv("ATTESTRY_ADMIN_API_SECRET", adminClient.secret())
                .withEnv("ATTESTRY_ADMIN_PASSWORD", admin.password())
                .withEnv("KC_BOOTSTRAP_ADMIN_USERNAME", consoleAdmin.name())
                .withEnv("KC_BOOTSTRAP_ADMIN_PASSWORD", consoleAdmin.password())
                .withCopyToContainer(
                    Transferable.of(KeycloakServer.realmFile()),
                    "/opt/keycloak/data/import/attestry-realm.json")
                .withExposedPorts(KEYCLOAK_PORT)
                .waitingFor(
                    Wait.forHttp("/auth/realms/" + Keycloak.REALM)
                        .forPort(KEYCLOAK_PORT)
                        .withStartupTimeout(KEYCLOAK_TIMEOUT)));
    String authUrl =
        "http://%s:%d/auth".formatted(keycloak.getHost(), keycloak.getMappedPort(KEYCLOAK_PORT));
    record Address(String authUrl, Client adminClient, User admin, User consoleAdmin)
        implements Keycloak {}
    return new Address(authUrl, adminClient, admin, consoleAdmin);
  }

  private static DockerImageName image(String name) {
    if (!DockerClientFactory.instance().isDockerAvailable()) {
      throw new ServerFailure(
          "No Docker engine answers: start one, or name its address in DOCKER_HOST;"
              + " without -Dservers=containers the tests need none.");
    }
    return DockerImageName.parse(name);
  }

  private static <C extends GenericContainer<?>> C started(C container) {
    container.start();
    return container;
  }

  private static String secret() {
    return UUID.randomUUID().toString();
  }
}
