package org.attestry.runtime.facts;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.kafka.FactTopics;
import org.attestry.runtime.kafka.KafkaConfig;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.TestAuthority;
import org.attestry.testkit.TestAuthority.Certified;
import org.attestry.testkit.servers.KafkaServer;
import org.attestry.testkit.servers.Port;
import org.attestry.testkit.servers.ServerFiles;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A broker that takes clients with TLS and a password alone. */
@ExtendWith(VertxExtension.class)
class KafkaTlsIT {

  private static final String PASSWORD = "a \"password\" with \\";
  private static final String ADMIN_PASSWORD = "password-of-the-administrator";

  @TempDir private static Path folder;

  private static KafkaServer broker;
  private static Path authority;
  private static Path another;

  public record KafkaOnly(KafkaConfig kafka) {}

  @BeforeAll
  static void startABrokerWithAUser() throws Exception {
    Certified files = new TestAuthority(folder, "ours").issue("localhost");
    authority = files.authority();
    another = new TestAuthority(folder, "another").issue().authority();
    broker =
        KafkaServer.startSecured(
            ServerFiles.ofThisUser(),
            folder.resolve("kafka"),
            Port.free(),
            new KafkaServer.Secrets(
                files.keyAndCertificate(), authority, "administrator", ADMIN_PASSWORD));
    makeUser();
  }

  private static void makeUser() throws Exception {
    KafkaConfig config = config(settings("PLAIN", "administrator", ADMIN_PASSWORD));
    Map<String, Object> client = new HashMap<>(config.client(Map.of()));
    ScramCredentialInfo strength = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096);
    try (Admin admin = Admin.create(client)) {
      admin
          .alterUserScramCredentials(
              List.of(new UserScramCredentialUpsertion("attestry", strength, PASSWORD)))
          .all()
          .get();
    }
  }

  @AfterAll
  static void stop() throws IOException {
    broker.kill();
  }

  @ParameterizedTest
  @CsvSource({"SCRAM-SHA-512, attestry, " + PASSWORD, "PLAIN, administrator, " + ADMIN_PASSWORD})
  void factsAreSentAndReadWithTlsAndAPassword(String mechanism, String user, String password) {
    try (TestService service = new TestService(settings(mechanism, user, password))) {
      service.consume(service::record);
      service.relay();
      service.commit(service.fact("subject", "first"), service.fact("subject", "second"));
      List<String> expected = List.of("first", "second");
      assertEquals(expected, Eventually.until(service::effects, expected::equals));
    }
  }

  @Test
  void aWrongPasswordIsRefused(Vertx vertx) {
    assertRefused(
        vertx, settings("SCRAM-SHA-512", "attestry", "wrong"), SaslAuthenticationException.class);
  }

  @Test
  void aBrokerOfAnotherAuthorityIsNotTrusted(Vertx vertx) {
    Map<String, String> settings = settings("SCRAM-SHA-512", "attestry", PASSWORD);
    settings.put("KAFKA_CA_FILE", another.toString());
    assertRefused(vertx, settings, SslAuthenticationException.class);
  }

  @Test
  void aBrokerWithAnotherNameIsNotTrusted(Vertx vertx) {
    Map<String, String> settings = settings("SCRAM-SHA-512", "attestry", PASSWORD);
    settings.put(
        "KAFKA_BOOTSTRAP_SERVERS", broker.bootstrapServers().replace("localhost", "127.0.0.1"));
    assertRefused(vertx, settings, SslAuthenticationException.class);
  }

  private static void assertRefused(
      Vertx vertx, Map<String, String> settings, Class<? extends KafkaException> expected) {
    CompletionException refused =
        assertThrows(
            CompletionException.class,
            () -> await(FactTopics.ensure(vertx, config(settings), List.of("topic"))));
    assertEquals(expected, refused.getCause().getClass());
  }

  private static KafkaConfig config(Map<String, String> settings) {
    return Settings.of(settings).read(KafkaOnly.class).kafka();
  }

  private static Map<String, String> settings(String mechanism, String user, String password) {
    return new HashMap<>(
        Map.of(
            "KAFKA_BOOTSTRAP_SERVERS",
            broker.bootstrapServers(),
            "KAFKA_SECURITY_PROTOCOL",
            "SASL_SSL",
            "KAFKA_SASL_MECHANISM",
            mechanism,
            "KAFKA_SASL_USERNAME",
            user,
            "KAFKA_SASL_PASSWORD",
            password,
            "KAFKA_CA_FILE",
            authority.toString()));
  }
}
