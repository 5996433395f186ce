package org.attestry.runtime.postgres;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.pgclient.PgConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.attestry.runtime.config.Settings;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.TestAuthority;
import org.attestry.testkit.TestAuthority.Certified;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.servers.Postgres;
import org.attestry.testkit.servers.TestDatabase;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A database whose server takes connections with TLS alone. */
@ExtendWith(VertxExtension.class)
class PostgresTlsIT {

  private static final String RULES =
      """
      hostssl %1$s all all scram-sha-256
      hostnossl %1$s all all reject
      host all all all scram-sha-256
      """;

  private static final String WRITE =
      """
      COPY (SELECT line FROM unnest(string_to_array($text$%s$text$, E'\n')) WITH ORDINALITY
        AS lines (line, place) ORDER BY place) TO PROGRAM 'umask 077; cat > "%s"'
      """;

  @TempDir private static Path folder;

  private static TestDatabase database;
  private static TestDatabase administrator;
  private static Path authority;
  private static Path another;

  public record DatabaseOnly(PostgresConfig postgres) {}

  @BeforeAll
  static void insistOnTls() throws IOException {
    Postgres server = TestServers.postgres();
    administrator =
        new TestDatabase(
            server.host(), server.port(), "postgres", server.adminUser(), server.adminPassword());
    database = TestServers.freshDatabase("tls");
    Certified files = new TestAuthority(folder, "ours").issue("localhost");
    authority = files.authority();
    another = new TestAuthority(folder, "another").issue().authority();
    String data = administrator.single("SHOW data_directory");
    write(Files.readString(files.certificate()), data + "/server.crt");
    write(Files.readString(files.key()), data + "/server.key");
    administrator.execute("ALTER SYSTEM SET ssl = on");
    write(RULES.formatted(database.name()), administrator.single("SHOW hba_file"));
    administrator.execute("SELECT pg_reload_conf()");
    Eventually.isTrue(() -> administrator.single("SHOW ssl").equals("on"));
  }

  private static void write(String text, String file) {
    administrator.execute(WRITE.formatted(text, file));
  }

  @ParameterizedTest
  @CsvSource({
    "require, localhost, false",
    "require, 127.0.0.1, false",
    "verify-ca, 127.0.0.1, true",
    "verify-full, localhost, true"
  })
  void aServiceMigratesAndWorksWithTls(String mode, String host, boolean checked, Vertx vertx) {
    PostgresConfig config = config(mode, host, checked ? authority : Path.of(""));

    await(Migrations.run(vertx, config, "test"));
    Migrations.migrate(config, "test");

    Database pools = Database.open(vertx, config);
    String protocol = "SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl";
    assertEquals(1, await(pools.shortReads(protocol).execute()).size());
    await(pools.close());
  }

  @ParameterizedTest
  @CsvSource({
    "disable, localhost, ours",
    "verify-ca, localhost, another",
    "verify-full, 127.0.0.1, ours"
  })
  void aServiceDoesNotTrustAnyServer(String mode, String host, String trusted, Vertx vertx) {
    PostgresConfig config = config(mode, host, trusted.equals("ours") ? authority : another);
    assertThrows(
        Exception.class, () -> await(PgConnection.connect(vertx, Database.options(config))));
    assertThrows(
        SQLException.class,
        () ->
            DriverManager.getConnection(
                config.jdbcUrl(), config.user(), config.password().value()));
  }

  @Test
  void verificationNeedsAnAuthority() {
    Map<String, String> settings = settings("verify-full", "localhost", Path.of(""));
    assertThrows(RuntimeException.class, () -> Settings.of(settings).read(DatabaseOnly.class));
  }

  private static PostgresConfig config(String mode, String host, Path trusted) {
    return Settings.of(settings(mode, host, trusted)).read(DatabaseOnly.class).postgres();
  }

  private static Map<String, String> settings(String mode, String host, Path trusted) {
    Map<String, String> settings = new HashMap<>(database.settings());
    settings.put("POSTGRES_HOST", host);
    settings.put("POSTGRES_SSL_MODE", mode);
    settings.put("POSTGRES_CA_FILE", trusted.toString());
    return settings;
  }
}
