package org.attestry.local;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attestry.gateway.connection.ServerChannels;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.servers.KeycloakServer;
import org.attestry.testkit.servers.PrivateFiles;

/**
 * The running suite: real servers as child processes, the services in this JVM or in separate ones.
 */
public final class LocalSuite implements AutoCloseable {

  private static final Duration READY_TIMEOUT = Duration.ofSeconds(120);

  private final LocalConfig.Attestry config;
  private final LocalServers servers;
  private final Services services;
  private final Endpoints endpoints;
  private final Duration startTime;

  private LocalSuite(LocalConfig.Attestry config, LocalOptions options, PrintStream out)
      throws Exception {
    this.config = config;
    this.services =
        options.processes()
            ? new ServiceProcesses(config, options.replicas())
            : new LocalServices(config.managementPort());
    config.requireFreePorts();
    Files.createDirectories(config.data());
    Steps steps = new Steps(out);
    this.servers = LocalServers.prepare(config, steps);
    try {
      ServiceSettings settings = new ServiceSettings(config, servers, System.getenv());
      begin(options.order(), services.starts(settings.all()), steps, out);
      Duration begun = steps.sinceStart();
      servers.all();
      services.awaitReady(READY_TIMEOUT);
      steps.say("then ready", steps.sinceStart().minus(begun));
      this.endpoints = endpoints(settings);
      this.startTime = steps.sinceStart();
    } catch (Exception e) {
      close();
      throw e;
    }
  }

  /**
   * Starts the suite and returns when it is ready.
   *
   * @param options how the services run
   * @param out receives a line about each completed step
   */
  static LocalSuite start(LocalConfig.Attestry config, LocalOptions options, PrintStream out)
      throws Exception {
    ServerChannels.load();
    return new LocalSuite(config, options, out);
  }

  private void begin(String order, List<Start> starts, Steps steps, PrintStream out)
      throws Exception {
    switch (order) {
      case LocalOptions.SERVERS_FIRST -> {
        beginAll(servers.starts());
        servers.awaitDatabases();
        steps.run(
            "services",
            () -> {
              beginAll(starts);
              return null;
            });
      }
      case LocalOptions.SERVICES_FIRST -> {
        beginAll(starts);
        services.awaitAlive(READY_TIMEOUT);
        beginAll(servers.starts());
      }
      default ->
          out.printf(
              "  order %s: %s%n",
              order, new StartOrder(Long.parseLong(order)).begin(servers.starts(), starts));
    }
  }

  private static void beginAll(List<Start> starts) throws Exception {
    for (Start start : starts) {
      start.begin().run();
    }
  }

  public Endpoints endpoints() {
    return endpoints;
  }

  public Duration startTime() {
    return startTime;
  }

  /**
   * Writes {@code endpoints.json}, which from now on is updated when a process is restarted, and
   * {@code env} for a shell, both readable by this user only.
   */
  public void publish() {
    Path run = config.run().toAbsolutePath();
    writeEndpoints();
    services.keepRunning(this::writeEndpoints);
    servers.keepRunning(this::writeEndpoints);
    StringBuilder env = new StringBuilder();
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("GATEWAY", endpoints.gateway());
    variables.put("AUTH_URL", endpoints.identity().authUrl());
    variables.put("TOKEN_URL", endpoints.identity().tokenEndpoint());
    variables.put("ADMIN_API_SECRET", endpoints.identity().clients().get(1).secret());
    variables.put("ADMIN_PASSWORD", endpoints.identity().users().get(0).password());
    variables.put("DEFAULT_PASSWORD", endpoints.defaultPassword());
    variables.forEach((name, value) -> env.append("export %s='%s'%n".formatted(name, value)));
    PrivateFiles.write(run.resolve("env"), env.toString());
  }

  private synchronized void writeEndpoints() {
    PrivateFiles.write(
        config.run().toAbsolutePath().resolve("endpoints.json"),
        Json.write(endpoints.with(services.replicas(), processes())).text() + "\n");
  }

  /** Returns server name to process id. */
  private Map<String, Long> processes() {
    Map<String, Long> processes = new TreeMap<>();
    servers.all().forEach(server -> processes.put(server.name(), server.pid()));
    return processes;
  }

  @Override
  public void close() {
    try {
      services.close();
    } finally {
      servers.close();
    }
  }

  private Endpoints endpoints(ServiceSettings settings) {
    Map<String, Endpoints.DatabaseAccess> databases = new TreeMap<>();
    servers
        .addresses()
        .databases()
        .forEach(
            (service, d) ->
                databases.put(
                    service,
                    new Endpoints.DatabaseAccess(
                        d.host(), d.port(), d.name(), d.role(), d.password())));
    return new Endpoints(
        ProcessHandle.current().pid(),
        settings.gatewayUrl(),
        "http://127.0.0.1:" + config.managementPort(),
        identity(settings),
        PrivateFiles.secret(config.data(), "defaultPassword"),
        services.replicas(),
        processes(),
        databases,
        servers.addresses().kafka(),
        servers.addresses().s3(),
        config.data().toString());
  }

  private Endpoints.Identity identity(ServiceSettings settings) {
    KeycloakServer keycloak = servers.keycloak();
    return new Endpoints.Identity(
        servers.addresses().keycloak(),
        keycloak.realm(),
        settings.issuer(),
        settings.realm() + "/protocol/openid-connect/token",
        List.of(
            new Endpoints.Client(
                keycloak.frontendClient().id(), null, "password and authorization code"),
            new Endpoints.Client(
                keycloak.adminClient().id(),
                keycloak.adminClient().secret(),
                "client credentials, admin role"),
            new Endpoints.Client(
                keycloak.consentClient().id(), null, "authorization code with consent")),
        List.of(new Endpoints.User(keycloak.admin().name(), keycloak.admin().password(), "admin")));
  }
}
