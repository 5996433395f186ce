package org.attestry.runtime.postgres;

import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemTrustOptions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.attestry.runtime.config.Hardenable;
import org.attestry.runtime.config.OpenSettings;
import org.attestry.runtime.config.Secret;
import org.attestry.runtime.config.Setting;

/** The connection to a service's database, and limits. */
public record PostgresConfig(
    @Setting(
            byDefault = "localhost",
            common = true,
            description = "names the host of the PostgreSQL server.")
        String host,
    @Setting(
            byDefault = "5432",
            common = true,
            description = "is the port of the PostgreSQL server.")
        int port,
    @Setting(description = "names the service's own database.") String database,
    @Setting(description = "names the service's own role.") String user,
    @Setting(description = "is the role's password.") Secret password,
    @Setting(
            byDefault = "disable",
            common = true,
            description =
                "is disable, require (TLS with any certificate), verify-ca (one of an authority in"
                    + " POSTGRES_CA_FILE) or verify-full (also for POSTGRES_HOST).")
        String sslMode,
    @Setting(
            byDefault = "",
            description =
                "is the PEM file of the authorities that certify the PostgreSQL server; mandatory"
                    + " for verify-ca and verify-full.")
        Path caFile,
    @Setting(
            byDefault = "8",
            common = true,
            description = "is the number of connections for writing.")
        int poolSize,
    @Setting(
            byDefault = "4",
            description =
                "is the number of connections for searches, and of those for look-ups by value.")
        int searches,
    @Setting(
            byDefault = "2",
            description = "is the number of pipelined connections for short reads.")
        int pipelines,
    @Setting(byDefault = "64", description = "is how many statements wait in one pipeline.")
        int pipelineDepth,
    @Setting(byDefault = "512", description = "is how many writes wait for a connection.")
        int waitQueue,
    @Setting(byDefault = "PT10S", description = "bounds one statement.") Duration statementTimeout,
    @Setting(byDefault = "PT5S", description = "bounds one statement of a search.")
        Duration searchTimeout,
    @Setting(
            byDefault = "PT0.25S",
            description =
                "bounds one statement of a search among quick ones; then it begins anew among slow"
                    + " ones, if the service has a lane for them.")
        Duration searchSlice,
    @Setting(byDefault = "PT5S", description = "bounds connecting and waiting for a connection.")
        Duration connectTimeout,
    @Setting(
            byDefault = "true",
            common = true,
            description = "says whether the service migrates its database at start.")
        boolean migrate)
    implements Hardenable {

  private static final Set<String> SSL_MODES =
      Set.of("disable", "require", "verify-ca", "verify-full");

  public PostgresConfig {
    if (poolSize < 1 || searches < 1 || pipelines < 1 || pipelineDepth < 1 || waitQueue < 1) {
      throw new IllegalArgumentException(
          "POSTGRES_POOL_SIZE, _SEARCHES, _PIPELINES, _PIPELINE_DEPTH and _WAIT_QUEUE must be 1 or"
              + " more.");
    }
    if (!SSL_MODES.contains(sslMode)) {
      throw new IllegalArgumentException(
          "POSTGRES_SSL_MODE must be disable, require, verify-ca or verify-full.");
    }
    if (sslMode.startsWith("verify-") && caFile.toString().isEmpty()) {
      throw new IllegalArgumentException(
          "POSTGRES_CA_FILE must name the server's authorities for POSTGRES_SSL_MODE=%s."
              .formatted(sslMode));
    }
  }

  @Override
  public List<OpenSetting> open() {
    return sslMode.equals("disable") && OpenSettings.isRemote(host)
        ? List.of(new OpenSetting("POSTGRES_SSL_MODE", "sends data and password in the clear"))
        : List.of();
  }

  String jdbcUrl() {
    String url = "jdbc:postgresql://%s:%d/%s?sslmode=%s".formatted(host, port, database, sslMode);
    return caFile.toString().isEmpty()
        ? url
        : url + "&sslrootcert=" + URLEncoder.encode(caFile.toString(), StandardCharsets.UTF_8);
  }

  /** How the server's certificate is checked; null without TLS. */
  ClientSSLOptions tls() {
    if (sslMode.equals("disable")) {
      return null;
    }
    ClientSSLOptions tls =
        new ClientSSLOptions()
            .setHostnameVerificationAlgorithm(sslMode.equals("verify-full") ? "HTTPS" : "");
    return caFile.toString().isEmpty()
        ? tls.setTrustAll(true)
        : tls.setTrustOptions(new PemTrustOptions().addCertPath(caFile.toString()));
  }
}
